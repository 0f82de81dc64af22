/** Executes an action for its caller: admits the request, then carries the call out, or proposes it to a person. */
import { ServiceError, unknownOutcomeDetails, type ErrorCode } from "@svc/contract";
import { byCaller } from "../journal/entry.ts";
import type { RecordRefusal } from "../journal/repeats.ts";
import type { ConnectionWithCredential } from "../connections/port.ts";
import type { ProspectOf } from "../evidence/examine.ts";
import { shownTo } from "../evidence/needs.ts";
import type { KeyClaim } from "../idempotency/port.ts";
import { claimOf } from "../idempotency/run-idempotently.ts";
import {
  admit,
  withCall,
  type AdmitDeps,
  type AdmittedCall,
  type Call,
  type CallDeps,
  type Entrance,
} from "./admit.ts";
import { carryOut, type CarryOutDeps } from "./carry-out.ts";
import { answerForConcurrentCaller, replayOf, type ExecuteResult, type ReplayDeps } from "./replay.ts";
import type { AuthorizedAction, ExecuteRequest } from "./request.ts";

/** Dependencies of {@link execute}. */
export type ExecuteDeps<Proposed = unknown> = CallDeps &
  AdmitDeps &
  CarryOutDeps &
  ReplayDeps<Proposed> & {
    /** Proposes a call that a person must approve; null if a concurrent caller claimed its key. */
    propose: (call: AdmittedCall, claim: KeyClaim) => Promise<Proposed | null>;
    /** Records a call that is denied by a policy or exceeds a token's budget. */
    recordRefusal?: RecordRefusal;
    /** Whether svc will look for the effect of an unknown outcome; if omitted, the error doesn't say. */
    prospectOf?: ProspectOf;
  };

/** One pass through all steps. `cached`: null to look the connection up. `mayRefresh`: if the token is refused. */
type Pass = { cached: ConnectionWithCredential | null; mayRefresh: boolean };

/**
 * Executes an action.
 * @returns the response or refusal from the execution's record, or the proposal.
 * @throws ServiceError for a request that is refused before it has a record.
 */
export async function execute<Proposed>(
  deps: ExecuteDeps<Proposed>,
  request: ExecuteRequest,
): Promise<ExecuteResult<Proposed>> {
  return await withCall(deps, request, async (call) => {
    try {
      return await asShown(deps, call, await runPasses(deps, call));
    } catch (error) {
      await recordRefused(deps, request, error);
      throw error;
    }
  });
}

const recordedRefusals: ReadonlySet<ErrorCode> = new Set<ErrorCode>(["POLICY_DENIED", "TOKEN_BUDGET_EXHAUSTED"]);

async function recordRefused(
  { recordRefusal }: Pick<ExecuteDeps, "recordRefusal">,
  { caller, tenantId, connectionId, actionId }: ExecuteRequest,
  error: unknown,
): Promise<void> {
  if (!(error instanceof ServiceError) || !recordedRefusals.has(error.code)) return;
  const data = { action: actionId, reason: error.code };
  await recordRefusal?.({ type: "action.refused", ...byCaller(caller), tenantId, subject: connectionId, data });
}

/** Leaves out what the caller couldn't read itself. Adds to an unknown outcome whether svc will look for the effect. */
async function asShown<Proposed>(
  deps: Pick<ExecuteDeps, "prospectOf" | "actions">,
  { request, ref }: Call,
  result: ExecuteResult<Proposed>,
): Promise<ExecuteResult<Proposed>> {
  const { prospectOf, actions } = deps;
  if (result.kind === "answered") {
    const { execution, output } = result.response;
    return { ...result, response: { execution: shownTo({ actions }, request.caller, execution), output } };
  }
  if (result.kind !== "refused" || result.error.code !== "ACTION_OUTCOME_UNKNOWN") return result;
  const { code, execution_id, connection_id } = result.error;
  if (prospectOf === undefined || execution_id === undefined) return result;
  try {
    const evidence = await prospectOf({ id: execution_id, clientId: ref.clientId });
    const facts = { detail: unknownOutcomeDetails[evidence], execution_id, connection_id, evidence };
    return { ...result, error: new ServiceError(code, facts) };
  } catch {
    // The database can't be read right now. The outcome is unknown either way.
    return result;
  }
}

async function runPasses<Proposed>(deps: ExecuteDeps<Proposed>, call: Call): Promise<ExecuteResult<Proposed>> {
  let pass: Pass = { cached: deps.connectionCache.get(call.ref), mayRefresh: true };
  for (;;) {
    const result = await runPass(deps, call, pass);
    if (result === "stale") pass = { cached: null, mayRefresh: true };
    // As if the caller had resent the request: every check is repeated.
    else if (result === "refreshed") pass = { cached: null, mayRefresh: false };
    else return result;
  }
}

async function runPass<Proposed>(
  deps: ExecuteDeps<Proposed>,
  call: Call,
  { cached, mayRefresh }: Pass,
): Promise<ExecuteResult<Proposed> | "stale" | "refreshed"> {
  const entrance: Entrance<Proposed> = {
    replay: (parsed, looksUp) => replayOf(deps, parsed, looksUp),
    mayRun: (authorized) => needsNoApproval(call.request, authorized),
  };
  const admitted = await admit(deps, call, entrance, cached).catch((error: unknown) => {
    // A cached connection may have changed, so it never causes a refusal: the next pass looks it up.
    if (cached !== null && error instanceof ServiceError) return "stale" as const;
    throw error;
  });
  if (admitted === "stale" || "kind" in admitted) return admitted;
  if (!admitted.mayRun && cached !== null) return "stale";
  const { scope, identity } = admitted.parsed;
  const claim = scope === null ? null : claimOf(scope, identity, deps.keys);
  if (!admitted.mayRun) return await proposeCall(deps, admitted, claim);
  const result = await carryOut(deps, admitted, { claim, isCached: cached !== null, mayRefresh });
  return result === "taken" ? await answerForConcurrentCaller(deps, admitted.parsed) : result;
}

/** Whether the call may run at once. @throws ServiceError INVALID_REQUEST if a read is to be proposed. */
function needsNoApproval({ proposes = false }: ExecuteRequest, { action, policy }: AuthorizedAction): boolean {
  if (proposes && action.effect === "read") {
    const detail = "A read changes nothing, so it needs no approval: execute it. Nothing was proposed.";
    throw new ServiceError("INVALID_REQUEST", { detail });
  }
  return !proposes && policy.decision !== "ask";
}

async function proposeCall<Proposed>(
  deps: ExecuteDeps<Proposed>,
  admitted: AdmittedCall,
  claim: KeyClaim | null,
): Promise<ExecuteResult<Proposed>> {
  // Only reads have no key, and reads are never proposed.
  if (claim === null) throw new ServiceError("IDEMPOTENCY_KEY_REQUIRED");
  const proposal = await deps.propose(admitted, claim);
  if (proposal === null) return await answerForConcurrentCaller(deps, admitted.parsed);
  return { kind: "proposed", proposal, replayed: false };
}
