/** Rows to test the store with: complete, valid, and with unique ids. */
import { randomBytes, randomUUID } from "node:crypto";
import { idRandomBytes, makeId } from "@svc/contract";
import type { ConnectSessionRow } from "../../../src/domain/connect-sessions/port.ts";
import type { ConnectionRow } from "../../../src/domain/connections/port.ts";
import type { SweptCount } from "../../../src/domain/executions/port.ts";
import type { ExecutionRow } from "../../../src/domain/records/record.ts";
import type { KeyClaim } from "../../../src/domain/idempotency/port.ts";
import type { EndpointCreation } from "../../../src/domain/webhooks/port.ts";
import type { ServiceClientRow, ServiceKeyRow } from "../../../src/domain/service-clients/port.ts";
import type { Store } from "../../../src/domain/database/port.ts";
import type { TenantRow } from "../../../src/domain/tenants/port.ts";

/** A unique id. Ids of one prefix sort in the order of their creation. */
export function newId(prefix: string): string {
  made += 1;
  return `${prefix}_${String(made).padStart(6, "0")}${randomUUID().slice(0, 8)}`;
}
let made = 0;

/** An execution id created at this time. Ids of the same time sort in the order of their creation. */
export function executionId(atMs: number): string {
  made += 1;
  const random = randomBytes(idRandomBytes);
  random.fill(0, 0, 4);
  random.writeUInt32BE(made, 4);
  return makeId("act", atMs, random);
}

/** Sweeps the records of owners that are known to be dead. */
export async function sweepAsDead(store: Store, ownerId: string): Promise<SweptCount> {
  await store.owners.end(ownerId);
  return await store.executions.sweep({ silent: [], limit: 1000 });
}

/** The answers that are stored when a tenant is created. */
export const responses = {
  created: { status: 201, body: { made: true } },
  exists: (tenantId: string) => ({ status: 409, body: { tenantId } }),
};

/** A turn of webhook deliveries with nothing busy. */
export const forAnyone = { afterClient: "", busy: { clients: [], endpoints: [] } };

export function sampleClient(change: Partial<ServiceClientRow> = {}): ServiceClientRow {
  return {
    id: newId("scl"),
    name: newId("name"),
    allowedOrigins: ["https://app.example"],
    allowedReturnUrls: [],
    allowedActions: ["doppler/*"],
    requireConfirmed: false,
    settleByState: false,
    allowImport: false,
    appName: "",
    logo: null,
    agentSignInUrl: "",
    policyRules: [],
    createdAt: 1000,
    revokedAt: null,
    ...change,
  };
}

export function sampleKey(clientId: string, change: Partial<ServiceKeyRow> = {}): ServiceKeyRow {
  const id = newId("key");
  return {
    id,
    clientId,
    name: "backend",
    hash: `1.${id}`,
    createdAt: 1000,
    tenants: null,
    policyRules: [],
    mayDecide: false,
    expiresAt: null,
    revokedAt: null,
    ...change,
  };
}

export function sampleTenant(clientId: string, change: Partial<TenantRow> = {}): TenantRow {
  return {
    id: newId("ten"),
    clientId,
    externalId: newId("external"),
    displayName: "Acme",
    label: null,
    createdAt: 1000,
    deletedAt: null,
    ...change,
  };
}

export function sampleClaim(clientId: string, change: Partial<KeyClaim> = {}): KeyClaim {
  return {
    clientId,
    tenantId: "-",
    key: newId("idem"),
    fingerprint: "1.same",
    ownerId: "owner_a",
    createdAt: 1000,
    ...change,
  };
}

/** What creates a webhook endpoint, with a key of its own and room for `max` endpoints. */
export function sampleCreation(clientId: string, max = 20): EndpointCreation {
  const responses = {
    created: { status: 201, body: "created" },
    exists: (id: string) => ({ status: 409, body: id }),
  };
  return { claim: sampleClaim(clientId), responses, max, by: "operator" };
}

export type Place = { clientId: string; tenantId: string };

/** A tenant and a key of its service client. */
export type Holder = Place & { keyId: string };

/** A tenant of a new client, and the client's key. */
export async function makeHolder(store: Store, change: Partial<ServiceClientRow> = {}): Promise<Holder> {
  const client = sampleClient(change);
  const key = sampleKey(client.id);
  await store.serviceClients.create(client, key, "operator");
  return { clientId: client.id, tenantId: await addTenant(store, client.id), keyId: key.id };
}

/** A tenant of a new client. */
export async function makeTenant(store: Store): Promise<Place> {
  const { clientId, tenantId } = await makeHolder(store);
  return { clientId, tenantId };
}

/** Another tenant of a client. */
export async function addTenant(store: Store, clientId: string, change: Partial<TenantRow> = {}): Promise<string> {
  const tenant = sampleTenant(clientId, change);
  await store.tenants.create(tenant, sampleClaim(clientId), responses, "operator");
  return tenant.id;
}

/** The connection that a tenant's sample executions use. */
const connectionIdOf = ({ tenantId }: Place): string => `con_of_${tenantId}`;

/** A tenant of a new client, with the connection that its executions use. */
export async function makeConnectedTenant(store: Store): Promise<Place> {
  const place = await makeTenant(store);
  await makeConnection(store, place, { id: connectionIdOf(place) });
  return place;
}

export function sampleExecution(place: Place, change: Partial<ExecutionRow> = {}): ExecutionRow {
  return {
    id: executionId(change.createdAt ?? 1000),
    ...place,
    connectionId: connectionIdOf(place),
    provider: "doppler",
    actionId: "secrets.set",
    effect: "write",
    status: "accepted",
    summaryInput: { project: "p" },
    summaryOutput: null,
    errorCode: "",
    errorDetail: "",
    retryAfterSeconds: null,
    providerStatus: null,
    providerRequestId: null,
    idempotencyKey: "",
    mcpGrant: "",
    tokenChain: [],
    subject: "",
    agent: "",
    proposalId: "",
    toolDigest: "",
    attempt: 1,
    fence: 0,
    ownerId: "owner_a",
    createdAt: 1000,
    dispatchedAt: null,
    completedAt: null,
    settleAfter: 0,
    lateResponse: null,
    looks: [],
    settlement: null,
    resolution: null,
    ...change,
  };
}

/** An execution with a key, and the key's claim. */
export function keyedExecution(
  place: Place,
  change: Partial<ExecutionRow> = {},
): { row: ExecutionRow; claim: KeyClaim } {
  const idempotencyKey = change.idempotencyKey ?? newId("idem");
  const row = sampleExecution(place, { ...change, idempotencyKey });
  const { ownerId, createdAt } = row;
  return {
    row,
    claim: sampleClaim(place.clientId, { tenantId: place.tenantId, key: idempotencyKey, ownerId, createdAt }),
  };
}

export function sampleSession(place: Place, change: Partial<ConnectSessionRow> = {}): ConnectSessionRow {
  return {
    id: newId("cs"),
    ...place,
    provider: "doppler",
    authKind: "static_credential",
    status: "pending",
    allowedOrigin: "https://app.example",
    returnUrl: "https://app.example/done",
    requestedActions: ["secrets.get"],
    requestedEvents: [],
    completion: "automatic",
    connectionId: "",
    reconnect: false,
    tokenHash: newId("token"),
    tokenUsedAt: null,
    secretHash: "",
    completionCodeHash: "",
    verifyingUntil: 0,
    rejections: 0,
    errorCode: "",
    createdAt: 1000,
    expiresAt: 10_000,
    completedAt: null,
    seal: "",
    ...change,
  };
}

/** Stores a session. */
export async function makeSession(
  store: Store,
  place: Place,
  change: Partial<ConnectSessionRow> = {},
): Promise<string> {
  const session = sampleSession(place, change);
  const claim = sampleClaim(place.clientId, { tenantId: place.tenantId });
  await store.connectSessions.create(session, claim, { status: 201, body: {} }, "key:k");
  return session.id;
}

export function sampleConnection(place: Place, change: Partial<ConnectionRow> = {}): ConnectionRow {
  return {
    id: newId("con"),
    ...place,
    provider: "doppler",
    authKind: "static_credential",
    status: "active",
    origin: "connect",
    listedOrigin: "",
    accountSlug: "acme",
    accountName: "Acme",
    grantedActions: ["secrets.get"],
    grantedEvents: [],
    appId: "",
    eventsAccount: "",
    grantedScopes: [],
    credentialVersion: 1,
    grantGeneration: 1,
    lastTestedAt: null,
    credentialExpiresAt: null,
    expiryDueAt: null,
    createdAt: 2000,
    updatedAt: 2000,
    ...change,
  };
}

/** Opaque bytes, like a sealed credential. */
export const record = Uint8Array.of(1, 0, 255, 7);

export async function makeConnection(
  store: Store,
  place: Place,
  change: Partial<ConnectionRow> = {},
): Promise<ConnectionRow> {
  const connection = sampleConnection(place, change);
  await addConnection(store, connection);
  return connection;
}

/**
 * Stores a connection by completing a session.
 * @param options.sealed the credential. @param options.session the session's own fields, such as the connection to
 * reconnect.
 */
export async function addConnection(
  store: Store,
  connection: ConnectionRow,
  options: { sealed?: Uint8Array; session?: Partial<ConnectSessionRow>; at?: number } = {},
): Promise<void> {
  const { clientId, tenantId, provider } = connection;
  const { sealed = record, session = {}, at = 2000 } = options;
  const sessionId = await makeSession(store, { clientId, tenantId }, { status: "opened", provider, ...session });
  const isStored = await store.connectSessions.complete(sessionId, { connection, record: sealed, at }, "end_user");
  if (!isStored) throw new Error("The connection was not stored.");
}
