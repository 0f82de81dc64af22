/** What the operator console lists, over all clients. */
import { sql } from "kysely";
import type { RawBuilder } from "kysely";
import type { OverviewStore, WatchedConnection } from "../../domain/operators/overview-port.ts";
import { serviceClientRow, serviceKeyRow, tenantRow } from "./client-rows.ts";
import { connectionRow } from "./connections/rows.ts";
import type { Queries, StoreContext } from "./context.ts";
import { overviewExecutions } from "./executions/overview.ts";
import { executionRow } from "./executions/rows.ts";
import { namesOf } from "./operator-names.ts";
import { newestPage } from "./statements/page.ts";
import type { ConnectionsTable } from "./tables.ts";
import { endpointRow } from "./webhooks/endpoints.ts";

/** @param context the database. */
export function createOverviewStore(context: StoreContext): OverviewStore {
  const read = <T>(work: (queries: Queries) => Promise<T>): Promise<T> => context.read("system", work);
  return {
    clients: (query) => clients(read, query),
    clientNames: (limit) =>
      read((queries) =>
        queries
          .selectFrom("service_clients")
          .select(["id", "name"])
          .orderBy("created_at", "desc")
          .orderBy("id", "desc")
          .limit(limit)
          .execute(),
      ),
    names: (ids) => read((queries) => namesOf(queries, ids)),
    tenants: (query) => read((queries) => tenants(queries, query)),
    tenant: (id) =>
      read(async (queries) => {
        const row = await queries.selectFrom("tenants").selectAll().where("id", "=", id).executeTakeFirst();
        return row === undefined ? null : tenantRow(row);
      }),
    connections: (query) => read((queries) => connections(queries, query)),
    connection: (id) =>
      read(async (queries) => {
        const row = await watched(queries).where("connections.id", "=", id).executeTakeFirst();
        return row === undefined ? null : watchedConnection(row);
      }),
    executions: (query) => overviewExecutions(read, query),
    execution: (id) =>
      read(async (queries) => {
        const row = await queries.selectFrom("executions").selectAll().where("id", "=", id).executeTakeFirst();
        return row === undefined ? null : executionRow(row);
      }),
    webhookEndpoints: (query) => read((queries) => webhookEndpoints(queries, query)),
    webhookEndpoint: (id) =>
      read(async (queries) => {
        const row = await queries.selectFrom("webhook_endpoints").selectAll().where("id", "=", id).executeTakeFirst();
        return row === undefined ? null : endpointRow(row);
      }),
  };
}

async function clients(
  read: <T>(work: (queries: Queries) => Promise<T>) => Promise<T>,
  query: Parameters<OverviewStore["clients"]>[0],
): ReturnType<OverviewStore["clients"]> {
  const page = await read((queries) =>
    newestPage(queries.selectFrom("service_clients").selectAll(), query, serviceClientRow),
  );
  const ids = page.rows.map(({ id }) => id);
  if (ids.length === 0) return { rows: [], more: false };
  const keys = await read((queries) =>
    queries
      .selectFrom("service_keys")
      .selectAll()
      .where("client_id", "in", ids)
      .orderBy("created_at", "desc")
      .orderBy("id", "desc")
      .execute(),
  );
  const known = keys.map(serviceKeyRow);
  const withKeys = page.rows.map((client) => ({ client, keys: known.filter((key) => key.clientId === client.id) }));
  return { rows: withKeys, more: page.more };
}

async function tenants(
  queries: Queries,
  query: Parameters<OverviewStore["tenants"]>[0],
): ReturnType<OverviewStore["tenants"]> {
  const { clientId, externalId, ...page } = query;
  let rows = queries.selectFrom("tenants").selectAll().where("living_mark", "=", "");
  if (clientId !== null) rows = rows.where("client_id", "=", clientId);
  if (externalId !== null) rows = rows.where("external_id", "=", externalId);
  return await newestPage(rows, page, tenantRow);
}

async function connections(
  queries: Queries,
  query: Parameters<OverviewStore["connections"]>[0],
): ReturnType<OverviewStore["connections"]> {
  const { clientId, tenantId, provider, status, ...page } = query;
  let rows = watched(queries);
  if (clientId !== null) rows = rows.where("client_id", "=", clientId);
  if (tenantId !== null) rows = rows.where("tenant_id", "=", tenantId);
  if (provider !== null) rows = rows.where("provider", "=", provider);
  // Written out, not bound: a partial index is used only for the very words of its condition.
  if (status !== null) rows = rows.where(sql<boolean>`status = ${sql.lit(status)}`);
  return await newestPage(rows, page, watchedConnection);
}

function watched(queries: Queries) {
  return queries
    .selectFrom("connections")
    .selectAll("connections")
    .select([lastUse().as("last_used_at"), lastRefusal().as("last_refused_at")]);
}

// Both go by an index of the trail to the newest event. Nearly all events of a connection are uses of its credential.
function lastUse(): RawBuilder<number | null> {
  return sql`(select at from audit_events where audit_events.client_id = connections.client_id
    and audit_events.subject = connections.id and type = 'credential.used' order by seq desc limit 1)`;
}

// A test that failed is told with a condemnation where the provider refused. The subject stands in an expression, so that
// the few events of this type are looked at, by their partial index, and not the many of the subject.
function lastRefusal(): RawBuilder<number | null> {
  return sql`(select at from audit_events where audit_events.client_id = connections.client_id
    and type = 'connection.condemned' and type <> 'credential.used' and subject || '' = connections.id
    order by seq desc limit 1)`;
}

function watchedConnection(
  row: ConnectionsTable & { last_used_at: number | null; last_refused_at: number | null },
): WatchedConnection {
  return { ...connectionRow(row), lastUsedAt: row.last_used_at, lastRefusedAt: row.last_refused_at };
}

async function webhookEndpoints(
  queries: Queries,
  { clientId, ...page }: Parameters<OverviewStore["webhookEndpoints"]>[0],
): ReturnType<OverviewStore["webhookEndpoints"]> {
  let rows = queries.selectFrom("webhook_endpoints").selectAll();
  if (clientId !== null) rows = rows.where("client_id", "=", clientId);
  return await newestPage(rows, page, endpointRow);
}
