/**
 * The fixture: execute on a real SQLite store, an authorization server that rotates, and a provider that checks tokens.
 */
import assert from "node:assert/strict";
import { dropUnrecorded, ServiceError } from "@svc/contract";
import type { Action, ExchangeFacts, OAuthCredential } from "@svc/provider-kit";
import { defineAction } from "@svc/provider-kit";
import { Type } from "typebox";
import { createListedOrigins } from "../../../src/domain/catalog/listed-origins.ts";
import { createInHand } from "../../../src/domain/executions/sweeper.ts";
import { credentialUse } from "../../../src/domain/journal/entry.ts";
import type { AuditEvent } from "../../../src/domain/journal/port.ts";
import type { SealedCredential } from "../../../src/domain/connections/sealed-credential.ts";
import type { ConnectionWithCredential } from "../../../src/domain/connections/port.ts";
import { createRefusedCredentials } from "../../../src/domain/connections/refused-credential.ts";
import { execute, type ExecuteDeps } from "../../../src/domain/executions/execute.ts";
import { createConnectionCache } from "../../../src/domain/executions/admit.ts";
import type { ExecutionRow } from "../../../src/domain/records/record.ts";
import type { ExecuteResult } from "../../../src/domain/executions/replay.ts";
import type { ExecuteRequest } from "../../../src/domain/executions/request.ts";
import { executeApproved, type ApprovedDeps, type Approved } from "../../../src/domain/proposals/approved-call.ts";
import type { IdentifyResult } from "../../../src/domain/provider-calls/identify.ts";
import type { ProviderTransport } from "../../../src/domain/provider-calls/port.ts";
import type { Store } from "../../../src/domain/database/port.ts";
import {
  clockedPlatform,
  makeOAuthConnection,
  makeReplica,
  readAudited,
  provider as plainProvider,
  reconnect,
  rotatingServer,
  sealedOf,
  type AuthorizationServer,
  type Clock,
  type Replica,
} from "../connections/oauth-fixture.ts";
import { attemptEvidence } from "../evidence/attempt-evidence.ts";
import { openTemporaryStore } from "../connections/temporary-store.ts";
import { newId, sampleClient } from "../../adapters/store/samples.ts";
import { answered, ownerId, setThing } from "./world.ts";

const nothing = Type.Object({}, { additionalProperties: false });

/** Reads once. */
const getThing: Action = defineAction({
  id: "things.get",
  title: "Get",
  description: "Gets.",
  consent: "Get",
  effect: "read",
  idempotency: "safe",
  requiredScopes: [],
  mcp: false,
  sensitiveOutput: false,
  input: nothing,
  output: nothing,
  async run(_input, port) {
    await port.read({ method: "GET", path: ["thing"] });
    return {};
  },
});

/** Everything that a test controls. */
export type OAuthWorld = {
  store: Store;
  clock: Clock;
  server: AuthorizationServer;
  /** Another process on the same store. */
  elsewhere: Replica;
  deps: ExecuteDeps & ApprovedDeps;
  /** Whether the provider also checks the token of a write's probe, and not only that of its change. */
  probeIsRefused: boolean;
  /** The access tokens of the changes that the provider executed. */
  executed: string[];
  /** Requests that reached the provider. */
  requests: number;
  /**
   * What the provider says about a credential's account; null if it accepts or refuses the token there as elsewhere.
   */
  identity: IdentifyResult["kind"] | null;
  /** The access tokens with which the account was read. */
  identified: string[];
  /** The credential version of each call. */
  openedUnder: (number | undefined)[];
  audited(): Promise<AuditEvent[]>;
  defects: string[];
  /** @param approved the approved call, for an action with a preview. */
  write(key: string, approved?: Approved): Promise<ExecuteResult>;
  read(): Promise<ExecuteResult>;
  /** @param key null for all, newest first. */
  rows(key: string | null): Promise<readonly ExecutionRow[]>;
  found(): Promise<ConnectionWithCredential>;
  sealed(found: ConnectionWithCredential): SealedCredential;
  soon(): number;
  /** Status and credential version. */
  connection(): Promise<[string, number]>;
  disconnect(): Promise<void>;
  reconnectWithoutRefreshToken(): Promise<void>;
  /** Writes while the n-th call to the store of executions fails once. @returns whether the fault occurred. */
  failAt(key: string, fault: { n: number; when: "before" | "after" }): Promise<boolean>;
  close(): Promise<void>;
};

export async function makeOAuthWorld(): Promise<OAuthWorld> {
  const clock: Clock = { skewMs: 0, sleptMs: 0 };
  const platform = clockedPlatform(clock);
  const { store, close } = await openTemporaryStore(platform.nowMs);
  const server = rotatingServer(platform);
  const { place, connectionId, read } = await makeOAuthConnection(store, server, platform, server.lifeMs);
  const here = makeReplica(store, server, platform);
  await store.owners.begin(ownerId);
  const hash = (_purpose: "fingerprint", data: string): string => `1.${Buffer.from(data).toString("hex")}`;
  const provider = { ...plainProvider, actions: [setThing, getThing] };
  const deps: ExecuteDeps & ApprovedDeps = {
    store: store.executions,
    transport: tokenReadingTransport(() => world),
    platform,
    lease: { ownerId: () => ownerId, holds: () => true },
    credentials: here.live,
    refusedCredentials: createRefusedCredentials({
      credentials: here.live,
      platform,
      identify: (_subject, credential) => Promise.resolve(identityOf(world, credential as OAuthCredential)),
    }),
    markNeedsReconnect: async (id, version) =>
      void (await store.connections.markNeedsReconnect(id, version, platform.nowMs(), { by: "system" })),
    validOutput: () => true,
    evidence: attemptEvidence(),
    checkPlan: (_approved, { sealed }) => Promise.resolve({ fault: null, version: sealed.version }),
    propose: () => assert.fail("nothing is proposed"),
    findProposed: ({ clientId, tenantId }, id) => store.proposals.find(clientId, tenantId, id),
    onDefect: (_id, what) => void world.defects.push(what),
    retry: { attemptsMax: 1, backoffBaseMs: 1, retryAfterMsMax: 1 },
    settle: { retryForMs: 60, retryEveryMs: 5 },
    callTimeoutMs: 10_000,
    keys: {
      hash: { hash, verify: (purpose, data, hashed) => hash(purpose, data) === hashed },
      nowMs: platform.nowMs,
      ownerId: () => ownerId,
      expiry: { refuse: () => undefined },
    },
    connectionCache: createConnectionCache(platform),
    actions: {
      find: (_slug, id) => ({ provider, action: id === setThing.id ? setThing : getThing }),
      provider: () => provider,
      origins: createListedOrigins(new Map()),
      isEffective: () => true,
    },
    inputErrors: () => [],
    newExecutionId: () => newId("act"),
    credentialUse: (use) => credentialUse({ platform, newId }, use),
    admit: () => ({ end: () => undefined }),
    inFlight: new Set(),
    inHand: createInHand(),
  };
  const run = (action: Action, input: unknown, key: string | null, approved?: Approved): Promise<ExecuteResult> => {
    const request: ExecuteRequest = {
      caller: { client: sampleClient({ id: place.clientId }), keyId: "key_1", tenants: null },
      tenantId: place.tenantId,
      connectionId,
      actionId: action.id,
      idempotencyKey: () => key,
      content: () => {
        const body = { input: dropUnrecorded(action.input, input) };
        return { input, identity: { method: "POST", path: `/${action.id}`, body } };
      },
    };
    return approved === undefined ? execute(world.deps, request) : executeApproved(world.deps, request, approved);
  };
  const world: OAuthWorld = {
    store,
    clock,
    server,
    elsewhere: makeReplica(store, server, platform),
    deps,
    probeIsRefused: false,
    executed: [],
    requests: 0,
    identity: null,
    identified: [],
    openedUnder: [],
    audited: () => readAudited(store, place.clientId),
    defects: [],
    write: (key, approved) => run(setThing, { value: "canary-input-value" }, key, approved),
    read: () => run(getThing, {}, null),
    async rows(key) {
      const open = { connectionId: null, status: null, actionId: null, after: null, limit: 100 };
      return (await store.executions.list(place.clientId, place.tenantId, { ...open, idempotencyKey: key })).rows;
    },
    found: read,
    sealed: sealedOf,
    soon: () => platform.monotonicMs() + 5000,
    async connection() {
      const { status, credentialVersion } = (await read()).connection;
      return [status, credentialVersion];
    },
    async disconnect() {
      await store.connections.disconnect(place.clientId, place.tenantId, connectionId, 9000, "operator");
    },
    reconnectWithoutRefreshToken: async () => reconnect(store, (await read()).connection, "canary-access-1", null),
    async failAt(key, fault) {
      const failing = failOnce(store.executions, fault);
      world.deps = { ...deps, store: failing.store };
      await world.write(key).catch((error: unknown) => {
        if (!(error instanceof ServiceError) && !(error instanceof Failed)) throw error;
      });
      world.deps = deps;
      return failing.met();
    },
    close,
  };
  return world;
}

function identityOf(world: OAuthWorld, { accessToken }: OAuthCredential): IdentifyResult {
  world.identified.push(accessToken);
  const kind = world.identity ?? (world.server.accepts(accessToken) ? "alive" : "refused");
  if (kind === "alive") return { kind, account: { slug: "acme", name: "Acme" }, credentialExpiresAt: null };
  return { kind, refusal: { code: kind === "refused" ? "PROVIDER_UNAUTHORIZED" : "PROVIDER_ERROR" } };
}

class Failed extends Error {}

function failOnce(store: Store["executions"], fault: { n: number; when: "before" | "after" }) {
  let count = 0;
  const failing = new Proxy(store, {
    get(target, name: keyof Store["executions"]) {
      const work = target[name] as (...args: readonly unknown[]) => Promise<unknown>;
      return async (...args: readonly unknown[]) => {
        count += 1;
        const fails = count === fault.n;
        if (fails && fault.when === "before") throw new Failed();
        const result = await work(...args);
        if (fails) throw new Failed();
        return result;
      };
    },
  });
  return { store: failing, met: () => count >= fault.n };
}

/** A provider that refuses a bad token with a 401 before it does anything, and records what it does. */
function tokenReadingTransport(world: () => OAuthWorld): ProviderTransport {
  return {
    open(_slug, { headers, credentialVersion }) {
      world().openedUnder.push(credentialVersion);
      return {
        send(request, options): Promise<ExchangeFacts> {
          const { server, executed, probeIsRefused } = world();
          if (request.method !== "GET" && options?.mayStillSend?.() === false) {
            return Promise.resolve({ kind: "not_sent", reason: "not_allowed" });
          }
          world().requests += 1;
          const accessToken = (headers["authorization"] ?? "").replace("Bearer ", "");
          const isProbe = request.method === "GET" && request.path[0] === "things";
          const isLookedAt = probeIsRefused || !isProbe;
          if (isLookedAt && !server.accepts(accessToken)) return Promise.resolve(answered(401));
          if (request.method !== "GET") executed.push(accessToken);
          return Promise.resolve(answered(200, []));
        },
        close: () => undefined,
      };
    },
  };
}
