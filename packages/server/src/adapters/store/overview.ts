/** Lists, records and names for the operator console, across service clients. */
import type { OverviewStore, WatchedConnection, NamedIds, Names } from "../../domain/operators/port.ts";
import { serviceClientRow, serviceKeyRow } from "./service-keys.ts";
import { connectionRow } from "./connections/rows.ts";
import type { Queries, StoreContext } from "./context.ts";
import { overviewExecutions } from "./executions/overview.ts";
import { firstRow, rowOf } from "./rows.ts";
import { executionRow } from "./executions/lists.ts";
import { deliveriesOf, findClient, findEntry } from "./overview-details.ts";
import { connectionStatuses, stillWaits } from "@svc/contract";
import { listedOf, tokenRow } from "./delegated-tokens.ts";
import { listPage, pageOf, type ListedPage, type ReadStep } from "./statements/page.ts";
import { isWaiting, proposalRow } from "./proposals/rows.ts";
import { statement } from "./statements/statement.ts";
import type { ConnectionsTable, TenantsTable } from "./tables.ts";
import { tenantRow } from "./tenants.ts";
import { endpointRow } from "./webhooks/endpoints.ts";
import { sql } from "kysely";

const sessionRow = rowOf("connect_sessions");

type WatchedColumns = ConnectionsTable & { last_used_at: number | null; last_refused_at: number | null };

// Each subquery reads the newest event from an index of the trail. Nearly all events of a connection are uses of its
// credential, so the few refusals are found in their partial index: the expression keeps the planner from the other
// one.
const watchedColumns = `connections.*,
  (select at from journal where journal.client_id = connections.client_id
    and journal.subject = connections.id and type = 'credential.used' order by seq desc limit 1) as last_used_at,
  (select at from journal where journal.client_id = connections.client_id
    and type = 'connection.needs_reconnect' and type <> 'credential.used' and subject || '' = connections.id
    and data not like '%"reason":"expired"%'
    order by seq desc limit 1) as last_refused_at`;

/** @param context the database. */
export function createOverviewStore(context: StoreContext): OverviewStore {
  const read = <T>(work: (queries: Queries) => Promise<T>): Promise<T> => context.read("system", work);
  const list = <T>(work: (step: ReadStep) => Promise<T>): Promise<T> => context.list("system", work);
  return {
    clients: (query) => list((step) => clients(step, query)),
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
    tenants: (query) =>
      query.externalId === null ? list((step) => tenants(step, query)) : read((queries) => tenantsById(queries, query)),
    tenant: (id) =>
      read((queries) => firstRow(queries.selectFrom("tenants").selectAll().where("id", "=", id), tenantRow)),
    connections: (query) => list((step) => connections(step, query)),
    connection: (id) =>
      read(async (queries) => {
        const row = await findWatched.first(queries, { id });
        return row === undefined ? null : watchedConnection(row);
      }),
    executions: (query) => list((step) => overviewExecutions(step, { ...query, cellMark: context.cellMark() })),
    execution: (id) =>
      read((queries) => firstRow(queries.selectFrom("executions").selectAll().where("id", "=", id), executionRow)),
    tokens: (query) =>
      list((step) => listPage(step, "delegated_tokens", listedOf({ label: null, tenants: null, ...query }), tokenRow)),
    token: (id) =>
      read((queries) => firstRow(queries.selectFrom("delegated_tokens").selectAll().where("id", "=", id), tokenRow)),
    proposals: (query) => list((step) => listPage(step, "proposals", proposalsListed(query), proposalRow)),
    waitingProposals: (max) =>
      read(async (queries) => (await countWaitingProposals.first(queries, { max }))?.count ?? 0),
    webhookEndpoints: (query) => list((step) => webhookEndpoints(step, query)),
    webhookEndpoint: (id) =>
      read((queries) =>
        firstRow(queries.selectFrom("webhook_endpoints").selectAll().where("id", "=", id), endpointRow),
      ),
    client: (id) => read((queries) => findClient(queries, id)),
    connectSession: (id) =>
      read((queries) => firstRow(queries.selectFrom("connect_sessions").selectAll().where("id", "=", id), sessionRow)),
    entry: (clientId, entry) => read((queries) => findEntry(queries, clientId, entry)),
    deliveriesOf: (clientId, seq, rows) => read((queries) => deliveriesOf(queries, { clientId, seq, rows })),
  };
}

async function clients(
  read: ReadStep,
  query: Parameters<OverviewStore["clients"]>[0],
): ReturnType<OverviewStore["clients"]> {
  const page = await listPage(read, "service_clients", { query }, serviceClientRow);
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
  read: ReadStep,
  query: Parameters<OverviewStore["tenants"]>[0],
): ReturnType<OverviewStore["tenants"]> {
  const { clientId, label } = query;
  const living = "deletion_marker = ''";
  const { conditions, values } = filters({ client_id: clientId, label });
  if (conditions.length > 0) {
    return await listPage(read, "tenants", { conditions: [living, ...conditions], values, query }, tenantRow);
  }
  // Few tenants are deleted.
  return await listPage(read, "tenants", { filters: [living], query }, tenantRow);
}

/** Tenants with this external id: one of each service client at most. */
const withExternalId = statement<{ external_id: string }, TenantsTable>(
  "tenants.with_external_id",
  "select * from tenants where external_id = :external_id and deletion_marker = ''",
);

async function tenantsById(
  queries: Queries,
  { clientId, externalId, label, after, limit }: Parameters<OverviewStore["tenants"]>[0],
): ReturnType<OverviewStore["tenants"]> {
  const found = await withExternalId.all(queries, { external_id: externalId ?? "" });
  const isListed = (row: TenantsTable): boolean =>
    (clientId === null || row.client_id === clientId) &&
    (label === null || row.label === label) &&
    (after === null || compareAge(row, { created_at: after.createdAt, id: after.id }) < 0);
  return pageOf(
    found.filter(isListed).sort((one, other) => compareAge(other, one)),
    limit,
    tenantRow,
  );
}

type Aged = Pick<TenantsTable, "created_at" | "id">;

function compareAge(one: Aged, other: Aged): number {
  return one.created_at - other.created_at || (one.id < other.id ? -1 : Number(one.id > other.id));
}

async function connections(
  read: ReadStep,
  query: Parameters<OverviewStore["connections"]>[0],
): ReturnType<OverviewStore["connections"]> {
  const { clientId, tenantId, provider, status } = query;
  // Inlined, not bound: a partial index is used only if the query repeats its condition word for word.
  const known = connectionStatuses.find((one) => one === status);
  const ofStatus = known === undefined ? [] : [`status = '${known}'`];
  const isIndexed = tenantId === null && known !== undefined && known !== "active";
  const others = [
    ...(isIndexed ? [] : ofStatus),
    // The expressions keep the planners from an index that isn't in order.
    ...(clientId === null ? [] : ["client_id || '' = :clientId"]),
    ...(provider === null ? [] : ["provider || '' = :provider"]),
  ];
  const conditions = tenantId === null ? (isIndexed ? ofStatus : []) : ofTenant;
  const values = { clientId, tenantId, provider };
  return await listPage(
    read,
    "connections",
    { columns: watchedColumns, conditions, filters: others, values, query },
    watchedConnection,
  );
}

/** With the tenant's client, because the index begins with it. */
const ofTenant = ["client_id = (select client_id from tenants where tenants.id = :tenantId)", "tenant_id = :tenantId"];

/** The conditions of the filters that are set, by column. */
function filters(values: Readonly<Record<string, string | null>>): { conditions: string[]; values: typeof values } {
  const set = Object.entries(values).filter(([, value]) => value !== null);
  return { conditions: set.map(([column]) => `${column} = :${column}`), values };
}

function proposalsListed({ status, ...query }: Parameters<OverviewStore["proposals"]>[0]): ListedPage {
  if (status === "all") return { query };
  // Inlined, not bound, for the same reason.
  if (status === "waiting") return { conditions: [isWaiting], query };
  // The index of ended proposals begins with the status. Those that wait are few.
  if (stillWaits(status)) return { conditions: [isWaiting], filters: ["status = :status"], values: { status }, query };
  return { conditions: ["ended_at IS NOT NULL", "status = :status"], values: { status }, query };
}

const countWaitingProposals = statement<{ max: number }, { count: number }>(
  "proposals.count_waiting",
  `select count(*) as count from (select 1 from proposals where ${isWaiting} limit :max) as waiting`,
);

const findWatched = statement<{ id: string }, WatchedColumns>(
  "connections.find_watched",
  `select ${watchedColumns} from connections where id = :id`,
);

function watchedConnection(row: WatchedColumns): WatchedConnection {
  return { ...connectionRow(row), lastUsedAt: row.last_used_at, lastRefusedAt: row.last_refused_at };
}

async function webhookEndpoints(
  read: ReadStep,
  query: Parameters<OverviewStore["webhookEndpoints"]>[0],
): ReturnType<OverviewStore["webhookEndpoints"]> {
  return await listPage(read, "webhook_endpoints", { ...filters({ client_id: query.clientId }), query }, endpointRow);
}

/** Looks up names. It reads one row per id. */
export async function namesOf(queries: Queries, ids: NamedIds): Promise<Names> {
  const clients = await where(ids.clients, (some) =>
    queries
      .selectFrom("service_clients")
      .select(["id", "name"])
      .select(
        sql<number>`(select count(*) from service_clients as other where other.name = service_clients.name)`.as(
          "namesakes",
        ),
      )
      .where("id", "in", some)
      .execute(),
  );
  const tenants = await where(ids.tenants, (some) =>
    queries.selectFrom("tenants").select(["id", "display_name", "external_id"]).where("id", "in", some).execute(),
  );
  const connections = await where(ids.connections, (some) =>
    queries.selectFrom("connections").select(["id", "account_name", "provider"]).where("id", "in", some).execute(),
  );
  const keys = await where(ids.keys, (some) =>
    queries.selectFrom("service_keys").select(["id", "name"]).where("id", "in", some).execute(),
  );
  const operators = await where(ids.operators, (some) =>
    queries
      .selectFrom("operator_tokens")
      .select(["id", "name"])
      .where("id", "in", some)
      .unionAll(queries.selectFrom("operator_people").select(["id", "name"]).where("id", "in", some))
      .execute(),
  );
  return {
    clients: new Map(clients.map(({ id, name, namesakes }) => [id, { name, isShared: namesakes > 1 }])),
    tenants: new Map(tenants.map((row) => [row.id, { displayName: row.display_name, externalId: row.external_id }])),
    connections: new Map(connections.map((row) => [row.id, { accountName: row.account_name, provider: row.provider }])),
    keys: new Map(keys.map(({ id, name }) => [id, name])),
    operators: new Map(operators.map(({ id, name }) => [id, name])),
  };
}

/** Skips the query if there are no ids. */
async function where<Row>(ids: readonly string[], look: (some: string[]) => Promise<Row[]>): Promise<Row[]> {
  const some = [...new Set(ids)].filter((id) => id !== "");
  return some.length === 0 ? [] : await look(some);
}
