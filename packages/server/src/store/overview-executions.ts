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
  const isOpen = query.status === "outcome_unknown";
  const end = isOpen ? undefined : await read((queries) => endOfLook(queries, query));
  const found = await read((queries) => matching(queries, query, end));
  const page = pageOf(found, query.limit, executionRow);
  const lookedTo = page.more || end === undefined ? null : { createdAt: end.created_at, id: end.id };
  return { ...page, lookedTo };
}

type Place = { created_at: number; id: string };

async function matching(queries: Queries, query: Query, end: Place | undefined): Promise<ExecutionsTable[]> {
  let rows = inRange(queries, query).selectAll();
  if (query.clientId !== null) rows = rows.where("client_id", "=", query.clientId);
  if (query.provider !== null) rows = rows.where("provider", "=", query.provider);
  if (query.actionId !== null) rows = rows.where("action_id", "=", query.actionId);
  // Written out, not bound: a partial index is used only for the very words of its condition.
  if (query.status === "outcome_unknown") rows = rows.where(sql<boolean>`status = 'outcome_unknown'`);
  else if (query.status !== null) rows = rows.where("status", "=", query.status);
  if (end !== undefined) rows = rows.where(sql<boolean>`(created_at, id) >= (${end.created_at}, ${end.id})`);
  return await rows
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(query.limit + 1)
    .execute();
}

/** The last row to look at; undefined where the rest is not that long. */
async function endOfLook(queries: Queries, query: Query): Promise<Place | undefined> {
  return await inRange(queries, query)
    .select(["created_at", "id"])
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .offset(query.lookAtMax - 1)
    .limit(1)
    .executeTakeFirst();
}

/** The conditions that an index knows: a client's executions are in order of time below each of its tenants alone. */
function inRange(queries: Queries, { clientId, tenantId, connectionId, since, until, after }: Query) {
  let rows = queries.selectFrom("executions").where(pageAfter(after));
  if (connectionId !== null) rows = rows.where("connection_id", "=", connectionId);
  if (clientId !== null && tenantId !== null) {
    rows = rows.where("client_id", "=", clientId).where("tenant_id", "=", tenantId);
  }
  if (since !== null) rows = rows.where("created_at", ">=", since);
  if (until !== null) rows = rows.where("created_at", "<", until);
  return rows;
}
