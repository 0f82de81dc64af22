/** Hooks around the one changing request: they record the dispatch before it, and a late response after it. */
import type { ChangeVerdict } from "@svc/provider-kit";
import { acceptsFacts, evidenceVersion, digestsOf } from "../evidence/facts.ts";
import type { Sent } from "../evidence/port.ts";
import type { ChangeHooks } from "../provider-calls/call.ts";
import type { Attempt, AttemptDeps } from "./attempt-deps.ts";
import { leaseTimes } from "./lease.ts";
import type { ExecutionRow } from "../records/record.ts";
import { keepLateResponse, type RecordState } from "./settle.ts";

/** Creates the hooks of an attempt. @param state what this process knows about the dispatch; the hooks update it. */
export function changeHooks(deps: AttemptDeps, attempt: Attempt, state: RecordState): ChangeHooks {
  const { row, action, deadlineMs } = attempt;
  return {
    acceptsFacts: (facts) => acceptsFacts(action, facts, deps.evidence.conformingFacts),
    async beforeSend(facts): Promise<boolean> {
      const sent = await sentOf(deps, attempt, facts);
      if (sent === null) return false;
      const remainingMs = deadlineMs - deps.platform.monotonicMs();
      if (remainingMs <= 0 || !deps.lease.holds(row.ownerId)) return false;
      const at = deps.platform.nowMs();
      const settleAfter = at + Math.max(Math.ceil(remainingMs), leaseTimes.leaseMs);
      const expected = { ownerId: row.ownerId, fence: state.fence };
      try {
        if (!(await deps.store.dispatch(row, expected, { at, settleAfter, ...sent }))) {
          deps.onDispatchRefused?.();
          return false;
        }
      } catch {
        // The store's response was lost, so nothing is sent. The settlement then allows for both states of the record.
        state.dispatchMayBeRecorded = true;
        return false;
      }
      state.fence += 1;
      state.dispatchedAt = at;
      return true;
    },
    mayStillSend: () => deps.lease.holds(row.ownerId) && deps.platform.monotonicMs() < deadlineMs,
    onLate: (verdict) => void recordLateResponse(deps, row, verdict),
  };
}

/**
 * Returns what the dispatch stores for later looks: nothing if the action declares no evidence or svc never looks.
 * Null if the tenant's key can't be used; nothing is sent then.
 */
async function sentOf(
  { evidence: { isOn, tenantDigests }, onDefect }: AttemptDeps,
  { row, action, input }: Attempt,
  facts: unknown,
): Promise<{ sent?: Sent } | null> {
  const { evidence } = action;
  if (evidence === null || !isOn) return {};
  const actionVersion = evidenceVersion(action);
  if (evidence.compares === undefined) return { sent: { actionVersion, facts, digests: {} } };
  try {
    const digests = digestsOf(evidence, row.id, input, await tenantDigests(row.tenantId));
    return { sent: { actionVersion, facts, digests } };
  } catch {
    onDefect(row.id, "DigestsNotMade");
    return null;
  }
}

async function recordLateResponse(deps: AttemptDeps, row: ExecutionRow, response: ChangeVerdict): Promise<void> {
  if (response.kind === "not_sent") return;
  const providerStatus = response.kind === "unknown" ? response.providerStatus : response.response.status;
  const verdict = response.kind === "accepted" ? "succeeded" : response.kind === "refused" ? "failed" : "unknown";
  try {
    const receivedAt = deps.platform.nowMs();
    await keepLateResponse(deps, row, { verdict, providerStatus, receivedAt });
  } catch {
    // The record is true even without this response.
    deps.onDefect(row.id, "LateResponseNotKept");
  }
}
