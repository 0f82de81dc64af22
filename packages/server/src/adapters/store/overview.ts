/** Lists and records for the operator console, across service clients. */
import type { OverviewStore, WatchedConnection } from "../../domain/operators/overview-port.ts";
import { serviceClientRow, serviceKeyRow } from "./client-rows.ts";
import { connectionRow } from "./connections/rows.ts";
import type { Queries, StoreContext } from "./context.ts";
import { overviewExecutions } from "./executions/overview.ts";
import { executionRow } from "./executions/rows.ts";
import { connectionStatuses, stillWaits } from "@svc/contract";
import { listedOf, tokenRow } from "./delegated-tokens.ts";
import { namesOf } from "./operator-names.ts";
import { listPage, type ListedPage } from "./statements/page.ts";
import { isWaiting, proposalRow } from "./proposals/rows.ts";
import { statement } from "./statements/statement.ts";
import type { ConnectionsTable } from "./tables.ts";
import { tenantRow } from "./tenants.ts";
import { endpointRow } from "./webhooks/endpoints.ts";
import { firstRow } from "./statements/rows.ts";

type WatchedColumns = ConnectionsTable & { last_used_at: number | null; last_refused_at: number | null };

// Each subquery reads the newest event from an index of the trail. Nearly all events of a connection are uses of its
// credential, so the few refusals are found in their partial index: the expression keeps the planner from the other
// one.
const watchedColumns = `connections.*,
  (select at from audit_events where audit_events.client_id = connections.client_id
    and audit_events.subject = connections.id and type = 'credential.used' order by seq desc limit 1) as last_used_at,
  (select at from audit_events where audit_events.client_id = connections.client_id
    and type = 'connection.condemned' and type <> 'credential.used' and subject || '' = connections.id
    order by seq desc limit 1) as last_refused_at`;

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
      read((queries) => firstRow(queries.selectFrom("tenants").selectAll().where("id", "=", id), tenantRow)),
    connections: (query) => read((queries) => connections(queries, query)),
    connection: (id) =>
      read(async (queries) => {
        const row = await findWatched.first(queries, { id });
        return row === undefined ? null : watchedConnection(row);
      }),
    executions: (query) => overviewExecutions(read, query),
    execution: (id) =>
      read((queries) => firstRow(queries.selectFrom("executions").selectAll().where("id", "=", id), executionRow)),
    tokens: (query) =>
      read((queries) =>
        listPage(queries, "delegated_tokens", listedOf({ label: null, tenants: null, ...query }), tokenRow),
      ),
    token: (id) =>
      read((queries) => firstRow(queries.selectFrom("delegated_tokens").selectAll().where("id", "=", id), tokenRow)),
    proposals: (query) => read((queries) => listPage(queries, "proposals", proposalsListed(query), proposalRow)),
    waitingProposals: (max) =>
      read(async (queries) => (await countWaitingProposals.first(queries, { max }))?.count ?? 0),
    webhookEndpoints: (query) => read((queries) => webhookEndpoints(queries, query)),
    webhookEndpoint: (id) =>
      read((queries) =>
        firstRow(queries.selectFrom("webhook_endpoints").selectAll().where("id", "=", id), endpointRow),
      ),
  };
}

async function clients(
  read: <T>(work: (queries: Queries) => Promise<T>) => Promise<T>,
  query: Parameters<OverviewStore["clients"]>[0],
): ReturnType<OverviewStore["clients"]> {
  const page = await read((queries) => listPage(queries, "service_clients", { query }, serviceClientRow));
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
  const { clientId, externalId, label } = query;
  const { conditions, values } = filters({ client_id: clientId, external_id: externalId, label });
  const page = { conditions: ["deletion_marker = ''", ...conditions], values, query };
  return await listPage(queries, "tenants", page, tenantRow);
}

async function connections(
  queries: Queries,
  query: Parameters<OverviewStore["connections"]>[0],
): ReturnType<OverviewStore["connections"]> {
  const { clientId, tenantId, provider, status } = query;
  const { conditions, values } = filters({ client_id: clientId, tenant_id: tenantId, provider });
  // Inlined, not bound: a partial index is used only if the query repeats its condition word for word.
  if (status !== null) conditions.push(`status = '${connectionStatuses.find((known) => known === status) ?? ""}'`);
  const page = { columns: watchedColumns, conditions, values, query };
  return await listPage(queries, "connections", page, watchedConnection);
}

/** The conditions of the filters that are set, by column. */
function filters(values: Readonly<Record<string, string | null>>): { conditions: string[]; values: typeof values } {
  const set = Object.entries(values).filter(([, value]) => value !== null);
  return { conditions: set.map(([column]) => `${column} = :${column}`), values };
}

function proposalsListed({ status, ...query }: Parameters<OverviewStore["proposals"]>[0]): ListedPage {
  if (status === "all") return { query };
  // Inlined, not bound, for the same reason.
  if (status === "waiting") return { conditions: [isWaiting], query };
  const isIndexed = stillWaits(status) ? isWaiting : "ended_at IS NOT NULL";
  return { conditions: [isIndexed, "status = :status"], values: { status }, query };
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
  queries: Queries,
  query: Parameters<OverviewStore["webhookEndpoints"]>[0],
): ReturnType<OverviewStore["webhookEndpoints"]> {
  return await listPage(
    queries,
    "webhook_endpoints",
    { ...filters({ client_id: query.clientId }), query },
    endpointRow,
  );
}
