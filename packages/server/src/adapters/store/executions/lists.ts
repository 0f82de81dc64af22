/** Lists executions. Each set of filters has its own statement, which reads its page from one index. */
import type { ExecutionCounts, ExecutionQuery, SummaryQuery } from "../../../domain/executions/port.ts";
import type { ExecutionRow } from "../../../domain/records/record.ts";
import type { Page } from "../../../domain/listings/page.ts";
import { isListed, listedIds, listPage, type ReadStep } from "../statements/page.ts";
import { statement } from "../statements/statement.ts";
import { rowOf } from "../rows.ts";

/**
 * The conditions of partial indexes. SQLite uses such an index only if the query repeats its condition word for word.
 */
export const isTroubled = "status IN ('failed', 'outcome_unknown')";
export const isRunning = "status IN ('accepted', 'dispatched')";

/**
 * Whether a record is of the tenant. Indexes have only the tenant's id, so whose it is is checked first, once for each
 * statement: another client's records aren't even looked at.
 */
const ofTenant = `client_id = :clientId and tenant_id = :tenantId
  and exists (select 1 from tenants where id = :tenantId and client_id = :clientId)`;

/** Returns a page of records, newest first. */
export async function listExecutions(
  read: ReadStep,
  clientId: string,
  tenantId: string,
  query: ExecutionQuery,
): Promise<Page<ExecutionRow>> {
  const { connectionId, status, actionId, idempotencyKey, covered } = query;
  const filters = { clientId, tenantId, connectionId, status, actionId, idempotencyKey };
  const values = {
    ...filters,
    coveredConnections: listedIds(covered?.connections ?? null),
    coveredActions: listedIds(covered?.actions ?? null),
  };
  const { conditions, filters: own } = conditionsOf(query);
  const listed = { conditions, filters: [...own, ...coverConditions(query)], values, query };
  return await listPage(read, "executions", listed, executionRow);
}

function coverConditions({ covered }: ExecutionQuery): string[] {
  const { connections = null, actions = null } = covered ?? {};
  return [
    ...(connections === null ? [] : [isListed("connection_id", "coveredConnections")]),
    ...(actions === null ? [] : [isListed("provider || '/' || action_id", "coveredActions")]),
  ];
}

/** How many executions a summary counts at most, and how many it reads in a step: about a millisecond of reading. */
const countedMax = 10_000;
const stepRows = 500;

type CountedRow = {
  id: string;
  created_at: number;
  provider: string;
  action_id: string;
  connection_id: string;
  status: ExecutionRow["status"];
};

const newestBefore = statement<
  { clientId: string; tenantId: string; sinceMs: number; untilMs: number; id: string; rows: number },
  CountedRow
>(
  "executions.newest_before",
  `select id, created_at, provider, action_id, connection_id, status from executions
   where ${ofTenant} and created_at >= :sinceMs and (created_at, id) < (:untilMs, :id)
   order by created_at desc, id desc limit :rows`,
);

/** Counts a tenant's newest executions in a time range, in steps that each read part of one index. */
export async function summarizeExecutions(
  read: ReadStep,
  clientId: string,
  tenantId: string,
  { sinceMs, untilMs, covered }: SummaryQuery,
): Promise<ExecutionCounts> {
  const counts = new Map<string, ExecutionCounts["counts"][number]>();
  let last = { createdAt: untilMs, id: "" };
  for (let counted = 0; ;) {
    const place = { clientId, tenantId, sinceMs, untilMs: last.createdAt, id: last.id, rows: stepRows };
    const rows = await read((queries) => newestBefore.all(queries, place));
    for (const { provider, action_id, connection_id, status } of rows) {
      if (covered?.connections?.includes(connection_id) === false) continue;
      if (covered?.actions?.includes(`${provider}/${action_id}`) === false) continue;
      const key = `${provider}/${action_id} ${status}`;
      const count = (counts.get(key)?.count ?? 0) + 1;
      counts.set(key, { provider, action_id, status, count });
    }
    counted += rows.length;
    const end = rows.at(-1);
    const isAll = end === undefined || rows.length < stepRows;
    if (isAll || counted >= countedMax) {
      const byCount = [...counts.values()].toSorted((a, b) => b.count - a.count);
      return { countedSinceMs: isAll ? null : end.created_at, counts: byCount };
    }
    last = { createdAt: end.created_at, id: end.id };
  }
}

/** The conditions that an index has, and the others. */
type Conditions = { conditions: string[]; filters: string[] };

function conditionsOf({ connectionId, status, actionId, idempotencyKey }: ExecutionQuery): Conditions {
  const ofConnection = connectionId === null ? [] : ["connection_id = :connectionId"];
  // As a filter, an expression keeps the planners from the index of connections.
  const isOfConnection = connectionId === null ? [] : ["connection_id || '' = :connectionId"];
  const ofAction = actionId === null ? [] : ["action_id = :actionId"];
  if (idempotencyKey !== null) {
    // A key has one row per attempt. The last condition is that of the partial index.
    const ofKey = [ofTenant, "idempotency_key = :idempotencyKey", "idempotency_key <> ''"];
    const others = [...isOfConnection, ...ofAction, ...(status === null ? [] : ["status = :status"])];
    return { conditions: ofKey, filters: others };
  }
  const place = connectionId === null ? [ofTenant] : [...ofConnection, isOfTenant];
  if (status === "failed" || status === "outcome_unknown") {
    return { conditions: [...place, "status = :status", isTroubled], filters: ofAction };
  }
  if (status !== null && status !== "succeeded") {
    return { conditions: [ofTenant, "status = :status", isRunning], filters: [...isOfConnection, ...ofAction] };
  }
  return { conditions: place, filters: [...ofAction, ...(status === null ? [] : ["status = 'succeeded'"])] };
}

/**
 * Whether the connection belongs to the tenant. It is checked once per statement: a condition on each row would make
 * the planner prefer the tenant's index.
 */
const isOfTenant = `exists (select 1 from connections
  where id = :connectionId and client_id = :clientId and tenant_id = :tenantId)`;

export const executionRow = rowOf("executions");

/** The columns that a settlement sets, each to its field of the same name. */
export const settledColumns = `status = :status, summary_output = :summaryOutput, error_code = :errorCode,
  error_detail = :errorDetail, retry_after_seconds = :retryAfterSeconds, provider_status = :providerStatus,
  provider_request_id = :providerRequestId, completed_at = :completedAt, looks = :looks, settlement = :settlement,
  digests = case when :status = 'outcome_unknown' then digests end`;
