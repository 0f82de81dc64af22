/** The fixture: one process on a real SQLite store. Its scripted provider notes the record's status at each change. */
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sensitive } from "@svc/contract";
import { defineAction, type Action, type ExchangeFacts, type Provider, type ProviderRequest } from "@svc/provider-kit";
import { Type } from "typebox";
import { createListedOrigins } from "../../../src/domain/catalog/listed-origins.ts";
import { createInHand } from "../../../src/domain/executions/sweeper.ts";
import type { CredentialState } from "../../../src/domain/connections/credential-provider.ts";
import { credentialUse } from "../../../src/domain/journal/entry.ts";
import { execute, type ExecuteDeps } from "../../../src/domain/executions/execute.ts";
import { createConnectionCache } from "../../../src/domain/executions/admit.ts";
import type { ExecutionRow } from "../../../src/domain/records/record.ts";
import type { ExecuteResult } from "../../../src/domain/executions/replay.ts";
import type { ApprovedDeps } from "../../../src/domain/proposals/approved-call.ts";
import { systemPlatform } from "../../../src/platform.ts";
import type { ProviderTransport } from "../../../src/domain/provider-calls/port.ts";
import { openStore } from "../../../src/adapters/store/open.ts";
import type { Store } from "../../../src/domain/database/port.ts";
import { attemptEvidence } from "../evidence/attempt-evidence.ts";
import { makeConnection, makeTenant, newId, sampleClient, type Place } from "../../adapters/store/samples.ts";
import { testSeals } from "../../test-seals.ts";

export const secret = "canary-input-value";

/** A response whose body is this JSON. */
export function answered(status: number, body: unknown = {}): ExchangeFacts {
  const facts = { kind: "answered", status, requestId: "r1", retryAfterSeconds: null, headers: {} } as const;
  return { ...facts, body: { kind: "complete", text: JSON.stringify(body) } };
}

const nothing = Type.Object({}, { additionalProperties: false });
const input = Type.Object({ value: sensitive(Type.String()) }, { additionalProperties: false });

/** Reads first, then changes, like `secrets.set`. */
export const setThing: Action = defineAction({
  id: "things.set",
  title: "Set",
  description: "Sets.",
  consent: "Set",
  effect: "write",
  idempotency: "unsafe",
  requiredScopes: [],
  mcp: false,
  sensitiveOutput: true,
  input,
  output: nothing,
  async run({ value }, provider) {
    await provider.read({ method: "GET", path: ["things"] });
    await provider.change({ method: "POST", path: ["things"], json: { value } }, { accept: [200] });
    return {};
  },
});

/** Everything that a test controls. */
export type World = {
  store: Store;
  deps: ExecuteDeps & ApprovedDeps;
  provider: Provider;
  /** Every change that was sent, with the status that its record had in the database at that moment. */
  sent: { request: ProviderRequest; recorded: string }[];
  /** The response to the next change. */
  change: () => Promise<ExchangeFacts> | ExchangeFacts;
  read: () => Promise<ExchangeFacts> | ExchangeFacts;
  leaseHolds: boolean;
  /** Class names and ids that were reported as defects. */
  defects: string[];
  run(key: string, value?: string): Promise<ExecuteResult>;
  rows(key: string): Promise<readonly ExecutionRow[]>;
  close(): Promise<void>;
};

/** The owner id of the fixture's only process. */
export const ownerId = "owner_here";

/** An opened credential that cannot be refreshed. */
const ready = (version: number): CredentialState => {
  return { kind: "ready", credential: { token: "canary-credential" }, version, isRefreshable: false };
};

/** Creates a fixture on an empty database. */
export async function makeWorld(): Promise<World> {
  const folder = mkdtempSync(join(tmpdir(), "svc-executions-"));
  const url = `sqlite:${join(folder, "svc.sqlite")}`;
  const store = await openStore({ seals: testSeals, url, nowMs: systemPlatform.nowMs, migrate: true, serve: false });
  const place = await makeTenant(store);
  await makeConnection(store, place, { id: "con_1", provider: "acme", grantedActions: [setThing.id] });
  await store.owners.begin(ownerId);
  const provider = scriptedProvider();
  const world: World = {
    store,
    provider,
    sent: [],
    change: () => answered(200),
    read: () => answered(200, []),
    leaseHolds: true,
    defects: [],
    deps: depsOf(() => world, store, place, provider),
    run: (key, value = secret) => {
      const [client, body] = [sampleClient({ id: place.clientId }), { input: { value } }];
      const request = {
        caller: { client, keyId: "key_1", tenants: null },
        tenantId: place.tenantId,
        connectionId: "con_1",
        actionId: setThing.id,
      };
      const identity = { method: "POST", path: "/execute", body };
      return execute(world.deps, {
        ...request,
        idempotencyKey: () => key,
        content: () => ({ input: body.input, identity }),
      });
    },
    async rows(key) {
      const filters = {
        connectionId: null,
        status: null,
        actionId: null,
        idempotencyKey: key,
        after: null,
        limit: 100,
      };
      return (await store.executions.list(place.clientId, place.tenantId, filters)).rows;
    },
    async close() {
      await store.close();
      rmSync(folder, { recursive: true });
    },
  };
  return world;
}

function depsOf(world: () => World, store: Store, place: Place, provider: Provider): ExecuteDeps & ApprovedDeps {
  const hash = (_purpose: "fingerprint", data: string): string => `1.${Buffer.from(data).toString("hex")}`;
  return {
    store: store.executions,
    transport: scriptedTransport(world, place),
    platform: systemPlatform,
    lease: {
      ownerId: () => ownerId,
      holds: (owner) => owner === ownerId && world().leaseHolds,
    },
    credentials: {
      open: (sealed) => Promise.resolve(ready(sealed.version)),
      refresh: () => assert.fail("a static credential cannot be refreshed"),
      isSuperseded: () => Promise.resolve(false),
    },
    refusedCredentials: { check: () => Promise.resolve("refused"), stillWorks: () => Promise.resolve(false) },
    markNeedsReconnect: () => Promise.resolve(),
    validOutput: () => true,
    evidence: attemptEvidence(),
    checkPlan: (_approved, { sealed }) => Promise.resolve({ fault: null, version: sealed.version }),
    propose: () => assert.fail("nothing is proposed"),
    findProposed: ({ clientId, tenantId }, id) => store.proposals.find(clientId, tenantId, id),
    onDefect: (_id, what) => void world().defects.push(what),
    retry: { attemptsMax: 1, backoffBaseMs: 1, retryAfterMsMax: 1 },
    settle: { retryForMs: 60, retryEveryMs: 5 },
    callTimeoutMs: 10_000,
    keys: {
      hash: { hash, verify: (purpose, data, hashed) => hash(purpose, data) === hashed },
      nowMs: systemPlatform.nowMs,
      ownerId: () => ownerId,
      expiry: { refuse: () => undefined },
    },
    connectionCache: createConnectionCache(systemPlatform),
    actions: {
      find: () => ({ provider, action: setThing }),
      provider: () => provider,
      origins: createListedOrigins(new Map()),
      isEffective: () => true,
    },
    inputErrors: () => [],
    newExecutionId: () => newId("act"),
    credentialUse: (use) => credentialUse({ platform: systemPlatform, newId }, use),
    admit: () => ({ end: () => undefined }),
    inFlight: new Set(),
    inHand: createInHand(),
  };
}

function scriptedProvider(): Provider {
  const refuse = ({ status }: { status: number }) =>
    ({ code: status === 401 ? "PROVIDER_UNAUTHORIZED" : "PROVIDER_REJECTED" }) as const;
  return {
    slug: "acme",
    name: "Acme",
    description: "Acme.",
    docsUrl: "https://docs.example",
    origin: "https://api.example",
    requestIdHeader: "x-request-id",
    actions: [setThing],
    refuse,
    auth: [
      {
        kind: "static_credential",
        submission: nothing,
        fields: [],
        explain: () => null,
        credentialKind: () => "token",
        headers: () => ({ authorization: "Bearer canary-credential" }),
        identify: () => Promise.resolve({ slug: "a", name: "A" }),
      },
    ],
  };
}

function scriptedTransport(world: () => World, { clientId, tenantId }: Place): ProviderTransport {
  const filters = { connectionId: null, status: null, actionId: null, idempotencyKey: null, after: null, limit: 1 };
  return {
    open: () => ({
      async send(request, options) {
        const { sent, store, read, change } = world();
        if (request.method === "GET") return await read();
        const { rows } = await store.executions.list(clientId, tenantId, filters);
        // Nothing happens between this check and the first byte.
        if (options?.mayStillSend?.() === false) return { kind: "not_sent", reason: "not_allowed" };
        sent.push({ request, recorded: rows[0]?.status ?? "none" });
        return await change();
      },
      close: () => undefined,
    }),
  };
}
