/**
 * Executes a call that a person approved: admitted like any other, and, once its execution has a record, compared with
 * what was approved (contract §1.16).
 */
import { ServiceError } from "@svc/contract";
import { admit, withCall, type AdmitDeps, type CallDeps, type Entrance } from "../executions/admit.ts";
import type { Attempt, LastCheck } from "../executions/attempt-deps.ts";
import { carryOut, type CarryOutDeps } from "../executions/carry-out.ts";
import type { ExecuteResult } from "../executions/replay.ts";
import type { ExecuteRequest, AuthorizedAction } from "../executions/request.ts";
import type { KeyDeps } from "../idempotency/run-idempotently.ts";
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
  const result = await readPreview(deps, { action, sealed, input, deadlineMs: now.deadlineMs });
  if (result.kind === "failed") {
    // The call has a record, and its key becomes free.
    const fault = result.code === "OVERLOADED" ? "ACTION_NOT_DISPATCHED" : result.code;
    return { fault, version };
  }
  const { precondition } = result.preview;
  const isAsSeen = isSamePrecondition(deps.hashes, proposal.id, precondition, proposal.precondition);
  return { fault: isAsSeen ? null : "PLAN_STALE", version: result.version };
}

/** Dependencies of {@link executeApproved}. */
export type ApprovedDeps = CallDeps &
  AdmitDeps &
  CarryOutDeps & {
    keys: Pick<KeyDeps, "ownerId" | "nowMs">;
    /** Compares an approved call with the current state, using only reads. */
    checkPlan: (approved: Approved, attempt: Attempt) => ReturnType<LastCheck>;
  };

/**
 * Executes an approved call, under the key and with the fingerprint of the request that proposed it.
 * @throws ServiceError for a call that is refused before it has a record; PROPOSAL_NOT_PENDING if the approval was
 * used.
 */
export async function executeApproved(
  deps: ApprovedDeps,
  request: ExecuteRequest,
  approved: Approved,
): Promise<ExecuteResult> {
  const { id: proposalId, fingerprint } = approved.proposal;
  const entrance: Entrance<never> = {
    // The proposal already has its key.
    replay: () => Promise.resolve(null),
    mayRun({ policy }) {
      refuseWeakApproval(approved, policy);
      return true;
    },
  };
  return await withCall(deps, request, async (call) => {
    // Always checked against the database.
    const admitted = await admit(deps, call, entrance, null);
    if ("kind" in admitted) return admitted;
    const { scope } = admitted.parsed;
    const { ownerId, nowMs } = deps.keys;
    const claim = scope === null ? null : { ...scope, fingerprint, ownerId: ownerId(), createdAt: nowMs() };
    const check: LastCheck = (attempt) => deps.checkPlan(approved, attempt);
    const result = await carryOut(deps, admitted, { claim, isCached: false, mayRefresh: false, proposalId, check });
    if (result === "taken") throw new ServiceError("PROPOSAL_NOT_PENDING");
    // Only a cached connection is stale, and only an attempt that may be repeated is refreshed.
    if (result === "stale" || result === "refreshed") throw new ServiceError("INTERNAL");
    return result;
  });
}
