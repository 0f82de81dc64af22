/** Connect over memory: the ports by their words, so that its rules are tested without a database. */
import { createSecretKey, randomBytes } from "node:crypto";
import { makeId } from "@svc/contract";
import { doppler } from "@svc/provider-doppler";
import { createAudit } from "../../src/audit/audit.ts";
import type { AuditEvent } from "../../src/audit/port.ts";
import { createCatalog } from "../../src/catalog/catalog.ts";
import type { ConnectDeps } from "../../src/connect/deps.ts";
import { openSessionStatuses, type ConnectSessionRow, type SessionCompletion } from "../../src/connect/port.ts";
import { createUserEvents } from "../../src/connect/user-events.ts";
import { createCredentials } from "../../src/connections/credentials.ts";
import type { ConnectionRow } from "../../src/connections/port.ts";
import { createCursors } from "../../src/listing/cursor.ts";
import type { Platform } from "../../src/platform.ts";
import type { IdentifyResult } from "../../src/provider-calls/identify.ts";
import type { Caller } from "../../src/service-clients/caller.ts";
import type { ServiceClientRow } from "../../src/service-clients/port.ts";
import type { TenantRow } from "../../src/tenants/port.ts";
import { keyedHashes } from "../../src/vault/hashing.ts";
import type { CredentialContext } from "../../src/vault/port.ts";
import { hasTokenForm, makeToken } from "../../src/vault/token.ts";

export const origin = "https://app.example.com";
export const publicUrl = "https://svc.example.com";

/** Everything that a test may look at or change. */
export type World = {
  deps: ConnectDeps;
  caller: Caller;
  tenant: TenantRow;
  clock: { nowMs: number };
  sessions: Map<string, ConnectSessionRow>;
  pending: Map<string, SessionCompletion>;
  connections: Map<string, ConnectionRow>;
  records: Map<string, Uint8Array>;
  audit: AuditEvent[];
  /** What the provider says, one answer a call; the last one stays. */
  provider: { answers: (() => Promise<IdentifyResult>)[]; calls: number };
};

export const alive = (slug = "acme"): (() => Promise<IdentifyResult>) => {
  return () => Promise.resolve({ kind: "alive", account: { slug, name: `Account ${slug}` } });
};
export const refused = (): Promise<IdentifyResult> =>
  Promise.resolve({ kind: "refused", refusal: { code: "PROVIDER_UNAUTHORIZED" } });
export const unsure = (): Promise<IdentifyResult> =>
  Promise.resolve({ kind: "unsure", refusal: { code: "PROVIDER_ERROR" } });

/** A world with one client and one tenant. */
export function createWorld(options: { requireConfirmed?: boolean; requireConfirmedCompletion?: boolean } = {}): World {
  const clock = { nowMs: 1_800_000_000_000 };
  const platform: Platform = {
    nowMs: () => clock.nowMs,
    monotonicMs: () => clock.nowMs,
    uptimeMs: () => clock.nowMs,
    randomBytes: (count) => randomBytes(count),
    jitter: () => 0.5,
  };
  const newId: ConnectDeps["newId"] = (prefix) => makeId(prefix, clock.nowMs, randomBytes(10));
  const hashes = keyedHashes(new Map([[1, createSecretKey(randomBytes(32))]]));
  const client: ServiceClientRow = {
    id: newId("scl"),
    name: "app",
    allowedOrigins: [origin],
    allowedReturnUrls: [`${origin}/done`],
    allowedActions: ["doppler/*"],
    requireConfirmed: options.requireConfirmed ?? false,
    createdAt: clock.nowMs,
    revokedAt: null,
  };
  const tenant: TenantRow = {
    id: newId("ten"),
    clientId: client.id,
    externalId: "c-1",
    displayName: "Customer One",
    createdAt: clock.nowMs,
    deletedAt: null,
  };
  const state = {
    sessions: new Map<string, ConnectSessionRow>(),
    pending: new Map<string, SessionCompletion>(),
    connections: new Map<string, ConnectionRow>(),
    records: new Map<string, Uint8Array>(),
    audit: [] as AuditEvent[],
  };
  const provider: World["provider"] = { answers: [alive()], calls: 0 };
  const audit = createAudit({ append: (event) => Promise.resolve(void state.audit.push(event)) }, { platform, newId });
  const deps: ConnectDeps = {
    store: memorySessions(state, { client, tenant }),
    connections: {
      find: (clientId, tenantId, id) => Promise.resolve(own(state.connections.get(id), clientId, tenantId)),
    },
    tenants: {
      find: (clientId, id, { deleted = false } = {}) =>
        Promise.resolve(
          clientId === client.id && id === tenant.id && (deleted || tenant.deletedAt === null) ? tenant : null,
        ),
    },
    serviceClients: { find: (id) => Promise.resolve(id === client.id ? client : null) },
    catalog: createCatalog({
      providers: [doppler],
      enabledActions: ["*/*"],
      isConfigured: () => true,
      digest: (text) => text,
    }),
    credentials: createCredentials(memoryVault),
    requireConfirmedCompletion: options.requireConfirmedCompletion ?? false,
    slot: () => () => undefined,
    identify: () => {
      provider.calls += 1;
      const answer = provider.answers.length > 1 ? provider.answers.shift() : provider.answers[0];
      return (answer ?? unsure)();
    },
    oauth: noOAuth,
    hashes,
    makeToken: (prefix) => makeToken(prefix, (count) => randomBytes(count)),
    hasTokenForm,
    cursors: createCursors(hashes),
    audit,
    recordUserEvent: createUserEvents({ audit, platform }),
    platform,
    newId,
    publicUrl: () => publicUrl,
  };
  return { deps, caller: { client, keyId: "k1" }, tenant, clock, ...state, provider };
}

/** The provider of these tests takes static credentials only. */
const never = (): never => {
  throw new Error("No session of these tests goes to its provider.");
};
const noOAuth: ConnectDeps["oauth"] = {
  flows: {
    start: never,
    findByTicketHash: never,
    findByStateHash: never,
    open: never,
    approve: never,
    use: never,
    giveUp: never,
    prune: never,
  },
  tokens: { exchangeCode: never },
  apps: new Map(),
  authorizationOrigin: never,
};

/** Not a cipher: it only binds the text to its context, so that a record of another place does not open. */
export const memoryVault = { sealCredential: seal, openCredential: open, openCredentialAtHand: () => null };

function seal(context: CredentialContext, plaintext: Uint8Array): Promise<Uint8Array> {
  return Promise.resolve(
    new TextEncoder().encode(JSON.stringify([context, Buffer.from(plaintext).toString("base64")])),
  );
}

function open(context: CredentialContext, record: Uint8Array): Promise<Uint8Array> {
  const [place, text] = JSON.parse(new TextDecoder().decode(record)) as [unknown, string];
  if (JSON.stringify(place) !== JSON.stringify(context)) return Promise.reject(new Error("sealed for another place"));
  return Promise.resolve(Uint8Array.from(Buffer.from(text, "base64")));
}

function own<Row extends { clientId: string; tenantId: string }>(
  row: Row | undefined,
  clientId: string,
  tenantId: string,
): Row | null {
  return row !== undefined && row.clientId === clientId && row.tenantId === tenantId ? row : null;
}

type State = Pick<World, "sessions" | "pending" | "connections" | "records" | "audit">;

function memorySessions(state: State, owner: { client: ServiceClientRow; tenant: TenantRow }): ConnectDeps["store"] {
  const { sessions, pending, connections, records, audit } = state;
  const change = (id: string, part: Partial<ConnectSessionRow>): void => {
    const row = sessions.get(id);
    if (row !== undefined) sessions.set(id, { ...row, ...part });
  };
  const isOpen = (row: ConnectSessionRow | undefined, at: number): row is ConnectSessionRow =>
    row !== undefined && openSessionStatuses.includes(row.status) && row.expiresAt > at;
  const holds = (id: string, { connection, at }: SessionCompletion): boolean => {
    const row = sessions.get(id);
    if (!isOpen(row, at) || owner.tenant.deletedAt !== null || owner.client.revokedAt !== null) return false;
    const before = connections.get(connection.id);
    if (!row.reconnect) return before === undefined;
    return (
      before !== undefined &&
      before.status !== "disconnected" &&
      before.credentialVersion === connection.credentialVersion - 1
    );
  };
  const byHash = (field: "tokenHash" | "secretHash", hash: string): Promise<ConnectSessionRow | null> =>
    Promise.resolve([...sessions.values()].find((row) => row[field] === hash) ?? null);
  return {
    create: (session) => Promise.resolve((sessions.set(session.id, session), { kind: "created" })),
    find: (clientId, tenantId, id) => Promise.resolve(own(sessions.get(id), clientId, tenantId)),
    findById: (id) => Promise.resolve(sessions.get(id) ?? null),
    findByTokenHash: (hash) => byHash("tokenHash", hash),
    findBySecretHash: (hash) => byHash("secretHash", hash),
    list: (_clientId, _tenantId, { limit }) => {
      const rows = [...sessions.values()].reverse();
      return Promise.resolve({ rows: rows.slice(0, limit), more: rows.length > limit });
    },
    exchange: (id, secretHash, at) => {
      const row = sessions.get(id);
      if (!isOpen(row, at) || row.status !== "pending") return Promise.resolve(false);
      change(id, { status: "opened", secretHash, tokenUsedAt: at });
      return Promise.resolve(true);
    },
    beginVerification: (id, at, until) => {
      const row = sessions.get(id);
      if (!isOpen(row, at) || row.status === "pending" || row.verifyingUntil > at) return Promise.resolve(false);
      change(id, { verifyingUntil: until });
      return Promise.resolve(true);
    },
    endVerification: (id) => Promise.resolve(change(id, { verifyingUntil: 0 })),
    reject: (id, limit, _at, failed) => {
      const rejections = (sessions.get(id)?.rejections ?? 0) + 1;
      change(id, { rejections, verifyingUntil: 0 });
      if (rejections >= limit) {
        change(id, { status: "failed", errorCode: "CREDENTIAL_REJECTED" });
        if (failed !== undefined) audit.push(failed);
      }
      return Promise.resolve(rejections);
    },
    complete: (id, completion) => {
      if (!holds(id, completion)) return Promise.resolve(false);
      connections.set(completion.connection.id, completion.connection);
      records.set(completion.connection.id, completion.record);
      pending.delete(id);
      change(id, {
        completionCodeHash: "",
        status: "completed",
        connectionId: completion.connection.id,
        completedAt: completion.at,
      });
      return Promise.resolve(true);
    },
    awaitConfirmation: (id, { completionCodeHash, confirmBy, ...completion }) => {
      if (!holds(id, completion) || sessions.get(id)?.status === "awaiting_confirmation") return Promise.resolve(false);
      pending.set(id, completion);
      const waiting = { status: "awaiting_confirmation", completionCodeHash, expiresAt: confirmBy } as const;
      change(id, { ...waiting, rejections: 0, verifyingUntil: 0 });
      return Promise.resolve(true);
    },
    pendingCompletion: (id) => Promise.resolve(pending.get(id) ?? null),
    end: (id, status, errorCode, _at, ended) => {
      const row = sessions.get(id);
      if (row === undefined || !openSessionStatuses.includes(row.status)) return Promise.resolve(false);
      pending.delete(id);
      change(id, { status, errorCode });
      if (ended !== undefined) audit.push(ended);
      return Promise.resolve(true);
    },
    sweep: () => Promise.resolve(0),
    prune: () => Promise.resolve(0),
  };
}
