/** Execution records in the contract's form, and the answer that a settled record gives. */
import { errorTable, ServiceError, type ErrorCode, type Execution } from "@svc/contract";
import { timestamp, timestampOrNull } from "../paging/timestamp.ts";
import type { ExecutionRow } from "./port.ts";

/** A record in the contract's form. */
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

/** Once resolved, a record shows the resolution instead of the unknown outcome. */
function errorOf(row: ExecutionRow): Execution["error"] {
  if (row.resolution?.outcome === "failed") {
    return { code: "ACTION_RESOLVED_FAILED", detail: errorTable.ACTION_RESOLVED_FAILED.detail };
  }
  if (row.errorCode === "" || row.resolution !== null) return null;
  return { code: row.errorCode, detail: row.errorDetail };
}

/** A successful answer to an execute request. */
export type ExecuteAnswer = { execution: Execution; output: unknown };

/**
 * The answer that a record gives to its key, the first time and in every replay.
 * @throws ServiceError the record's failure; `ACTION_OUTCOME_UNKNOWN`; `ACTION_RESOLVED_FAILED` once it is resolved as failed.
 */
export function answerOfRecord(row: ExecutionRow): ExecuteAnswer {
  const ids = { execution_id: row.id, connection_id: row.connectionId };
  switch (row.status) {
    case "succeeded":
      return { execution: presentExecution(row), output: row.resolution === null ? row.summaryOutput : null };
    case "failed":
      if (row.resolution !== null) throw new ServiceError("ACTION_RESOLVED_FAILED", ids);
      throw new ServiceError(recordedCode(row), {
        ...ids,
        detail: row.errorDetail,
        ...(row.retryAfterSeconds === null ? {} : { retryAfterSeconds: row.retryAfterSeconds }),
      });
    case "outcome_unknown":
      throw new ServiceError("ACTION_OUTCOME_UNKNOWN", ids);
    case "accepted":
    case "dispatched":
      throw new ServiceError("IDEMPOTENCY_KEY_IN_PROGRESS", ids);
  }
}

function recordedCode(row: ExecutionRow): ErrorCode {
  return Object.hasOwn(errorTable, row.errorCode) ? (row.errorCode as ErrorCode) : "INTERNAL";
}
