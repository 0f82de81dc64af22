/** Writes the result of a look under its lease: a settlement, or the look and the time of the next one. */
import type { Actor } from "../journal/port.ts";
import { secondMs } from "../clock/units.ts";
import type { ExecutionRow } from "../records/record.ts";
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

/** Returns the duration of a look's lease, in milliseconds. */
export function leaseMsOf({ limits }: Pick<EvidenceDeps, "limits">): number {
  return limits.timeMs + leaseExtraMs;
}

/** Returns the schedule that a look was leased with, unchanged. */
export function sameSchedule({ sinceMs, made, nextAtMs, isPaused }: LeasedLook): Exclude<NextLook, "ended"> {
  return { sinceMs, made, nextAtMs, isPaused };
}

/** The result of a leased look. `gone`: the execution was settled or resolved in the meantime. */
export type Applied =
  { kind: "settled" | "kept"; execution: ExecutionRow } | { kind: "hindered"; hindrance: Hindrance } | { kind: "gone" };

/** An execution from the store, with the data that its dispatch stored. */
type Found = Awaited<ReturnType<LookStore["find"]>>;

/**
 * Looks under a lease, and writes the result. If svc can't look, nothing is written.
 * @param found the execution, read under the lease.
 * @param look.next returns the next step of the schedule, if nothing is settled.
 * @param look.actor for the audit trail.
 */
export async function lookAndApply(
  deps: EvidenceDeps,
  leased: LeasedLook,
  found: Found,
  look: { actor: Actor; next: (execution: ExecutionRow, nowMs: number) => NextLook },
): Promise<Applied> {
  if (found?.execution.status !== "outcome_unknown") return { kind: "gone" };
  // Confirmed before the first read, so that the result is judged by a time no later than the read itself.
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
    actor: Actor;
    next: (execution: ExecutionRow, nowMs: number) => NextLook;
  },
): Promise<Applied> {
  const atMs = deps.platform.nowMs();
  if (judgment.outcome === "unknown") {
    const kept = await deps.store.keep(leased, judgment.look, next(execution, atMs));
    return kept === null ? { kind: "gone" } : { kind: "kept", execution: kept };
  }
  const output = outputOf(deps, action, judgment);
  const settling = settlingOf(action, judgment, { output, atMs, sawLateResponse: execution.lateResponse !== null });
  const settled = await deps.store.settle(leased, settling, actor);
  if (settled === null) return { kind: "gone" };
  deps.onSettled({
    basis: judgment.basis,
    provider: execution.provider,
    seconds: settledSeconds(execution, atMs),
  });
  return { kind: "settled", execution: settled };
}
