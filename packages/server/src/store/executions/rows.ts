/** Rows of executions as the domain's records and back. */
import type { ExecutionRow, LateAnswer, NewExecution, Resolution } from "../../executions/port.ts";
import type { ExecutionsTable } from "../tables.ts";
import { parsedJson, parsedJsonOrNull, storableJson } from "../text.ts";

/** A row of `executions`. */
export function executionRow(row: ExecutionsTable): ExecutionRow {
  return {
    id: row.id,
    clientId: row.client_id,
    tenantId: row.tenant_id,
    connectionId: row.connection_id,
    provider: row.provider,
    actionId: row.action_id,
    effect: row.effect as ExecutionRow["effect"],
    status: row.status as ExecutionRow["status"],
    summaryInput: parsedJson(row.summary_input),
    summaryOutput: parsedJson(row.summary_output),
    errorCode: row.error_code,
    errorDetail: row.error_detail,
    retryAfterSeconds: row.retry_after_seconds,
    providerStatus: row.provider_status,
    providerRequestId: row.provider_request_id,
    idempotencyKey: row.idempotency_key,
    attempt: row.attempt,
    fence: row.fence,
    ownerId: row.owner_id,
    createdAt: row.created_at,
    dispatchedAt: row.dispatched_at,
    completedAt: row.completed_at,
    settleAfter: row.settle_after,
    lateAnswer: parsedJsonOrNull<LateAnswer>(row.late_answer),
    resolution: parsedJsonOrNull<Resolution>(row.resolution),
  };
}

/**
 * A new execution as its columns.
 * @param attempt its key's; 1 where it has none.
 * @param summaryInput of the row, where it was made storable already.
 */
export function executionColumns(
  row: NewExecution,
  attempt = 1,
  summaryInput: string = storableJson(row.summaryInput),
): ExecutionsTable {
  return {
    id: row.id,
    client_id: row.clientId,
    tenant_id: row.tenantId,
    connection_id: row.connectionId,
    provider: row.provider,
    action_id: row.actionId,
    effect: row.effect,
    status: "accepted",
    summary_input: summaryInput,
    summary_output: "null",
    error_code: "",
    error_detail: "",
    retry_after_seconds: null,
    provider_status: null,
    provider_request_id: null,
    idempotency_key: row.idempotencyKey,
    attempt,
    fence: 0,
    owner_id: row.ownerId,
    created_at: row.createdAt,
    dispatched_at: null,
    completed_at: null,
    settle_after: 0,
    late_answer: null,
    resolution: null,
    key_end: "",
  };
}
