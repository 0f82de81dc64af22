/** Checks that a call is still the one that a person approved, after its execution has a record (contract §1.16). */
import { dropSensitive, ServiceError } from "@svc/contract";
import type { LastCheck } from "../executions/attempt-deps.ts";
import type { AuthorizedAction } from "../executions/request.ts";
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
  now: AuthorizedAction & { deadlineMs: number },
): ReturnType<LastCheck> {
  const { action, sealed } = now;
  const { version } = sealed;
  const isSame =
    proposal.actionVersion === actionVersion(action) &&
    proposal.grantGeneration === now.grantGeneration &&
    proposal.listedOrigin === sealed.listedOrigin;
  if (!isSame) return { fault: "PLAN_STALE", version };
  if (proposal.precondition === "") return { fault: null, version };
  const seen = dropSensitive(action.input, input);
  const result = await readPreview(deps, { action, sealed, input: seen, deadlineMs: now.deadlineMs });
  if (result.kind === "failed") {
    // The call has a record, and its key becomes free.
    const fault = result.code === "OVERLOADED" ? "ACTION_NOT_DISPATCHED" : result.code;
    return { fault, version };
  }
  const { precondition } = result.preview;
  const isAsSeen = isSamePrecondition(deps.hashes, proposal.id, precondition, proposal.precondition);
  return { fault: isAsSeen ? null : "PLAN_STALE", version: result.version };
}
