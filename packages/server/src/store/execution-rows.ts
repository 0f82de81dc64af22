/** Rows of executions as the domain's records and back. */
import type { ExecutionRow, LateAnswer, Resolution } from "../executions/port.ts";
import type { ExecutionsTable } from "./tables.ts";
import { parsedJson, parsedJsonOrNull, storableJson } from "./text.ts";

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

/** An execution that has not ended as its columns. */
export function executionColumns(row: ExecutionRow): ExecutionsTable {
  return {
    id: row.id,
    client_id: row.clientId,
    tenant_id: row.tenantId,
    connection_id: row.connectionId,
    provider: row.provider,
    action_id: row.actionId,
    effect: row.effect,
    status: row.status,
    summary_input: storableJson(row.summaryInput),
    summary_output: storableJson(row.summaryOutput),
    error_code: row.errorCode,
    error_detail: row.errorDetail,
    retry_after_seconds: row.retryAfterSeconds,
    provider_status: row.providerStatus,
    provider_request_id: row.providerRequestId,
    idempotency_key: row.idempotencyKey,
    attempt: row.attempt,
    fence: row.fence,
    owner_id: row.ownerId,
    created_at: row.createdAt,
    dispatched_at: row.dispatchedAt,
    completed_at: row.completedAt,
    settle_after: row.settleAfter,
    late_answer: row.lateAnswer === null ? null : storableJson(row.lateAnswer),
    resolution: row.resolution === null ? null : storableJson(row.resolution),
    key_end: "",
  };
}
