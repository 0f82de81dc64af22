/** Checks that a call is still the one that a person approved, after its execution has a record (contract §1.16). */
import { dropSensitive, ServiceError, type ErrorCode } from "@svc/contract";
import type { AuthorizedAction } from "../executions/request.ts";
import type { ExecutionRow } from "../executions/record.ts";
import type { PolicyOutcome } from "../policy/decide.ts";
import type { KeyedHashes } from "../vault/port.ts";
import { actionVersion, isSamePrecondition } from "./digest.ts";
import type { ProposalRow } from "./port.ts";
import { readPreview, type PreviewDeps } from "./preview.ts";

/** Dependencies for checking a plan. */
export type PlanDeps = PreviewDeps & { hashes: Pick<KeyedHashes, "hash" | "verify"> };

/** An approved call. */
export type Approved = { proposal: ProposalRow; input: unknown };

/**
 * `fault`: why the call isn't executed; null if nothing has changed since the approval. `credentialVersion`: the
 * version after the check, whose reads may have refreshed the credential.
 */
export type PlanCheck = { fault: ErrorCode | null; credentialVersion: number };

/**
 * Refuses an approval that the agent's own user could give, if the policy now requires another person.
 * @throws ServiceError POLICY_DENIED.
 */
export function refuseWeakApproval({ proposal }: Pick<Approved, "proposal">, policy: PolicyOutcome): void {
  const { approver, subject, connectionId: connection_id } = proposal;
  if (policy.decision !== "ask" || policy.approver !== "other" || approver === "other" || subject === "") return;
  const detail =
    "The policy now requires that a person other than the agent's own user approves this call, and it was approved before that. Nothing was sent. Propose it again, with a new key.";
  throw new ServiceError("POLICY_DENIED", { connection_id, detail });
}

/**
 * Compares the approved call with the current state. Only reads are sent.
 * @param now the current connection and action. @param now.deadlineMs on the monotonic clock.
 */
export async function checkPlan(
  deps: PlanDeps,
  { proposal, input }: Approved,
  now: AuthorizedAction & { row: ExecutionRow; deadlineMs: number },
): Promise<PlanCheck> {
  const { action, provider, auth, record, credentialVersion: version, listedOrigin, grantedActions } = now;
  const isSame =
    proposal.actionVersion === actionVersion(action) &&
    proposal.grantGeneration === now.grantGeneration &&
    proposal.listedOrigin === listedOrigin;
  if (!isSame) return { fault: "PLAN_STALE", credentialVersion: version };
  if (proposal.precondition === "") return { fault: null, credentialVersion: version };
  const { clientId, tenantId, connectionId } = now.row;
  const sealed = { clientId, tenantId, connectionId, version, record, provider, auth, listedOrigin, grantedActions };
  const seen = dropSensitive(action.input, input);
  const result = await readPreview(deps, { action, sealed, input: seen, deadlineMs: now.deadlineMs });
  if (result.kind === "failed") {
    // The call has a record, and its key becomes free.
    const fault = result.code === "OVERLOADED" ? "ACTION_NOT_DISPATCHED" : result.code;
    return { fault, credentialVersion: version };
  }
  const { precondition } = result.preview;
  const isAsSeen = isSamePrecondition(deps.hashes, proposal.id, precondition, proposal.precondition);
  return { fault: isAsSeen ? null : "PLAN_STALE", credentialVersion: result.version };
}
