/** The look inside the call: the answer was lost, and there is time left to find out before the caller is answered. */
import { secondMs } from "../clock/units.ts";
import type { ExecutionRow } from "../executions/record.ts";
import { examine, outputOf, subjectOf, type EvidenceDeps, type Proved } from "./examine.ts";
import type { KeptLook } from "./look.ts";

/** How much of the deadline must be left. */
const leftMsMin = 2 * secondMs;
/** How much of it the look leaves for the settlement. */
const reserveMs = secondMs / 2;

/** What a look inside the call found. `proved` is null if it settles nothing; the output is the whole one. */
export type FoundInCall = { look: KeptLook; proved: (Proved & { output: unknown }) | null };

/** Looks inside a call; null if svc doesn't look. @param deadlineMs the end of the call on the monotonic clock. */
export type LookInCall = (execution: ExecutionRow, deadlineMs: number) => Promise<FoundInCall | null>;

/** Creates the look of calls. It settles nothing itself: the attempt does, under its own owner and fence. */
export function createLookInCall(deps: EvidenceDeps): LookInCall {
  return async ({ id, clientId }, deadlineMs) => {
    const leftMs = deadlineMs - deps.platform.monotonicMs();
    if (deps.settings.mode !== "automatic" || leftMs < leftMsMin) return null;
    try {
      const found = await deps.store.find(clientId, id);
      if (found?.execution.status !== "dispatched") return null;
      const limits = { ...deps.limits, timeMs: Math.min(deps.limits.timeMs, leftMs - reserveMs) };
      // The request may still be under way, so no absence counts, and the clock needn't be confirmed.
      const look = { actor: "system", time: null, limits };
      const examined = await examine(deps, await subjectOf(deps, found), look);
      if (examined.kind === "hindered") return null;
      const { judgment, action } = examined;
      if (judgment.outcome === "unknown") return { look: judgment.look, proved: null };
      return { look: judgment.look, proved: { ...judgment, output: outputOf(deps, action, judgment) } };
    } catch {
      // Without a look the outcome is unknown, as it was.
      deps.onDefect(id, "LookInCallFailed");
      return null;
    }
  };
}
