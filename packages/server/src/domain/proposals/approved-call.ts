/** Executes a call that a person approved: admitted like any other, and compared with what was approved. */
import { ServiceError } from "@svc/contract";
import { admit, withCall, type AdmitDeps, type CallDeps, type Entrance } from "../executions/admit.ts";
import type { Attempt, LastCheck } from "../executions/attempt-deps.ts";
import { carryOut, type CarryOutDeps } from "../executions/carry-out.ts";
import type { ExecuteResult } from "../executions/replay.ts";
import type { ExecuteRequest } from "../executions/request.ts";
import type { KeyDeps } from "../idempotency/run-idempotently.ts";
import { refuseWeakApproval, type Approved } from "./plan.ts";

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
 * @throws ServiceError for a call that is refused before it has a record; PROPOSAL_NOT_PENDING if the approval was used.
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
