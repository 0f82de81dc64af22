/** Connect on a temporary SQLite store: one client, one tenant, and a provider whose responses the test sets. */
import { createSecretKey, randomBytes, randomUUID } from "node:crypto";
import { DatabaseSync } from "node:sqlite";
import { makeId } from "@svc/contract";
import { doppler } from "@svc/provider-doppler";
import { createAudit } from "../../../src/domain/journal/entry.ts";
import type { AuditEvent } from "../../../src/domain/journal/port.ts";
import { createCatalog } from "../../../src/domain/catalog/catalog.ts";
import type { ConnectDeps } from "../../../src/domain/connect-sessions/deps.ts";
import type {
  ConnectSessionRow,
  ConnectSessionStatus,
  SessionCompletion,
} from "../../../src/domain/connect-sessions/port.ts";
import { createUserEvents } from "../../../src/domain/connect-sessions/user-events.ts";
import { createCredentials } from "../../../src/domain/connections/sealed-credential.ts";
import type { ConnectionRow } from "../../../src/domain/connections/port.ts";
import { createCursors } from "../../../src/domain/listings/page.ts";
import type { Platform } from "../../../src/platform.ts";
import type { IdentifyResult } from "../../../src/domain/provider-calls/identify.ts";
import type { Caller } from "../../../src/domain/service-clients/caller.ts";
import type { Store } from "../../../src/domain/database/port.ts";
import type { TenantRow } from "../../../src/domain/tenants/port.ts";
import { keyedHashes } from "../../../src/adapters/vault/hashing.ts";
import type { CredentialContext } from "../../../src/domain/vault/port.ts";
import { hasTokenForm, makeToken } from "../../../src/adapters/vault/service-key.ts";
import { addTenant, sampleClient, sampleKey, sampleTenant } from "../../adapters/store/samples.ts";
import { openTemporaryStore } from "../connections/temporary-store.ts";

export const origin = "https://app.example.com";
export const publicUrl = "https://svc.example.com";

/** Everything that a test can inspect or change. */
export type Fixture = {
  deps: ConnectDeps;
  store: Store;
  caller: Caller;
  tenant: TenantRow;
  clock: { nowMs: number };
  /** The events of this client, in order. */
  audit: AuditEvent[];
  /** The provider's responses, one per call; the last one repeats. */
  provider: { responses: (() => Promise<IdentifyResult>)[]; calls: number };
  sessions(): Promise<readonly ConnectSessionRow[]>;
  connections(): Promise<readonly ConnectionRow[]>;
  connection(id: string): Promise<ConnectionRow | null>;
  /** The sealed credential of a connection. */
  record(id: string): Promise<Uint8Array | null>;
  pending(sessionId: string): Promise<SessionCompletion | null>;
  /** Deletes the tenant, or revokes the client, as their owner would. */
  removeTenant(): Promise<void>;
  revokeClient(): Promise<void>;
  changeClient(change: Parameters<Store["serviceClients"]["update"]>[1]): Promise<void>;
  /** Sets every session of the tenant to this status, regardless of its current one. */
  setStatus(status: ConnectSessionStatus): void;
  /** Raises the version of a connection's credential, as a refresh would. */
  replaceCredential(connectionId: string): void;
};

export const alive = (slug = "acme", credentialExpiresAt: number | null = null): (() => Promise<IdentifyResult>) => {
  return () => Promise.resolve({ kind: "alive", account: { slug, name: `Account ${slug}` }, credentialExpiresAt });
};
export const refused = (): Promise<IdentifyResult> =>
  Promise.resolve({ kind: "refused", refusal: { code: "PROVIDER_UNAUTHORIZED" } });
export const unsure = (): Promise<IdentifyResult> =>
  Promise.resolve({ kind: "unsure", refusal: { code: "PROVIDER_ERROR" } });

const clock = { nowMs: 1_800_000_000_000 };
const platform: Platform = {
  nowMs: () => clock.nowMs,
  monotonicMs: () => clock.nowMs,
  uptimeMs: () => clock.nowMs,
  randomBytes: (count) => randomBytes(count),
  jitter: () => 0.5,
  cellMark: () => "",
};
const newId: ConnectDeps["newId"] = (prefix) => makeId(prefix, clock.nowMs, randomBytes(10));
const hashes = keyedHashes(new Map([[1, createSecretKey(randomBytes(32))]]));

/** One store for all tests in a process, which several files may share; each test has its own client and tenant. */
let opened: ReturnType<typeof openTemporaryStore> | undefined;
process.once("beforeExit", () => void opened?.then((store) => store.close()));

/** A claim for an unused key. */
export const newClaim = ({ id: tenantId, clientId }: Pick<TenantRow, "id" | "clientId">) => {
  return { clientId, tenantId, key: randomUUID(), fingerprint: "1.f", ownerId: "o", createdAt: clock.nowMs };
};

/** Registers a client with a tenant. */
export async function createFixture(
  options: { requireConfirmed?: boolean; requireConfirmedCompletion?: boolean } = {},
): Promise<Fixture> {
  const { store, path } = await (opened ??= openTemporaryStore(() => clock.nowMs));
  const client = sampleClient({
    id: newId("scl"),
    allowedOrigins: [origin],
    allowedReturnUrls: [`${origin}/done`],
    requireConfirmed: options.requireConfirmed ?? false,
    createdAt: clock.nowMs,
  });
  const keyId = randomUUID();
  await store.serviceClients.create(client, sampleKey(client.id, { id: keyId, name: "default" }), "operator");
  const tenant = sampleTenant(client.id, {
    id: newId("ten"),
    externalId: "c-1",
    displayName: "Customer One",
    createdAt: clock.nowMs,
  });
  await addTenant(store, client.id, tenant);
  const caller: Caller = { client, keyId, tenants: null };
  const provider: Fixture["provider"] = { responses: [alive()], calls: 0 };
  const events: AuditEvent[] = [];
  // What the trail contains after each write.
  const noted = async <T>(result: T): Promise<T> => {
    events.splice(0, events.length, ...(await store.audit.page(client.id, 0, 1000)));
    return result;
  };
  const audit = createAudit({ append: async (event) => noted(await store.audit.append(event)) }, { platform, newId });
  const { connectSessions } = store;
  const deps: ConnectDeps = {
    store: {
      ...connectSessions,
      exchange: async (...given) => noted(await connectSessions.exchange(...given)),
      reject: async (...given) => noted(await connectSessions.reject(...given)),
      complete: async (...given) => noted(await connectSessions.complete(...given)),
      awaitConfirmation: async (...given) => noted(await connectSessions.awaitConfirmation(...given)),
      end: async (...given) => noted(await connectSessions.end(...given)),
    },
    connections: store.connections,
    tenants: store.tenants,
    serviceClients: store.serviceClients,
    catalog: createCatalog({
      providers: [doppler],
      enabledActions: ["*/*"],
      isConfigured: () => true,
      configurationOf: () => "",
      digest: (text) => text,
    }),
    credentials: createCredentials(bindingVault),
    requireConfirmedCompletion: options.requireConfirmedCompletion ?? false,
    slot: () => () => undefined,
    identify: () => {
      provider.calls += 1;
      const response = provider.responses.length > 1 ? provider.responses.shift() : provider.responses[0];
      return (response ?? unsure)();
    },
    oauth: noOAuth,
    hashes,
    makeToken: (prefix) => makeToken(prefix, (count) => randomBytes(count)),
    hasTokenForm,
    cursors: createCursors(hashes),
    audit,
    ...createUserEvents({ audit, platform }),
    platform,
    newId,
    publicUrl: () => publicUrl,
    givesLink: false,
  };
  const everything = { status: null, after: null, limit: 100 };
  const run = (sql: string, ...values: string[]): void => {
    const database = new DatabaseSync(path, { timeout: 5000 });
    try {
      database.prepare(sql).run(...values);
    } finally {
      database.close();
    }
  };
  return {
    deps,
    store,
    caller,
    tenant,
    clock,
    audit: events,
    provider,
    sessions: async () =>
      (await connectSessions.list(client.id, tenant.id, { ...everything, nowMs: clock.nowMs })).rows,
    connections: async () =>
      (await store.connections.list(client.id, tenant.id, { ...everything, provider: null })).rows,
    connection: (id) => store.connections.find(client.id, tenant.id, id),
    record: async (id) => (await store.connections.findWithCredential(client.id, tenant.id, id))?.record ?? null,
    pending: (id) => connectSessions.pendingCompletion(id),
    removeTenant: async () => void (await store.tenants.remove(client.id, tenant.id, clock.nowMs, true, "operator")),
    revokeClient: async () => void (await store.serviceClients.revoke(client.id, clock.nowMs, "operator")),
    async changeClient(change) {
      await store.serviceClients.update(client.id, change, "operator");
      Object.assign(client, change);
    },
    setStatus: (status) => run("UPDATE connect_sessions SET status = ? WHERE tenant_id = ?", status, tenant.id),
    replaceCredential: (id) =>
      run("UPDATE connections SET credential_version = credential_version + 1 WHERE id = ?", id),
  };
}

/** The provider in these tests only takes static credentials. */
const never = (): never => {
  throw new Error("No session in these tests goes to its provider.");
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
  apps: { of: () => [], stateFor: () => "" },
  authorizationOrigin: never,
};

/** Not a cipher: it only binds the text to its context, so that a record doesn't open in another one. */
export const bindingVault = { sealCredential: seal, openCredential: open, openCredentialFromCache: () => null };

function seal(context: CredentialContext, plaintext: Uint8Array): Promise<Uint8Array> {
  return Promise.resolve(
    new TextEncoder().encode(JSON.stringify([context, Buffer.from(plaintext).toString("base64")])),
  );
}

function open(context: CredentialContext, record: Uint8Array): Promise<Uint8Array> {
  const [binding, text] = JSON.parse(new TextDecoder().decode(record)) as [unknown, string];
  if (JSON.stringify(binding) !== JSON.stringify(context))
    return Promise.reject(new Error("sealed for another context"));
  return Promise.resolve(Uint8Array.from(Buffer.from(text, "base64")));
}
