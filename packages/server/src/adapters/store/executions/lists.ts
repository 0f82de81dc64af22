/** Lists executions. Each set of filters has its own statement, which reads its page from one index. */
import type { ExecutionQuery } from "../../../domain/executions/port.ts";
import type { ExecutionRow } from "../../../domain/executions/record.ts";
import type { Page } from "../../../domain/paging/page.ts";
import type { Queries } from "../context.ts";
import { isListed, listedIds } from "../statements/listed.ts";
import { listPage } from "../statements/page.ts";
import { executionRow } from "./rows.ts";

/**
 * The conditions of partial indexes. SQLite uses such an index only if the query repeats its condition word for word.
 */
export const isTroubled = "status IN ('failed', 'outcome_unknown')";
export const isRunning = "status IN ('accepted', 'dispatched')";

/** Returns a page of records, newest first. */
export async function listExecutions(
  queries: Queries,
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
  const conditions = [...conditionsOf(query), ...coverConditions(query)];
  return await listPage(queries, "executions", { conditions, values, query }, executionRow);
}

function coverConditions({ covered }: ExecutionQuery): string[] {
  const { connections = null, actions = null } = covered ?? {};
  return [
    ...(connections === null ? [] : [isListed("connection_id", "coveredConnections")]),
    ...(actions === null ? [] : [isListed("provider || '/' || action_id", "coveredActions")]),
  ];
}

const ofTenant = "client_id = :clientId and tenant_id = :tenantId";

function conditionsOf({ connectionId, status, actionId, idempotencyKey }: ExecutionQuery): string[] {
  const ofConnection = connectionId === null ? [] : ["connection_id = :connectionId"];
  const ofAction = actionId === null ? [] : ["action_id = :actionId"];
  if (idempotencyKey !== null) {
    // A key has one row per attempt. The last condition is that of the partial index.
    const ofKey = [ofTenant, "idempotency_key = :idempotencyKey", "idempotency_key <> ''"];
    return [...ofKey, ...ofConnection, ...ofAction, ...(status === null ? [] : ["status = :status"])];
  }
  if (status !== null && status !== "succeeded") {
    const partial = status === "failed" || status === "outcome_unknown" ? isTroubled : isRunning;
    return [ofTenant, "status = :status", partial, ...ofConnection, ...ofAction];
  }
  const done = [...ofAction, ...(status === null ? [] : ["status = 'succeeded'"])];
  if (connectionId === null) return [ofTenant, ...done];
  return [...ofConnection, isOfTenant, ...done];
}

/**
 * Whether the connection belongs to the tenant. It is checked once per statement: a condition on each row would make
 * the planner prefer the tenant's index.
 */
const isOfTenant = `exists (select 1 from connections
  where id = :connectionId and client_id = :clientId and tenant_id = :tenantId)`;
