/** Executions over all clients, by filters that no index knows: so many rows are looked at, and the caller may go on. */
import { sql } from "kysely";
import type { OverviewStore } from "../overview/port.ts";
import type { Queries } from "./context.ts";
import { executionRow } from "./execution-rows.ts";
import { pageAfter, pageOf } from "./page.ts";
import type { ExecutionsTable } from "./tables.ts";

type Query = Parameters<OverviewStore["executions"]>[0];

/** One page; see {@link OverviewStore}. @param read runs one statement. */
export async function overviewExecutions(
  read: <T>(work: (queries: Queries) => Promise<T>) => Promise<T>,
  query: Query,
): ReturnType<OverviewStore["executions"]> {
  // Unknown outcomes have an index of their own and are few.
  if (query.status === "outcome_unknown") {
    const unknown = await read((queries) => unknownOnes(queries, query));
    return { ...pageOf(unknown, query.limit, executionRow), lookedTo: null };
  }
  const end = await read((queries) => endOfLook(queries, query));
  const found = await read((queries) => matching(queries, query, end));
  const page = pageOf(found, query.limit, executionRow);
  // No id is less than "", so that it goes on with what is older.
  return { ...page, lookedTo: page.more || end === undefined ? null : { createdAt: end, id: "" } };
}

/** The other conditions stand in expressions, so that no index but that of unknown outcomes is thought of. */
async function unknownOnes(queries: Queries, query: Query): Promise<ExecutionsTable[]> {
  const { clientId, tenantId, connectionId, provider, actionId } = query;
  const others = {
    client_id: clientId,
    tenant_id: tenantId,
    connection_id: connectionId,
    action_id: actionId,
    provider,
  };
  // Written out, not bound: a partial index is used only for the very words of its condition.
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

async function matching(queries: Queries, query: Query, end: number | undefined): Promise<ExecutionsTable[]> {
  let rows = inRange(queries, query).selectAll();
  if (query.clientId !== null) rows = rows.where(sql<boolean>`client_id || '' = ${query.clientId}`);
  if (query.provider !== null) rows = rows.where("provider", "=", query.provider);
  if (query.actionId !== null) rows = rows.where("action_id", "=", query.actionId);
  if (query.status !== null) rows = rows.where("status", "=", query.status);
  if (end !== undefined) rows = rows.where("created_at", ">=", end);
  return await rows
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(query.limit + 1)
    .execute();
}

/** The time of the last row to look at; undefined where the rest is not that long. By time alone, which every index has. */
async function endOfLook(queries: Queries, query: Query): Promise<number | undefined> {
  const row = await inRange(queries, query)
    .select("created_at")
    .orderBy("created_at", "desc")
    .offset(query.lookAtMax - 1)
    .limit(1)
    .executeTakeFirst();
  return row?.created_at;
}

/** The conditions that an index has in order of time: a connection, or a client's tenant; of a client alone there is none. */
function inRange(queries: Queries, { clientId, tenantId, connectionId, since, until, after }: Query) {
  let rows = queries.selectFrom("executions").where(pageAfter(after));
  if (connectionId !== null) rows = rows.where("connection_id", "=", connectionId);
  else if (clientId !== null && tenantId !== null) {
    rows = rows.where("client_id", "=", clientId).where("tenant_id", "=", tenantId);
  }
  if (since !== null) rows = rows.where("created_at", ">=", since);
  if (until !== null) rows = rows.where("created_at", "<", until);
  return rows;
}
