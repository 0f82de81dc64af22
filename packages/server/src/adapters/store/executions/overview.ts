/**
 * Executions across clients, by filters that no index supports. A request looks at a limited number of rows, and the
 * caller can continue from there. Unresolved unknown outcomes are counted, for metrics.
 */
import { sql, type RawBuilder, type SelectQueryBuilder } from "kysely";
import { firstIdOf } from "../../../domain/executions/port.ts";
import type { OverviewStore } from "../../../domain/operators/port.ts";
import type { PageAfter } from "../../../domain/listings/page.ts";
import type { Queries, StoreContext } from "../context.ts";
import { pageAfter, pageOf, type ReadStep } from "../statements/page.ts";
import type { ExecutionsTable, Tables } from "../tables.ts";
import { executionRow } from "./lists.ts";
import type { UnknownOutcomes } from "../../../domain/telemetry/port.ts";
import { statement } from "../statements/statement.ts";

type Query = Parameters<OverviewStore["executions"]>[0] & { cellMark: string };

/** Returns a page; see {@link OverviewStore}. @param read runs one statement, in its turn. @param query.cellMark of ids. */
export async function overviewExecutions(read: ReadStep, query: Query): ReturnType<OverviewStore["executions"]> {
  // Unknown outcomes are few and have their own index.
  if (query.status === "outcome_unknown") {
    const unknown = await read((queries) => unknownOnes(queries, query));
    return { ...pageOf(unknown, query.limit, executionRow), lookedTo: null };
  }
  const end = await read((queries) => lastToScan(queries, query));
  const found = await read((queries) => matching(queries, query, end));
  const page = pageOf(found, query.limit, executionRow);
  return { ...page, lookedTo: page.more ? null : end };
}

/** `|| ''` keeps the planner from using any index but the one of unknown outcomes. */
async function unknownOnes(queries: Queries, query: Query): Promise<ExecutionsTable[]> {
  const { clientId, tenantId, connectionId, provider, actionId } = query;
  const others = {
    client_id: clientId,
    tenant_id: tenantId,
    connection_id: connectionId,
    action_id: actionId,
    provider,
  };
  // Inlined, not bound: SQLite uses a partial index only if the query repeats its condition word for word.
  let rows = queries
    .selectFrom("executions")
    .selectAll()
    .where(sql<boolean>`status = 'outcome_unknown'`);
  for (const [column, value] of Object.entries(others)) {
    if (value !== null) rows = rows.where(sql<boolean>`${sql.ref(column)} || '' = ${value}`);
  }
  if (query.since !== null) rows = rows.where("created_at", ">=", query.since);
  if (query.until !== null) rows = rows.where("created_at", "<", query.until);
  return await rows
    .where(pageAfter(query.after))
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(query.limit + 1)
    .execute();
}

async function matching(queries: Queries, query: Query, end: PageAfter): Promise<ExecutionsTable[]> {
  let rows = inRange(queries, query).selectAll();
  if (query.clientId !== null) rows = rows.where(sql<boolean>`client_id || '' = ${query.clientId}`);
  if (query.provider !== null) rows = rows.where("provider", "=", query.provider);
  if (query.actionId !== null) rows = rows.where("action_id", "=", query.actionId);
  if (query.status !== null) rows = rows.where("status", "=", query.status);
  if (end !== null) rows = rows.where(isById(query) ? sql<boolean>`id >= ${end.id}` : notBefore(end));
  return await newestFirst(rows, query)
    .limit(query.limit + 1)
    .execute();
}

/** The last row to look at; null if fewer rows remain. */
async function lastToScan(queries: Queries, query: Query): Promise<PageAfter> {
  const row = await newestFirst(inRange(queries, query).select(["created_at", "id"]), query)
    .offset(query.lookAtMax - 1)
    .limit(1)
    .executeTakeFirst();
  return row === undefined ? null : { createdAt: row.created_at, id: row.id };
}

/**
 * Whether to read in order of id. Connections and tenants have an index by time. Everything else is read by id, because
 * an id begins with the time it was created.
 */
function isById({ clientId, tenantId, connectionId }: Query): boolean {
  return connectionId === null && (clientId === null || tenantId === null);
}

function newestFirst<Row>(rows: SelectQueryBuilder<Tables, "executions", Row>, query: Query) {
  return isById(query) ? rows.orderBy("id", "desc") : rows.orderBy("created_at", "desc").orderBy("id", "desc");
}

function notBefore({ createdAt, id }: { createdAt: number; id: string }): RawBuilder<boolean> {
  return sql<boolean>`(created_at, id) >= (${createdAt}, ${id})`;
}

// A record's `created_at` is read just after the time in its id, and the clock may have been set in between.
const clockStepMs = 1000;

function inRange(queries: Queries, query: Query) {
  const { clientId, tenantId, connectionId, since, until, after, cellMark } = query;
  let rows = queries.selectFrom("executions");
  if (since !== null) rows = rows.where("created_at", ">=", since);
  if (until !== null) rows = rows.where("created_at", "<", until);
  if (isById(query)) {
    if (since !== null) rows = rows.where("id", ">=", firstIdOf(since - clockStepMs, cellMark));
    if (until !== null) rows = rows.where("id", "<", firstIdOf(until + clockStepMs, cellMark));
    return after === null ? rows : rows.where("id", "<", after.id);
  }
  rows = rows.where(pageAfter(after));
  if (connectionId !== null) return rows.where("connection_id", "=", connectionId);
  return rows.where("client_id", "=", clientId).where("tenant_id", "=", tenantId);
}

/** More of a provider aren't counted, because every scrape of the metrics counts. */
const countedMax = 10_000;

/** The partial index's condition, word for word. */
const isUnknown = "status = 'outcome_unknown'";
const once = { isPlannedOnce: true };

/** The oldest of the first provider after another. */
const nextProvider = statement<{ after: string }, { provider: string; created_at: number }>(
  "executions.next_unknown_provider",
  `select provider, created_at from executions where ${isUnknown} and provider > :after
   order by provider, created_at limit 1`,
  once,
);
const countOf = statement<{ provider: string; rows: number }, { count: number }>(
  "executions.count_unknown",
  `select count(*) as count from (
     select 1 from executions where ${isUnknown} and provider = :provider order by created_at limit :rows) as found`,
  once,
);

/** Counts those of all clients, by provider; at most {@link countedMax} of each. */
export async function unknownOutcomes(context: StoreContext): Promise<UnknownOutcomes[]> {
  return await context.list("system", async (step) => {
    const counts: UnknownOutcomes[] = [];
    for (let after = ""; ;) {
      const next = await step((queries) => nextProvider.first(queries, { after }));
      if (next === undefined) return counts;
      const { provider, created_at: oldestAt } = next;
      const found = await step((queries) => countOf.first(queries, { provider, rows: countedMax }));
      counts.push({ provider, count: found?.count ?? 0, oldestAt });
      after = provider;
    }
  });
}
