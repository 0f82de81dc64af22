/**
 * The fixture: a server with its operator console over a real SQLite database, and one of everything that the console
 * shows.
 */
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import { auditEvent, createAudit } from "../../../src/domain/audit/audit.ts";
import { readConfig } from "../../../src/app/config.ts";
import { vaultContext } from "../../../src/domain/connect-sessions/completion.ts";
import { dayMs } from "../../../src/domain/clock/units.ts";
import { expiryOf } from "../../../src/domain/connections/expiry.ts";
import { createCredentials } from "../../../src/domain/connections/credentials.ts";
import { openResources, type Resources } from "../../../src/app/resources.ts";
import type { FenceState } from "../../../src/domain/failover/judge.ts";
import { createApp } from "../../../src/entry/rest/app.ts";
import { createRequestTracker } from "../../../src/entry/rest/request-tracker.ts";
import { createOperatorTokens, type OperatorTokens } from "../../../src/domain/operators/tokens.ts";
import { createOperatorSecrets } from "../../../src/app/secrets.ts";
import { createServiceKeys } from "../../../src/app/secrets.ts";
import { createWebhookSecrets } from "../../../src/adapters/vault/webhook-secrets.ts";
import { acme } from "../mcp/providers.ts";
import { serveRoutes } from "../../app/serve-routes.ts";
import { openFence } from "../../domain/failover/fences.ts";
import * as samples from "../../adapters/store/samples.ts";

/** The ids of one of everything. */
export type SeededIds = {
  clientId: string;
  keyId: string;
  tenantId: string;
  connectionId: string;
  succeededId: string;
  /** Succeeded, as a look within the call proved. */
  settledId: string;
  unknownId: string;
  /** An unknown outcome that can't be resolved yet. */
  earlyId: string;
  endpointId: string;
  tokenId: string;
  eventId: string;
  /** A pending proposal. */
  proposalId: string;
};

/** Everything that a test controls. */
export type Fixture = {
  /** The origins of the console, of the API and of Connect. */
  origin: string;
  apiOrigin: string;
  connectOrigin: string;
  deployment: Resources;
  tokens: OperatorTokens;
  /** An active token and its public id. */
  token: string;
  tokenId: string;
  /** How many milliseconds every clock is ahead of the fixture's creation; they do not move on their own. */
  clock: { aheadMs: number };
  /** The state of the failover watch. */
  database: FenceState;
  seeded: SeededIds;
  /** Texts that no page may contain. */
  canaries: readonly string[];
  log: () => string;
  /** The provider's response; 200 by default. */
  provider: { status: number };
  close(): Promise<void>;
};

/** @param settings additional configuration. @param options.empty without anything to show. */
export async function makeFixture(
  settings: Readonly<Record<string, string>> = {},
  { empty = false }: { empty?: boolean } = {},
): Promise<Fixture> {
  const folder = mkdtempSync(join(tmpdir(), "svc-console-"));
  const config = readConfig({
    SVC_DATABASE_URL: `sqlite:${join(folder, "svc.sqlite")}`,
    SVC_VAULT_KEYS: `k1:${Buffer.alloc(32, 7).toString("base64")}`,
    SVC_ADMIN_LISTEN: "127.0.0.1:0",
    ...settings,
  });
  const opened = await openResources(config, { sandbox: false, serve: false });
  const clock = { aheadMs: 0 };
  const database: FenceState = { closed: null, mode: "none", lacksSync: false };
  const [openedAtMs, openedAtMonotonicMs] = [Date.now(), opened.platform.monotonicMs()];
  const ahead = { nowMs: () => openedAtMs + clock.aheadMs, monotonicMs: () => openedAtMonotonicMs + clock.aheadMs };
  const platform = { ...opened.platform, ...ahead };
  const deployment = { ...opened, platform };
  const lines: string[] = [];
  const apps = [newApp(deployment, lines), newApp(deployment, lines), newApp(deployment, lines)] as const;
  const [app, connectApp, adminApp] = apps;
  const provider = { status: 200 };
  const body = { kind: "complete", text: JSON.stringify({ slug: "acme", name: "Acme" }) } as const;
  const answered = { kind: "answered", requestId: "r1", retryAfterSeconds: null, headers: {}, body } as const;
  const routes = await serveRoutes({
    config,
    resources: deployment,
    app,
    connectApp,
    adminApp,
    fence: { ...openFence, state: () => database },
    apiUrl: "https://svc.example",
    docsUrl: "https://docs.example",
    providers: [acme],
    transport: { open: () => ({ send: async () => ({ ...answered, status: provider.status }), close: () => {} }) },
  });
  const secrets = createOperatorSecrets(deployment.vault.hashes, platform);
  const audit = createAudit(deployment.store.audit, { platform, newId: deployment.newId });
  const tokens = createOperatorTokens({ store: deployment.store.operators, secrets, audit, platform });
  const { token: row, secret: token } = await tokens.create({ name: "Ada <Lovelace>", expiresInDays: 30 });
  const [seeded, canaries] = empty ? [noIds, []] : await seed(deployment);
  const [apiOrigin = "", connectOrigin = "", origin = ""] = await Promise.all(apps.map(listening));
  return {
    origin,
    apiOrigin,
    connectOrigin,
    deployment,
    tokens,
    token,
    tokenId: row.id,
    clock,
    database,
    seeded,
    canaries: [token, row.hash, ...canaries],
    log: () => lines.join("\n"),
    provider,
    async close() {
      for (const one of apps) {
        one.server.closeAllConnections();
        await one.close();
      }
      await routes.close();
      await deployment.store.close();
      rmSync(folder, { recursive: true });
    },
  };
}

const noIds: SeededIds = {
  clientId: "",
  keyId: "",
  tenantId: "",
  connectionId: "",
  succeededId: "",
  settledId: "",
  unknownId: "",
  earlyId: "",
  endpointId: "",
  tokenId: "",
  eventId: "",
  proposalId: "",
};

function newApp({ newId }: Resources, lines: string[]): FastifyInstance {
  const app = createApp({
    docsUrl: "https://docs.example",
    sandbox: false,
    logLevel: "silent",
    newRequestId: () => newId("evt"),
    phase: () => "open",
    requests: createRequestTracker(() => 0),
  });
  const logged = (...parts: unknown[]): void => void lines.push(JSON.stringify(parts));
  app.addHook("onRequest", (request, _reply, done) => {
    Object.assign(request.log, { info: logged, warn: logged, error: logged });
    done();
  });
  return app;
}

async function listening(app: FastifyInstance): Promise<string> {
  await app.listen({ host: "127.0.0.1", port: 0 });
  return `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
}

/** Stored by an earlier version, because such names are rejected now. */
const hostileName = `Acme & Sons <img src=x onerror="alert(1)">\u202e`;

async function seed(deployment: Resources): Promise<[SeededIds, string[]]> {
  const { store, vault, platform, newId } = deployment;
  const keys = createServiceKeys(vault, platform);
  const { id: keyId, key } = keys.makeServiceKey();
  const nowMs = platform.nowMs();
  const client = samples.sampleClient({ id: newId("scl"), name: "shop", createdAt: nowMs });
  const hash = keys.hash({ clientId: client.id, id: keyId }, key);
  await store.serviceClients.create(client, samples.sampleKey(client.id, { id: keyId, hash, createdAt: nowMs }));
  const place = { clientId: client.id, tenantId: newId("ten") };
  const tenant = { id: place.tenantId, clientId: client.id, externalId: "customer-1", displayName: hostileName };
  await store.tenants.create(
    { ...tenant, label: "eu", createdAt: nowMs, deletedAt: null },
    samples.sampleClaim(client.id),
    samples.answers,
  );
  const credential = "canary-credential-4711";
  const of = { id: newId("con"), provider: "acme", createdAt: nowMs, updatedAt: nowMs, lastTestedAt: nowMs };
  const expiry = expiryOf(nowMs + 5.5 * dayMs);
  const connection = samples.sampleConnection(place, { ...of, ...expiry });
  const record = await createCredentials(vault).seal(vaultContext(connection, "credential"), {
    access_token: credential,
  });
  const sessionId = await samples.makeSession(store, place, {
    id: newId("cs"),
    status: "opened",
    provider: "acme",
    expiresAt: nowMs + 60_000,
  });
  assert.ok(await store.connectSessions.complete(sessionId, { connection, record, at: nowMs }));
  const through = { connectionId: connection.id, provider: "acme", createdAt: nowMs };
  const look = { at: nowMs, basis: null, counts: false } as const;
  const undetermined = { ...look, verdict: "undetermined", detail: "The provider's <answer> proves nothing." } as const;
  const succeededId = await execution(deployment, place, through, { ...samples.succeeded, completedAt: nowMs });
  const unknownId = await execution(deployment, place, through, {
    ...samples.unknown,
    completedAt: nowMs,
    looks: [undetermined],
  });
  const event = auditEvent({ platform, newId }, "execution.settled", {
    ...place,
    subject: "",
    actor: "system",
    data: { basis: "marker", outcome: "succeeded" },
  });
  const settledId = await execution(deployment, place, through, {
    ...samples.succeeded,
    completedAt: nowMs,
    looks: [undetermined, { ...look, verdict: "applied", basis: "marker", detail: "The request's marker was found." }],
    evidence: { settlement: { basis: "marker", at: nowMs }, event },
  });
  const earlyId = await execution(deployment, place, through, null);
  await store.executions.recordLateAnswer(
    { id: unknownId, clientId: client.id },
    { verdict: "succeeded", providerStatus: 200, receivedAt: nowMs },
    () => assert.fail("no evidence has settled it"),
  );
  const endpointId = newId("whe");
  const seedOfSecret = createWebhookSecrets(vault.hashes, platform.randomBytes).newSeed(endpointId);
  const urlCanary = "canary-url-0815";
  const endpoint = {
    id: endpointId,
    clientId: client.id,
    url: `https://hooks.example/${urlCanary}?key=${urlCanary}`,
    description: "orders",
    eventTypes: ["connection.created"],
    disabledReason: "" as const,
    secret: seedOfSecret,
    oldSecret: null,
    failingSince: null,
    createdAt: nowMs,
    updatedAt: nowMs,
  };
  assert.ok(await store.webhooks.create(endpoint, 5));
  const tested = await store.webhooks.appendTest(client.id, endpointId);
  await store.webhooks.fanOut(10);
  const [taken] = await store.webhooks.take({ limit: 1, leaseMs: 1000, ...samples.forAnyone });
  assert.ok(taken !== undefined);
  const next = { kind: "retry", delayMs: 3_600_000 } as const;
  await store.webhooks.settle(taken, { httpStatus: 500, fault: "", durationMs: 5, next, gone: false }, 1e9);
  const secret = createWebhookSecrets(vault.hashes, platform.randomBytes).deriveSecret(endpointId, seedOfSecret);
  const tokenId = newId("dtk");
  const delegated = keys.makeDelegatedToken(tokenId);
  const token = {
    ...place,
    id: tokenId,
    keyId,
    parentId: "",
    hash: keys.hashToken({ ...place, id: tokenId }, delegated),
    connections: [connection.id],
    actions: ["acme/*"],
    maxEffect: "write",
    maxExecutions: 20,
    usedExecutions: 3,
    requireApproval: false,
    audience: ["api"],
    subject: "<user>-318",
    agent: "triage-bot",
    label: "",
    createdAt: nowMs,
    expiresAt: nowMs + 60_000,
    revokedAt: null,
  } as const;
  const made = { ...place, subject: tokenId, actor: `key:${keyId}`, data: {} };
  await store.delegatedTokens.create(token, auditEvent({ platform, newId }, "delegated_token.created", made));
  const proposal = samples.sampleProposal(place, connection.id, {
    id: newId("prp"),
    provider: "acme",
    actionId: "things.create",
    summaryInput: { name: "a thing\u202e" },
    preview: "It <doesn't> exist.",
    agent: "triage-bot",
    subject: "<user>-318",
    keyId,
    tokenId,
    createdAt: nowMs,
    expiresAt: nowMs + 3_600_000,
  });
  const { idempotencyKey, fingerprint } = proposal;
  const claim = { ...place, key: idempotencyKey, fingerprint, ownerId: "own", createdAt: nowMs };
  const proposed = { ...place, subject: proposal.id, actor: `token:${tokenId}`, data: {} };
  const asked = auditEvent({ platform, newId }, "proposal.created", proposed);
  assert.equal(await store.proposals.create(proposal, claim, 9, asked), "created");
  const canaries = [
    delegated,
    token.hash,
    key,
    hash,
    credential,
    Buffer.from(record).toString("base64"),
    urlCanary,
    seedOfSecret.salt,
    secret,
  ];
  const ids = {
    ...place,
    keyId,
    connectionId: connection.id,
    succeededId,
    settledId,
    unknownId,
    earlyId,
    endpointId,
    tokenId,
    proposalId: proposal.id,
  };
  return [{ ...ids, eventId: String(tested.seq) }, canaries];
}

/** An execution that was sent. Without a settlement, its process died and may still be sending. */
async function execution(
  { store, newId }: Resources,
  place: samples.Place,
  change: Parameters<typeof samples.sampleExecution>[1] & { createdAt: number },
  settlement: typeof samples.succeeded | null,
): Promise<string> {
  const { row, claim } = samples.keyedExecution(place, { ...change, id: newId("act") });
  await store.executions.claim(row, claim);
  const at = change.createdAt;
  const settleAfter = settlement === null ? at + 3_600_000 : 0;
  assert.ok(await store.executions.dispatch(row, { ownerId: row.ownerId, fence: 0 }, { at, settleAfter }));
  const mine = { from: "dispatched", ownerId: row.ownerId, fence: 1 } as const;
  if (settlement !== null) await store.executions.settle(row, mine, settlement);
  else await store.executions.sweep({ silent: [], limit: 100 });
  return row.id;
}
