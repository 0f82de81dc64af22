/** Connections and their sealed credentials. */
import type { Actor } from "../../../domain/journal/port.ts";
import type { ConnectionStore, TestResult } from "../../../domain/connections/port.ts";
import type { Queries, StoreContext } from "../context.ts";
import { hastenLooks } from "../executions/looks.ts";
import { append } from "../journal/append.ts";
import { connectionEntry, connectionEntryColumns, connectionRecord } from "../journal/entries.ts";
import { isListed, listedIds } from "../statements/listed.ts";
import { isLivingTenant, listPage, type ReadStep } from "../statements/page.ts";
import { recordExpiry, sweepExpiry } from "./expiry.ts";
import { importConnection } from "./import.ts";
import { disconnectAll } from "./disconnect-all.ts";
import { countByListedOrigin, countOfOtherProviders } from "./by-provider.ts";
import { isPresentVersion } from "./renewals.ts";
import { connectionRow } from "./rows.ts";
import { firstRow } from "../statements/rows.ts";

/** @param context the database. */
export function createConnectionStore(context: StoreContext): ConnectionStore {
  return {
    find: (clientId, tenantId, connectionId) =>
      context.read({ client: clientId }, (queries) =>
        firstRow(own(queries, clientId, tenantId, connectionId), connectionRow),
      ),
    findWithCredential: (clientId, tenantId, connectionId) =>
      context.read({ client: clientId }, async (queries) => {
        const row = await own(queries, clientId, tenantId, connectionId)
          .leftJoin("credentials", "credentials.connection_id", "connections.id")
          .select("credentials.record")
          .executeTakeFirst();
        return row === undefined ? null : { connection: connectionRow(row), record: row.record };
      }),
    list: (clientId, tenantId, query) =>
      context.list({ client: clientId }, (read) => list(read, clientId, tenantId, query)),
    countOfOtherProviders: (known) => context.read("system", (queries) => countOfOtherProviders(queries, known)),
    countByListedOrigin: (provider) => context.read("system", (queries) => countByListedOrigin(queries, provider)),
    import: (imported) => importConnection(context, imported),
    disconnect: (clientId, tenantId, connectionId, at, by) =>
      context.write({ client: clientId }, (queries) =>
        disconnect(context, queries, { clientId, tenantId, connectionId, at, by }),
      ),
    disconnectAll: (filter, at, by, onDisconnected) => disconnectAll(context, filter, { at, by, onDisconnected }),
    markNeedsReconnect: (connectionId, credentialVersion, at, { by, executionId }) =>
      context.write({ subject: connectionId }, async (queries) => {
        const changed = await queries
          .updateTable("connections")
          .set({ status: "needs_reconnect", updated_at: at })
          .where(isPresentVersion(context, connectionId, credentialVersion))
          .where("status", "=", "active")
          .returning(connectionEntryColumns)
          .executeTakeFirst();
        if (changed === undefined) return false;
        const data = { ...(executionId === undefined ? {} : { execution: executionId }), credentialVersion };
        await append(context, queries, [connectionEntry("connection.needs_reconnect", changed, by, data)]);
        return true;
      }),
    recordTest: (connectionId, credentialVersion, test, at, by) =>
      context.write({ subject: connectionId }, (queries) =>
        recordTest(context, queries, { connectionId, credentialVersion, ...test, at, by }),
      ),
    sweepExpiry: (nowMs, limit) => sweepExpiry(context, nowMs, limit),
  };
}

function own(queries: Queries, clientId: string, tenantId: string, connectionId: string) {
  return queries
    .selectFrom("connections")
    .selectAll("connections")
    .where("connections.id", "=", connectionId)
    .where("connections.client_id", "=", clientId)
    .where("connections.tenant_id", "=", tenantId);
}

async function list(
  read: ReadStep,
  clientId: string,
  tenantId: string,
  query: Parameters<ConnectionStore["list"]>[2],
): ReturnType<ConnectionStore["list"]> {
  const { provider, status, ids = null } = query;
  const conditions = ["client_id = :clientId", "tenant_id = :tenantId", isLivingTenant];
  const filters: string[] = [];
  if (provider !== null) filters.push("provider = :provider");
  if (status !== null) filters.push("status = :status");
  if (ids !== null) filters.push(isListed("id", "ids"));
  const values = { clientId, tenantId, provider, status, ids: listedIds(ids) };
  return await listPage(read, "connections", { conditions, filters, values, query }, connectionRow);
}

async function disconnect(
  context: StoreContext,
  queries: Queries,
  {
    clientId,
    tenantId,
    connectionId,
    at,
    by,
  }: { clientId: string; tenantId: string; connectionId: string; at: number; by: Actor },
): ReturnType<ConnectionStore["disconnect"]> {
  const changed = await queries
    .updateTable("connections")
    .set({ status: "disconnected", updated_at: at })
    .where("id", "=", connectionId)
    .where("client_id", "=", clientId)
    .where("tenant_id", "=", tenantId)
    .where("status", "<>", "disconnected")
    .returningAll()
    .executeTakeFirst();
  if (changed === undefined) {
    return await firstRow(own(queries, clientId, tenantId, connectionId), connectionRow);
  }
  await queries.deleteFrom("credentials").where("connection_id", "=", connectionId).execute();
  await hastenLooks(context, queries, [connectionId]);
  await append(context, queries, [connectionEntry("connection.disconnected", changed, by, {})]);
  return connectionRow(changed);
}

/** Records a test, unless the credential was replaced or the connection disconnected in the meantime. */
async function recordTest(
  context: StoreContext,
  queries: Queries,
  test: {
    connectionId: string;
    credentialVersion: number;
    alive: TestResult["alive"];
    code: TestResult["code"];
    at: number;
    by: Actor;
  },
): ReturnType<ConnectionStore["recordTest"]> {
  const { connectionId, credentialVersion, alive, code, at, by } = test;
  const tested = queries
    .updateTable("connections")
    .where("id", "=", connectionId)
    .where("credential_version", "=", credentialVersion);
  const revived =
    alive === null
      ? undefined
      : await tested
          .set({ status: "active", updated_at: at })
          .where("status", "=", "needs_reconnect")
          .returning(connectionEntryColumns)
          .executeTakeFirst();
  const changed = await tested
    .set({ last_tested_at: at })
    .where("status", "<>", "disconnected")
    .returningAll()
    .executeTakeFirst();
  const row =
    changed === undefined
      ? await queries.selectFrom("connections").selectAll().where("id", "=", connectionId).executeTakeFirst()
      : alive === null
        ? changed
        : await recordExpiry(queries, changed, alive.credentialExpiresAt, at);
  if (row === undefined) return null;
  await append(context, queries, [
    connectionRecord("connection.tested", row, by, { ok: code === "", code }),
    ...(revived === undefined ? [] : [connectionEntry("connection.updated", revived, by, {})]),
  ]);
  return connectionRow(row);
}
