/** Maps executions from their table. */
import { rowOf } from "../rows.ts";

export const executionRow = rowOf("executions");

/** The columns that a settlement sets, each to its field of the same name. */
export const settledColumns = `status = :status, summary_output = :summaryOutput, error_code = :errorCode,
  error_detail = :errorDetail, retry_after_seconds = :retryAfterSeconds, provider_status = :providerStatus,
  provider_request_id = :providerRequestId, completed_at = :completedAt, looks = :looks, settlement = :settlement,
  digests = case when :status = 'outcome_unknown' then digests end`;
