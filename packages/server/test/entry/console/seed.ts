/** One of everything that the console shows. */
import assert from "node:assert/strict";
import { createWebhookSecrets } from "../../../src/adapters/vault/signatures.ts";
import type { Resources } from "../../../src/app/resources.ts";
import { createServiceKeys } from "../../../src/app/secrets.ts";
import { dayMs } from "../../../src/domain/clock/units.ts";
import { createCredentials, vaultContext } from "../../../src/domain/connections/sealed-credential.ts";
import { expiryOf } from "../../../src/domain/connections/expiry.ts";
import { digestOf } from "../../../src/domain/proposals/digest.ts";
import type { ProposalRow } from "../../../src/domain/proposals/port.ts";
import { inputContext } from "../../../src/domain/proposals/sealed-input.ts";
import { roomFor, sampleDelegatedToken, sampleProposal } from "../../adapters/store/agent-samples.ts";
import { sampleReview, toolFacts } from "../../domain/providers/sample-review.ts";
import { sampleDescribed } from "../../adapters/store/described-provider-cases.ts";
import * as samples from "../../adapters/store/samples.ts";
import { succeeded, unknown } from "../../adapters/store/settlement-samples.ts";

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
  sessionId: string;
  tokenId: string;
  eventId: string;
  /** A pending proposal. */
  proposalId: string;
  /** The content of the proposed call. */
  proposedText: string;
};

/** Returns a proposal with its input sealed, and the digest that covers it. */
export async function sealProposal(
  { vault }: Pick<Resources, "vault">,
  row: ProposalRow,
  input: unknown,
): Promise<ProposalRow> {
  const sealed = await vault.sealCredential(inputContext(row), Buffer.from(JSON.stringify(input)));
  return { ...row, sealed, digest: digestOf(vault.hashes, row, input) };
}

/** The ids of a deployment without anything to show. */
export const noIds: SeededIds = {
  clientId: "",
  keyId: "",
  tenantId: "",
  connectionId: "",
  succeededId: "",
  settledId: "",
  unknownId: "",
  earlyId: "",
  endpointId: "",
  sessionId: "",
  tokenId: "",
  eventId: "",
  proposalId: "",
  proposedText: "",
};

/** Written straight into the database: the API rejects such names. */
const hostileName = `Acme & Sons <img src=x onerror="alert(1)">\u202e`;

/** Stores one of everything. @returns its ids, and the texts that no page may contain. */
export async function seed(deployment: Resources): Promise<[SeededIds, string[]]> {
  const { store, vault, platform, newId } = deployment;
  const keys = createServiceKeys(vault, platform);
  const { id: keyId, key } = keys.makeServiceKey();
  const nowMs = platform.nowMs();
  const client = samples.sampleClient({ id: newId("scl"), name: "shop", createdAt: nowMs });
  const hash = keys.hash({ clientId: client.id, id: keyId }, key);
  await store.serviceClients.create(
    client,
    samples.sampleKey(client.id, { id: keyId, hash, createdAt: nowMs }),
    "operator",
  );
  const place = { clientId: client.id, tenantId: newId("ten") };
  const tenant = { id: place.tenantId, externalId: "customer-1", displayName: hostileName, label: "eu" };
  await samples.addTenant(store, client.id, { ...tenant, createdAt: nowMs });
  const credential = "canary-credential-4711";
  const of = { id: newId("con"), provider: "acme", createdAt: nowMs, updatedAt: nowMs, lastTestedAt: nowMs };
  const expiry = expiryOf(nowMs + 5.5 * dayMs);
  const connection = samples.sampleConnection(place, { ...of, ...expiry });
  const sealed = await createCredentials(vault).seal(vaultContext(connection), {
    access_token: credential,
  });
  const session = { id: newId("cs"), expiresAt: nowMs + 60_000 };
  await samples.addConnection(store, connection, { sealed, session, at: nowMs });
  const slug = "notes";
  const review = sampleReview();
  const pulled = toolFacts("add_note", { description: `Adds a note. ${hostileName}` });
  const found = { changed: [pulled], gone: ["list_notes"], added: [toolFacts("delete_note")] };
  const checked = { checkedAt: nowMs, checkDue: nowMs + dayMs, createdAt: nowMs, updatedAt: nowMs };
  const row = sampleDescribed({ slug, url: review.url, review, seen: found, ...checked });
  await store.describedProviders.add(row, { actor: "operator", enabled: 2 });
  const through = { connectionId: connection.id, provider: "acme", createdAt: nowMs };
  const look = { at: nowMs, basis: null, counts: false } as const;
  const undetermined = {
    ...look,
    verdict: "undetermined",
    detail: "The provider's <response> proves nothing.",
  } as const;
  const succeededId = await execution(deployment, place, through, { ...succeeded, completedAt: nowMs });
  const unknownId = await execution(deployment, place, through, {
    ...unknown,
    completedAt: nowMs,
    looks: [undetermined],
  });
  const settledId = await execution(deployment, place, through, {
    ...succeeded,
    completedAt: nowMs,
    looks: [undetermined, { ...look, verdict: "applied", basis: "marker", detail: "The request's marker was found." }],
    evidence: { basis: "marker", at: nowMs },
  });
  const earlyId = await execution(deployment, place, through, null);
  await store.executions.recordLateResponse(
    { id: unknownId, clientId: client.id },
    { verdict: "succeeded", providerStatus: 200, receivedAt: nowMs },
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
    oldSecrets: [],
    failingSince: null,
    createdAt: nowMs,
    updatedAt: nowMs,
  };
  assert.equal((await store.webhooks.create(endpoint, samples.sampleCreation(client.id))).kind, "created");
  const tested = await store.webhooks.appendTest(client.id, endpointId, "operator");
  await store.webhooks.fanOut({ limit: 10, afterClient: "" });
  const [taken] = await store.webhooks.take({ limit: 1, leaseMs: 1000, ...samples.forAnyone });
  assert.ok(taken !== undefined);
  const next = { kind: "retry", delayMs: 3_600_000 } as const;
  await store.webhooks.settle(taken, { httpStatus: 500, fault: "", durationMs: 5, next, gone: false }, 1e9);
  const secret = createWebhookSecrets(vault.hashes, platform.randomBytes).deriveSecret(endpointId, seedOfSecret);
  const tokenId = newId("dtk");
  const delegated = keys.makeDelegatedToken(tokenId);
  const holder = { ...place, keyId };
  const token = sampleDelegatedToken(holder, {
    id: tokenId,
    hash: keys.hashToken({ ...place, id: tokenId }, delegated),
    connections: [connection.id],
    actions: ["acme/*"],
    maxEffect: "write",
    maxExecutions: 20,
    usedExecutions: 3,
    audience: ["api"],
    subject: "<user>-318",
    agent: "triage-bot",
    createdAt: nowMs,
    expiresAt: nowMs + 60_000,
  });
  await store.delegatedTokens.create(token, `key:${keyId}`);
  const proposedText = "Meet me at noon.";
  const proposedSecret = "canary-of-a-proposed-secret";
  const proposed = sampleProposal(place, connection.id, {
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
  const proposal = await sealProposal(deployment, proposed, {
    name: "a thing\u202e",
    note: proposedText,
    secret: proposedSecret,
  });
  const { idempotencyKey, fingerprint } = proposal;
  const claim = { ...place, key: idempotencyKey, fingerprint, ownerId: "own", createdAt: nowMs };
  assert.equal(await store.proposals.create(proposal, claim, roomFor(9), `token:${tokenId}`), "created");
  const canaries = [
    proposedSecret,
    delegated,
    token.hash,
    key,
    hash,
    credential,
    Buffer.from(sealed).toString("base64"),
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
    sessionId: session.id,
    tokenId,
    proposalId: proposal.id,
    proposedText,
  };
  return [{ ...ids, eventId: tested.id }, canaries];
}

/** An execution that was sent. Without a settlement, its process died and may still be sending. */
async function execution(
  { store, newId }: Resources,
  place: samples.Place,
  change: Parameters<typeof samples.sampleExecution>[1] & { createdAt: number },
  settlement: typeof succeeded | null,
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
