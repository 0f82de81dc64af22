/** The look within the call: after a lost response, if there is time left before the caller is answered. */
import { secondMs } from "../clock/units.ts";
import type { ExecutionRow, KeptLook } from "../records/record.ts";
import { examine, outputOf, subjectOf, type EvidenceDeps, type Proved } from "./examine.ts";

/** How much time must be left before the deadline. */
const leftMsMin = 2 * secondMs;
/** How much of that time is reserved for the settlement. */
const reserveMs = secondMs / 2;

/** The result of a look within the call. `proved`: null if it settles nothing; its output is the whole one. */
export type FoundInCall = { look: KeptLook; proved: (Proved & { output: unknown }) | null };

/** Looks within a call; null if svc doesn't look. @param deadlineMs the call's deadline on the monotonic clock. */
export type LookInCall = (execution: ExecutionRow, deadlineMs: number) => Promise<FoundInCall | null>;

/** Creates the look within calls. It doesn't settle: the attempt does, under its own owner and fence. */
export function createLookInCall(deps: EvidenceDeps): LookInCall {
  return async ({ id, clientId }, deadlineMs) => {
    const leftMs = deadlineMs - deps.platform.monotonicMs();
    if (deps.settings.mode !== "automatic" || leftMs < leftMsMin) return null;
    try {
      const found = await deps.store.find(clientId, id);
      if (found?.execution.status !== "dispatched") return null;
      const limits = { ...deps.limits, timeMs: Math.min(deps.limits.timeMs, leftMs - reserveMs) };
      // The request may still be in flight, so absences don't count, and the clock needn't be confirmed.
      const look = { actor: "system", time: null, limits } as const;
      const examined = await examine(deps, await subjectOf(deps, found), look);
      if (examined.kind === "hindered") return null;
      const { judgment, action } = examined;
      if (judgment.outcome === "unknown") return { look: judgment.look, proved: null };
      return { look: judgment.look, proved: { ...judgment, output: outputOf(deps, action, judgment) } };
    } catch {
      // Without a look, the outcome stays unknown.
      deps.onDefect(id, "LookInCallFailed");
      return null;
    }
  };
}
