/** Maps executions from their table. */
import type { ExecutionRow, LateAnswer, NewExecution, Resolution } from "../../../domain/executions/port.ts";
import type { ExecutionsTable } from "../tables.ts";
import { parsedJson, parsedJsonOrNull } from "../text.ts";

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

/** A record as claimed. @param summaryInput its JSON. @param attempt the key's attempt; 1 without a key. */
export function acceptedRow(row: NewExecution, summaryInput: string, attempt: number): ExecutionRow {
  return {
    ...row,
    status: "accepted",
    // As the database returns it, without characters that it can't store.
    summaryInput: parsedJson(summaryInput),
    summaryOutput: null,
    errorCode: "",
    errorDetail: "",
    retryAfterSeconds: null,
    providerStatus: null,
    providerRequestId: null,
    attempt,
    fence: 0,
    dispatchedAt: null,
    completedAt: null,
    settleAfter: 0,
    lateAnswer: null,
    resolution: null,
  };
}
