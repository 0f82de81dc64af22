/** Maps proposals from and to their table. */
import { waitingProposalStatuses } from "@svc/contract";
import { sql } from "kysely";
import type { Decision, ProposalRow } from "../../../domain/proposals/port.ts";
import { columnsOf } from "../columns.ts";
import type { ProposalsTable } from "../tables.ts";
import { parsedJson, parsedJsonOrNull, storableJson } from "../text.ts";

/**
 * The SQL condition for a waiting proposal: one that is pending, or approved and unused. It repeats the condition of
 * partial indexes word for word, because they aren't used otherwise.
 */
export const isWaiting = `status IN (${waitingProposalStatuses.map((status) => `'${status}'`).join(", ")})`;

/** The same for Kysely. */
export const waits = sql.raw<boolean>(isWaiting);

/** A row of `proposals`. */
export function proposalRow(row: ProposalsTable): ProposalRow {
  return {
    id: row.id,
    clientId: row.client_id,
    tenantId: row.tenant_id,
    connectionId: row.connection_id,
    provider: row.provider,
    listedOrigin: row.listed_origin,
    actionId: row.action_id,
    effect: row.effect as ProposalRow["effect"],
    status: row.status as ProposalRow["status"],
    summaryInput: parsedJson(row.summary_input),
    sealed: row.sealed,
    digest: row.digest,
    actionVersion: row.action_version,
    grantGeneration: row.grant_generation,
    preview: row.preview,
    precondition: row.precondition,
    askedBy: row.asked_by as ProposalRow["askedBy"],
    rule: row.rule,
    approver: row.approver as ProposalRow["approver"],
    idempotencyKey: row.idempotency_key,
    fingerprint: row.fingerprint,
    mcpGrant: row.mcp_grant,
    tokenChain: parsedJson(row.token_chain),
    subject: row.subject,
    agent: row.agent,
    keyId: row.key_id,
    tokenId: row.token_id,
    decision: parsedJsonOrNull<Decision>(row.decision),
    decisionSeal: row.decision_seal,
    executionId: row.execution_id,
    errorCode: row.error_code,
    errorDetail: row.error_detail,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    nextAt: row.next_at,
    endedAt: row.ended_at,
  };
}

export function proposalColumns({ sealed, summaryInput, ...row }: ProposalRow): ProposalsTable {
  return { ...columnsOf(row), summary_input: storableJson(summaryInput), sealed };
}
