/** The record as the contract shows it, and the answer that a settled record gives to its key. */
import { errorTable, ServiceError, type ErrorCode, type Execution } from "@svc/contract";
import { timestamp, timestampOrNull } from "../listing/timestamp.ts";
import type { ExecutionRow } from "./port.ts";

/** The record in the contract's form. */
export function presentExecution(row: ExecutionRow): Execution {
  return {
    id: row.id,
    status: row.status,
    action_id: row.actionId,
    connection_id: row.connectionId,
    tenant_id: row.tenantId,
    provider: row.provider,
    effect: row.effect,
    summary: { input: row.summaryInput, output: row.summaryOutput },
    error: errorOf(row),
    providerStatus: row.providerStatus,
    providerRequestId: row.providerRequestId,
    idempotencyKey: row.idempotencyKey === "" ? null : row.idempotencyKey,
    attempt: row.attempt,
    createdAt: timestamp(row.createdAt),
    dispatchedAt: timestampOrNull(row.dispatchedAt),
    completedAt: timestampOrNull(row.completedAt),
    lateAnswer: lateAnswerOf(row),
    resolution: resolutionOf(row),
  };
}

function lateAnswerOf({ lateAnswer }: ExecutionRow): Execution["lateAnswer"] {
  return lateAnswer === null ? null : { ...lateAnswer, receivedAt: timestamp(lateAnswer.receivedAt) };
}

function resolutionOf({ resolution }: ExecutionRow): Execution["resolution"] {
  return resolution === null ? null : { ...resolution, resolvedAt: timestamp(resolution.resolvedAt) };
}

/** Once settled by hand, the record says what was found out and no longer that it is unknown. */
function errorOf(row: ExecutionRow): Execution["error"] {
  if (row.resolution?.outcome === "failed") {
    return { code: "ACTION_RESOLVED_FAILED", detail: errorTable.ACTION_RESOLVED_FAILED.detail };
  }
  if (row.errorCode === "" || row.resolution !== null) return null;
  return { code: row.errorCode, detail: row.errorDetail };
}

/** What a caller of execute gets. */
export type ExecuteAnswer = { execution: Execution; output: unknown };

/**
 * The answer of a settled record: what its key replays, first and ever after.
 * @throws ServiceError the record's failure; `ACTION_OUTCOME_UNKNOWN`; `ACTION_RESOLVED_FAILED` once it was so resolved.
 */
export function answerOfRecord(row: ExecutionRow): ExecuteAnswer {
  const named = { execution_id: row.id, connection_id: row.connectionId };
  switch (row.status) {
    case "succeeded":
      return { execution: presentExecution(row), output: row.resolution === null ? row.summaryOutput : null };
    case "failed":
      if (row.resolution !== null) throw new ServiceError("ACTION_RESOLVED_FAILED", named);
      throw new ServiceError(recordedCode(row), {
        ...named,
        detail: row.errorDetail,
        ...(row.retryAfterSeconds === null ? {} : { retryAfterSeconds: row.retryAfterSeconds }),
      });
    case "outcome_unknown":
      throw new ServiceError("ACTION_OUTCOME_UNKNOWN", named);
    case "accepted":
    case "dispatched":
      throw new ServiceError("IDEMPOTENCY_KEY_IN_PROGRESS", named);
  }
}

function recordedCode(row: ExecutionRow): ErrorCode {
  return Object.hasOwn(errorTable, row.errorCode) ? (row.errorCode as ErrorCode) : "INTERNAL";
}
