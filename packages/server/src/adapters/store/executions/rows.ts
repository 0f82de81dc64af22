/** Maps executions from their table. */
import type {
  EvidenceSettlement,
  KeptLook,
  ExecutionRow,
  LateResponse,
  Resolution,
} from "../../../domain/records/record.ts";
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
    mcpGrant: row.mcp_grant,
    tokenChain: parsedJson(row.token_chain),
    subject: row.subject,
    agent: row.agent,
    proposalId: row.proposal_id,
    attempt: row.attempt,
    fence: row.fence,
    ownerId: row.owner_id,
    createdAt: row.created_at,
    dispatchedAt: row.dispatched_at,
    completedAt: row.completed_at,
    settleAfter: row.settle_after,
    lateResponse: parsedJsonOrNull<LateResponse>(row.late_response),
    looks: parsedJsonOrNull<KeptLook[]>(row.looks) ?? [],
    settlement: parsedJsonOrNull<EvidenceSettlement>(row.settlement),
    resolution: parsedJsonOrNull<Resolution>(row.resolution),
  };
}

/** The columns that a settlement sets, each to its field of the same name. */
export const settledColumns = `status = :status, summary_output = :summaryOutput, error_code = :errorCode,
  error_detail = :errorDetail, retry_after_seconds = :retryAfterSeconds, provider_status = :providerStatus,
  provider_request_id = :providerRequestId, completed_at = :completedAt, looks = :looks, settlement = :settlement,
  digests = case when :status = 'outcome_unknown' then digests end`;
