/** An execution's history as a list of steps, for pages and terminals. */
import type { Execution } from "./execution.ts";
import type { EvidenceBasis } from "./values.ts";

/** One step of an execution. */
export type TimelineStep = {
  /** RFC 3339; null if the time isn't recorded. */
  at: string | null;
  what: string;
  /** The evidence basis of a look or a settlement; null for other steps. */
  grounds: EvidenceBasis | null;
  detail: string | null;
};

/** Returns the execution's steps, oldest first. */
export function timelineOf(execution: Execution): TimelineStep[] {
  const { createdAt, dispatchedAt, completedAt, status, evidence, settlement, resolution, lateResponse } = execution;
  const steps: TimelineStep[] = [step(createdAt, "Accepted")];
  if (dispatchedAt !== null) steps.push(step(dispatchedAt, "Dispatched"));
  const isByEvidence = settlement?.by === "evidence";
  if (status === "outcome_unknown" || isByEvidence || resolution !== null) {
    // With looks during the call, only the time at which the call ended is recorded.
    const laterTimes = [...evidence.map(({ at }) => at), settlement?.at ?? resolution?.resolvedAt ?? null];
    const isRecorded = completedAt !== null && laterTimes.every((at) => at === null || completedAt < at);
    steps.push(step(isRecorded ? completedAt : null, "No definite response"));
  }
  for (const look of evidence) {
    steps.push({ at: look.at, what: `Looked: ${lookText(look)}`, grounds: look.basis, detail: look.detail });
  }
  if (isByEvidence) {
    const { at, basis } = settlement;
    steps.push({ at, what: `Settled as ${status} by evidence`, grounds: basis, detail: null });
  } else if (completedAt !== null && (status === "succeeded" || status === "failed") && resolution === null) {
    steps.push(step(completedAt, status === "succeeded" ? "Succeeded" : "Failed", execution.error?.code ?? null));
  }
  if (lateResponse !== null) {
    const { verdict, providerStatus, receivedAt } = lateResponse;
    const detail = providerStatus === null ? null : `The provider's status was ${providerStatus}.`;
    steps.push(step(receivedAt, `Late response: ${verdict}`, detail));
  }
  if (resolution !== null) {
    const { resolvedAt, outcome, note } = resolution;
    steps.push(step(resolvedAt, `Resolved as ${outcome}`, note === "" ? null : note));
  }
  // Steps with equal or unknown times keep the order above.
  const timeOf = ({ at }: TimelineStep): string => at ?? dispatchedAt ?? createdAt;
  return steps.toSorted((a, b) => compare(timeOf(a), timeOf(b)));
}

function step(at: string | null, what: string, detail: string | null = null): TimelineStep {
  return { at, what, grounds: null, detail };
}

/**
 * Describes what a look found. A matching state may be someone else's doing, and a missing effect may still arrive, so
 * no text claims more than was seen.
 */
export function lookText({ verdict, basis }: Pick<Execution["evidence"][number], "verdict" | "basis">): string {
  if (verdict === "undetermined") return "can't tell";
  if (verdict === "applied") return basis === "state" ? "it is as requested" : "it took effect";
  return basis === "fence" ? "it had no effect" : "not found";
}

/** API timestamps have one format, so comparing them as text orders them by time. */
function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
