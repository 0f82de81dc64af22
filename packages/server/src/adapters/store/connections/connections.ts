/**
 * Connections and their sealed credentials. An import creates one: all conditions and all writes in one transaction.
 */
import type { Actor } from "../../../domain/journal/port.ts";
import type { ConnectionStore, TestResult, ConnectionImport, ImportOutcome } from "../../../domain/connections/port.ts";
import { type StoreContext, Abandoned, type Queries } from "../context.ts";
import { hastenLooks } from "../executions/look-schedule.ts";
import { append } from "../journal/append.ts";
import { connectionEntry, connectionEntryColumns, connectionRecord } from "../journal/entries.ts";
import { isListed, isLivingTenant, listedIds, listPage, type ReadStep } from "../statements/page.ts";
import { recordExpiry, sweepExpiry } from "./expiry.ts";
import { disconnectAll, countByListedOrigin, countOfOtherProviders } from "./many.ts";
import { isPresentVersion, connectionRow } from "./rows.ts";
import { firstRow, columnsOf } from "../rows.ts";
import { keepResponse } from "../keys.ts";

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

/**
 * `ConnectionStore.import`. A process that dies before the commit leaves nothing, so a repeat creates one connection.
 */
export function importConnection(context: StoreContext, imported: ConnectionImport): Promise<ImportOutcome> {
  const { connection, record, by, claim, response } = imported;
  return context.write({ client: connection.clientId }, async (queries): Promise<ImportOutcome> => {
    const refusal = await findRefusal(context, queries, imported);
    if (refusal !== null) return refusal;
    const columns = columnsOf("connections", connection);
    await queries.insertInto("connections").values(columns).execute();
    await queries.insertInto("credentials").values({ connection_id: connection.id, record }).execute();
    const data = { account: connection.accountSlug, origin: "import" };
    // In the order of a claim, the journal before the key, so that the two don't deadlock.
    await append(context, queries, [connectionEntry("connection.created", columns, by, data)]);
    if (!(await keepResponse(queries, claim, claim.ownerId, response)))
      throw new Abandoned<ImportOutcome>("superseded");
    return "stored";
  });
}

/**
 * Why the connection may not be created; null if it may. Tenant and client stay locked until the transaction ends: a
 * deletion or revocation either commits first and is seen here, or waits and sees the connection.
 */
async function findRefusal(
  context: StoreContext,
  queries: Queries,
  { connection }: ConnectionImport,
): Promise<Exclude<ImportOutcome, "stored"> | null> {
  const row = await queries
    .selectFrom("tenants as t")
    .innerJoin("service_clients as c", "c.id", "t.client_id")
    .select("c.allow_import")
    .where("t.id", "=", connection.tenantId)
    .where("t.client_id", "=", connection.clientId)
    .where("t.deleted_at", "is", null)
    .where("c.revoked_at", "is", null)
    .$if(context.locksRows, (query) => query.forShare(["t", "c"]))
    .executeTakeFirst();
  if (row === undefined) return "gone";
  return row.allow_import === 1 ? null : "forbidden";
}
