/** Writes what a look found, under its lease: a settlement, or the look and when to look next. */
import { secondMs } from "../clock/units.ts";
import type { ExecutionRow } from "../executions/record.ts";
import {
  examine,
  outputOf,
  settledSeconds,
  settlingOf,
  subjectOf,
  type EvidenceDeps,
  type Examined,
} from "./examine.ts";
import type { Hindrance } from "./needs.ts";
import type { LeasedLook, LookStore, NextLook } from "./port.ts";

/** How much longer a lease lasts than its look: the time to record the result. */
const leaseExtraMs = 20 * secondMs;

/** How long the lease of a look lasts, in milliseconds. */
export function leaseMsOf({ limits }: Pick<EvidenceDeps, "limits">): number {
  return limits.timeMs + leaseExtraMs;
}

/** The schedule that a look was leased with. */
export function sameSchedule({ sinceMs, made, nextAtMs, isPaused }: LeasedLook): Exclude<NextLook, "ended"> {
  return { sinceMs, made, nextAtMs, isPaused };
}

/** What became of a leased look. `gone`: the execution was settled or resolved in the meantime. */
export type Applied =
  { kind: "settled" | "kept"; execution: ExecutionRow } | { kind: "hindered"; hindrance: Hindrance } | { kind: "gone" };

/** An execution with what its dispatch kept, as the store finds it. */
type Found = Awaited<ReturnType<LookStore["find"]>>;

/**
 * Looks under a lease, and writes the result. A hindered look writes nothing.
 * @param found the execution as it was found under the lease. @param look.next where the schedule continues if nothing is settled. @param look.actor for the audit trail.
 */
export async function lookAndApply(
  deps: EvidenceDeps,
  leased: LeasedLook,
  found: Found,
  look: { actor: string; next: (execution: ExecutionRow, nowMs: number) => NextLook },
): Promise<Applied> {
  if (found?.execution.status !== "outcome_unknown") return { kind: "gone" };
  // Confirmed before the first read, so that what the look finds is as new as the time that it is judged by.
  const time = await deps.clock.confirmed();
  const examined = await examine(deps, await subjectOf(deps, found), { ...look, time, limits: deps.limits });
  if (examined.kind === "hindered") return examined;
  return await apply(deps, leased, { ...look, examined, execution: found.execution });
}

async function apply(
  deps: EvidenceDeps,
  leased: LeasedLook,
  {
    examined: { judgment, action },
    execution,
    actor,
    next,
  }: {
    examined: Extract<Examined, { kind: "judged" }>;
    execution: ExecutionRow;
    actor: string;
    next: (execution: ExecutionRow, nowMs: number) => NextLook;
  },
): Promise<Applied> {
  const atMs = deps.platform.nowMs();
  if (judgment.outcome === "unknown") {
    const kept = await deps.store.keep(leased, judgment.look, next(execution, atMs));
    return kept === null ? { kind: "gone" } : { kind: "kept", execution: kept };
  }
  const output = outputOf(deps, action, judgment);
  const settling = settlingOf(action, judgment, { output, atMs, sawLateAnswer: execution.lateAnswer !== null });
  const event = deps.settledEvent(execution, settling, actor);
  const settled = await deps.store.settle(leased, settling, event);
  if (settled === null) return { kind: "gone" };
  deps.onSettled({
    basis: judgment.basis,
    provider: execution.provider,
    seconds: settledSeconds(execution, atMs),
  });
  return { kind: "settled", execution: settled };
}
