/** Connections: look up, present, test, and disconnect. */
import {
  idPrefixes,
  isId,
  ServiceError,
  type Connection,
  type ConnectionList,
  type TestedConnection,
} from "@svc/contract";
import type { Provider, Refusal } from "@svc/provider-kit";
import { findAuth, strategyFor } from "../auth-kinds/table.ts";
import { unlistedDetail, type ListedOrigins, nameOfListed } from "../catalog/listed-origins.ts";
import { byCaller } from "../journal/entry.ts";
import type { Cursors, PageQuery } from "../listings/page.ts";
import { timestamp, timestampOrNull } from "../clock/timestamp.ts";
import type { IdentifyResult } from "../provider-calls/identify.ts";
import { actorOf, coversConnection, type Caller } from "../service-clients/caller.ts";
import type { ConnectionRow, ConnectionStatus, ConnectionStore, ConnectionWithCredential } from "./port.ts";
import { probe, type ProbeDeps, type Testable } from "./probe.ts";
import type { PrepareRevocation } from "./revoke.ts";

/** The filters and cursor of a listing. */
export type ConnectionQuery = PageQuery & { provider?: string | undefined; status?: ConnectionStatus | undefined };

/** The operations on connections of one of the caller's tenants. */
export type Connections = {
  list(caller: Caller, tenantId: string, query: ConnectionQuery): Promise<ConnectionList>;
  /** @throws ServiceError CONNECTION_NOT_FOUND. */
  get(caller: Caller, tenantId: string, connectionId: string): Promise<Connection>;
  /**
   * Disconnects, and destroys the credential; repeatable. The provider is called only if the operator wants its tokens
   * revoked.
   * @throws ServiceError CONNECTION_NOT_FOUND.
   */
  disconnect(caller: Caller, tenantId: string, connectionId: string): Promise<Connection>;
  /**
   * Runs the checks that `test` makes before sending anything.
   * @throws ServiceError CONNECTION_NOT_FOUND, CONNECTION_NOT_ACTIVE, PROVIDER_NOT_AVAILABLE.
   */
  checkTestable(caller: Caller, tenantId: string, connectionId: string): Promise<void>;
  /**
   * Identifies the credential's account at the provider.
   * @throws ServiceError as `checkTestable`; PROVIDER_UNREACHABLE or PROVIDER_RATE_LIMITED if the result is
   * inconclusive, in which case nothing is changed.
   */
  test(caller: Caller, tenantId: string, connectionId: string): Promise<TestedConnection>;
};

/** Dependencies of the operations. */
export type ConnectionDeps = ProbeDeps & {
  store: ConnectionStore;
  /** Finds a loaded provider by its slug. */
  provider: (slug: string) => Provider | null;
  origins: Pick<ListedOrigins, "isListed">;
  cursors: Cursors;
  /** Revokes the token of a disconnected connection; if absent, tokens are never revoked. */
  prepareRevocation?: PrepareRevocation;
};

/** Creates the operations on connections. */
export function createConnections(deps: ConnectionDeps): Connections {
  const { store, cursors, platform } = deps;
  return {
    async list(caller, tenantId, { limit, cursor, provider = null, status = null }) {
      const clientId = caller.client.id;
      const scope = { listing: "connections", clientId, tenantId, filters: [provider, status] };
      const ids = caller.token?.connections ?? null;
      const query = { provider, status, ids, after: cursors.read(scope, cursor), limit };
      const page = await store.list(clientId, tenantId, query);
      return { connections: page.rows.map(presentConnection), nextCursor: cursors.next(scope, page) };
    },
    async get(caller, tenantId, connectionId) {
      return presentConnection(await find(deps, caller, tenantId, connectionId));
    },
    async disconnect(caller, tenantId, connectionId) {
      const before = await findWithCredential(deps, caller, tenantId, connectionId);
      if (before.connection.status === "disconnected") return presentConnection(before.connection);
      const revoke = (await deps.prepareRevocation?.(before, byCaller(caller))) ?? null;
      const row = await store.disconnect(caller.client.id, tenantId, connectionId, platform.nowMs(), actorOf(caller));
      if (row === null) throw new ServiceError("CONNECTION_NOT_FOUND");
      await revoke?.();
      return presentConnection(row);
    },
    async checkTestable(caller, tenantId, connectionId) {
      await findTestable(deps, caller, tenantId, connectionId);
    },
    async test(caller, tenantId, connectionId) {
      const testable = await findTestable(deps, caller, tenantId, connectionId);
      const { connection } = testable;
      const { result, version } = await probe(deps, testable);
      if (result.kind === "unsure") throw unsureError(result.refusal, connectionId);
      const at = platform.nowMs();
      const by = actorOf(caller);
      const response = judgeTest(connection, result, at);
      // Both writes apply only to the tested version, because a reconnect in the meantime stores another credential.
      const isDead = result.kind === "refused" && result.refusal.code === "PROVIDER_UNAUTHORIZED";
      if (isDead) await store.markNeedsReconnect(connectionId, version, at, { by });
      const alive = result.kind === "alive" && response.ok ? result : null;
      await store.recordTest(connectionId, version, { alive, code: response.error?.code ?? "" }, at, by);
      return response;
    },
  };
}

/**
 * Returns the response to a test.
 * @param at milliseconds since the epoch.
 */
export function judgeTest(
  connection: Pick<ConnectionRow, "accountSlug">,
  result: Exclude<IdentifyResult, { kind: "unsure" }>,
  at: number,
): TestedConnection {
  const checkedAt = timestamp(at);
  if (result.kind === "refused") {
    const { code, detail } = new ServiceError(result.refusal.code, { detail: result.refusal.detail });
    return { ok: false, checkedAt, account: null, error: { code, detail } };
  }
  const account = { slug: result.account.slug, name: result.account.name };
  if (account.slug === connection.accountSlug) return { ok: true, checkedAt, account, error: null };
  const { code } = new ServiceError("CONNECTION_ACCOUNT_MISMATCH");
  const detail =
    "The credential belongs to a different account than the one that was connected. The user must reconnect with a credential for the original account.";
  return { ok: false, checkedAt, account, error: { code, detail } };
}

/**
 * Returns the 503 for an inconclusive result: it says nothing about the credential, and the request may be repeated.
 */
function unsureError(refusal: Refusal, connection_id: string): ServiceError {
  const { retryAfterSeconds } = refusal;
  if (refusal.code === "PROVIDER_RATE_LIMITED") {
    return new ServiceError("PROVIDER_RATE_LIMITED", { connection_id, detail: refusal.detail, retryAfterSeconds });
  }
  const detail =
    "The provider gave no clear response about the credential, so the connection is unchanged. Test again in a moment.";
  return new ServiceError("PROVIDER_UNREACHABLE", { connection_id, detail, retryAfterSeconds });
}

async function find(
  deps: ConnectionDeps,
  caller: Caller,
  tenantId: string,
  connectionId: string,
): Promise<ConnectionRow> {
  const known = isId(idPrefixes.connection, connectionId) && coversConnection(caller, connectionId);
  const row = known ? await deps.store.find(caller.client.id, tenantId, connectionId) : null;
  if (row === null) throw new ServiceError("CONNECTION_NOT_FOUND");
  return row;
}

async function findWithCredential(
  deps: ConnectionDeps,
  caller: Caller,
  tenantId: string,
  connectionId: string,
): Promise<ConnectionWithCredential> {
  const known = isId(idPrefixes.connection, connectionId);
  const found = known ? await deps.store.findWithCredential(caller.client.id, tenantId, connectionId) : null;
  if (found === null) throw new ServiceError("CONNECTION_NOT_FOUND");
  return found;
}

async function findTestable(
  deps: ConnectionDeps,
  caller: Caller,
  tenantId: string,
  connectionId: string,
): Promise<Testable> {
  const { connection, record: sealed } = await findWithCredential(deps, caller, tenantId, connectionId);
  if (connection.status === "disconnected" || sealed === null) {
    throw new ServiceError("CONNECTION_NOT_ACTIVE", {
      connection_id: connectionId,
      detail: "The connection was disconnected and its credential destroyed, so there is nothing to test.",
    });
  }
  const provider = deps.provider(connection.provider);
  const auth = provider === null ? null : findAuth(provider, connection.authKind);
  if (provider === null || auth === null) {
    throw new ServiceError("PROVIDER_NOT_AVAILABLE", { connection_id: connectionId });
  }
  if (!deps.origins.isListed(provider, connection.listedOrigin)) {
    throw new ServiceError("CONNECTION_NOT_ACTIVE", { connection_id: connectionId, detail: unlistedDetail });
  }
  return { connection, record: sealed, provider, auth };
}

/** Presents the connection to its owner, without any part of its credential. */
export function presentConnection(row: ConnectionRow): Connection {
  return {
    id: row.id,
    tenant_id: row.tenantId,
    provider: row.provider,
    authKind: row.authKind,
    status: row.status,
    origin: row.origin,
    account: { slug: row.accountSlug, name: row.accountName },
    grantedActions: [...row.grantedActions],
    grantedEvents: [...row.grantedEvents],
    auth_config: strategyFor(row.authKind).presentConfig(row),
    provider_binding: bindingOf(row.listedOrigin),
    lastTestedAt: timestampOrNull(row.lastTestedAt),
    credentialExpiresAt: timestampOrNull(row.credentialExpiresAt),
    createdAt: timestamp(row.createdAt),
    updatedAt: timestamp(row.updatedAt),
  };
}

/** Shows only the name of the listed origin, because its address is for the operator alone. */
function bindingOf(listedOrigin: string): Connection["provider_binding"] {
  const origin = nameOfListed(listedOrigin);
  return origin === null ? null : { origin };
}
