/** Presents proposals in the contract's form. */
import type { Proposal } from "@svc/contract";
import { timestamp, timestampOrNull } from "../clock/timestamp.ts";
import { approvalPaths } from "../agent-sign-in/metadata.ts";
import type { ServiceClientRow } from "../service-clients/port.ts";
import type { ProposalRow } from "./port.ts";

/** Returns the page where a person decides on a proposal; null if the client's app has no page that identifies them. */
export function approvalUrlOf(
  apiUrl: string,
  { agentSignInUrl }: Pick<ServiceClientRow, "agentSignInUrl">,
  proposalId: string,
): string | null {
  return agentSignInUrl === "" ? null : apiUrl + approvalPaths.begin(proposalId);
}

/**
 * Presents a proposal, without any secret.
 * @param approvalUrl from {@link approvalUrlOf}. @param input for a caller that may decide about it; null for others.
 */
export function presentProposal(row: ProposalRow, approvalUrl: string | null, input: unknown = null): Proposal {
  return {
    id: row.id,
    status: row.status,
    tenant_id: row.tenantId,
    connection_id: row.connectionId,
    provider: row.provider,
    action_id: row.actionId,
    effect: row.effect,
    summary: { input: row.summaryInput },
    input,
    preview: row.preview,
    approvalUrl,
    digest: row.digest,
    askedBy: { layer: row.askedBy === "" ? null : row.askedBy, rule: row.rule },
    approver: row.approver,
    delegatedToken:
      row.tokenId === "" ? null : { id: row.tokenId, subject: orNull(row.subject), agent: orNull(row.agent) },
    idempotencyKey: row.idempotencyKey,
    execution_id: orNull(row.executionId),
    decision: decisionOf(row),
    error: row.errorCode === "" ? null : { code: row.errorCode, detail: row.errorDetail },
    createdAt: timestamp(row.createdAt),
    expiresAt: timestamp(row.expiresAt),
    endedAt: timestampOrNull(row.endedAt),
  };
}

function decisionOf({ decision }: ProposalRow): Proposal["decision"] {
  if (decision === null) return null;
  const { decidedBy, reason, decidedAt } = decision;
  return { decision: decision.decision, decidedBy, reason: orNull(reason), decidedAt: timestamp(decidedAt) };
}

function orNull(text: string): string | null {
  return text === "" ? null : text;
}
