/** Connections and the vault's records of their credentials. */
import type { ConnectionStore } from "../../connections/port.ts";
import { appendEvents } from "../audit.ts";
import type { Queries, StoreContext } from "../context.ts";
import {
  isLivingTenant,
  listingStatements,
  pageOf,
  pageSlots,
  pageWithin,
  type PageSlots,
} from "../statements/page.ts";
import type { ConnectionsTable } from "../tables.ts";
import { isPresentVersion } from "./renewals.ts";
import { connectionRow } from "./rows.ts";

/** @param context the database. */
export function createConnectionStore(context: StoreContext): ConnectionStore {
  return {
    find: (clientId, tenantId, connectionId) =>
      context.once({ client: clientId }, async (queries) => {
        const row = await own(queries, clientId, tenantId, connectionId).executeTakeFirst();
        return row === undefined ? null : connectionRow(row);
      }),
    findWithCredential: (clientId, tenantId, connectionId) =>
      context.once({ client: clientId }, async (queries) => {
        const row = await own(queries, clientId, tenantId, connectionId)
          .leftJoin("credentials", "credentials.connection_id", "connections.id")
          .select("credentials.record")
          .executeTakeFirst();
        return row === undefined ? null : { connection: connectionRow(row), record: row.record };
      }),
    list: (clientId, tenantId, query) =>
      context.once({ client: clientId }, (queries) => list(queries, clientId, tenantId, query)),
    disconnect: (clientId, tenantId, connectionId, at) =>
      context.transaction({ client: clientId }, (queries) =>
        disconnect(queries, { clientId, tenantId, connectionId, at }),
      ),
    disconnectAll: (filter, at, eventOf) =>
      context.transaction("system", (queries) => disconnectAll(queries, filter, at, eventOf)),
    condemn: (connectionId, credentialVersion, at) =>
      context.once({ subject: connectionId }, async (queries) => {
        const result = await queries
          .updateTable("connections")
          .set({ status: "needs_reconnect", updated_at: at })
          .where(isPresentVersion(context, connectionId, credentialVersion))
          .where("status", "=", "active")
          .executeTakeFirst();
        return result.numUpdatedRows === 1n;
      }),
    recordTest: (connectionId, credentialVersion, alive, at) =>
      context.once({ subject: connectionId }, (queries) =>
        recordTest(queries, { connectionId, credentialVersion, alive, at }),
      ),
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

type ListSlots = PageSlots & { clientId: string; tenantId: string; provider: string; status: string };
type ListShape = { provider: boolean; status: boolean; after: boolean };

const listRows = listingStatements<ListShape, ListSlots, ConnectionsTable>(
  "connections.list",
  (queries, slot, { provider, status, after }) => {
    let rows = queries
      .selectFrom("connections")
      .selectAll()
      .where("client_id", "=", slot.clientId)
      .where(pageWithin({ tenant_id: slot.tenantId }, slot, after))
      .where(isLivingTenant(slot));
    if (provider) rows = rows.where("provider", "=", slot.provider);
    if (status) rows = rows.where("status", "=", slot.status);
    return rows.orderBy("created_at", "desc").orderBy("id", "desc").limit(slot.rows);
  },
);

async function list(
  queries: Queries,
  clientId: string,
  tenantId: string,
  query: Parameters<ConnectionStore["list"]>[2],
): ReturnType<ConnectionStore["list"]> {
  const { provider, status, after, limit } = query;
  const shape = { provider: provider !== null, status: status !== null, after: after !== null };
  const values = { ...pageSlots(query), clientId, tenantId, provider: provider ?? "", status: status ?? "" };
  return pageOf(await listRows(shape).all(queries, values), limit, connectionRow);
}

async function disconnect(
  queries: Queries,
  { clientId, tenantId, connectionId, at }: { clientId: string; tenantId: string; connectionId: string; at: number },
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
    const row = await own(queries, clientId, tenantId, connectionId).executeTakeFirst();
    return row === undefined ? null : connectionRow(row);
  }
  await queries.deleteFrom("credentials").where("connection_id", "=", connectionId).execute();
  return connectionRow(changed);
}

async function disconnectAll(
  queries: Queries,
  filter: Parameters<ConnectionStore["disconnectAll"]>[0],
  at: number,
  eventOf: Parameters<ConnectionStore["disconnectAll"]>[2],
): Promise<number> {
  const { clientId, tenantId, provider } = filter;
  let update = queries
    .updateTable("connections")
    .set({ status: "disconnected", updated_at: at })
    .where("status", "<>", "disconnected");
  if (clientId !== null) update = update.where("client_id", "=", clientId);
  if (tenantId !== null) update = update.where("tenant_id", "=", tenantId);
  if (provider !== null) update = update.where("provider", "=", provider);
  const rows = await update.returningAll().execute();
  // Records of connections that were disconnected before are gone already, so this names just the ones above.
  const ended = queries.selectFrom("connections").select("id").where("status", "=", "disconnected");
  await queries.deleteFrom("credentials").where("connection_id", "in", ended).execute();
  if (eventOf !== undefined) {
    await appendEvents(
      queries,
      rows.map((row) => eventOf(connectionRow(row))),
    );
  }
  return rows.length;
}

/** A credential that was replaced meanwhile, or a disconnected connection, is left as it is. */
async function recordTest(
  queries: Queries,
  test: { connectionId: string; credentialVersion: number; alive: boolean; at: number },
): ReturnType<ConnectionStore["recordTest"]> {
  const { connectionId, credentialVersion, alive, at } = test;
  const changed = await queries
    .updateTable("connections")
    .set((eb) => ({
      last_tested_at: at,
      ...(alive
        ? {
            status: "active",
            updated_at: eb.case().when("status", "=", "needs_reconnect").then(at).else(eb.ref("updated_at")).end(),
          }
        : {}),
    }))
    .where("id", "=", connectionId)
    .where("credential_version", "=", credentialVersion)
    .where("status", "<>", "disconnected")
    .returningAll()
    .executeTakeFirst();
  const row =
    changed ?? (await queries.selectFrom("connections").selectAll().where("id", "=", connectionId).executeTakeFirst());
  return row === undefined ? null : connectionRow(row);
}
