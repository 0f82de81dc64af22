/** What happened to an execution, in order and in words, for pages and terminals. */
import type { Execution } from "./execution.ts";
import type { EvidenceBasis } from "./values.ts";

/** One step of an execution. */
export type TimelineStep = {
  /** RFC 3339; null if the time isn't recorded. */
  at: string | null;
  what: string;
  /** On what grounds a look or a settlement says so; null for other steps. */
  grounds: string | null;
  detail: string | null;
};

/** What each kind of proof says. */
export const evidenceBasisTexts: Readonly<Record<EvidenceBasis, string>> = {
  marker: "svc's own marker is at the provider",
  fence: "the provider's version proves it",
  state: "what was asked for is so now",
  expiry: "the request can't be accepted any more",
  absence: "nothing was found",
};

/** @returns the execution's steps, oldest first. */
export function timelineOf(execution: Execution): TimelineStep[] {
  const { createdAt, dispatchedAt, completedAt, status, evidence, settlement, resolution, lateAnswer } = execution;
  const steps: TimelineStep[] = [step(createdAt, "Accepted")];
  if (dispatchedAt !== null) steps.push(step(dispatchedAt, "Dispatched"));
  const isByEvidence = settlement?.by === "evidence";
  if (status === "outcome_unknown" || isByEvidence || resolution !== null) steps.push(step(null, "No definite answer"));
  for (const look of evidence) {
    steps.push({ at: look.at, what: verdictText(look), grounds: groundsOf(look.basis), detail: look.detail });
  }
  if (isByEvidence) {
    const { at, basis } = settlement;
    steps.push({ at, what: `Settled as ${status} by evidence`, grounds: groundsOf(basis), detail: null });
  } else if (completedAt !== null && (status === "succeeded" || status === "failed") && resolution === null) {
    steps.push(step(completedAt, status === "succeeded" ? "Succeeded" : "Failed", execution.error?.code ?? null));
  }
  if (lateAnswer !== null) {
    const { verdict, providerStatus, receivedAt } = lateAnswer;
    const detail = providerStatus === null ? null : `The provider's status was ${providerStatus}.`;
    steps.push(step(receivedAt, `Late answer: ${verdict}`, detail));
  }
  if (resolution !== null) {
    const { resolvedAt, outcome, note } = resolution;
    steps.push(step(resolvedAt, `Resolved as ${outcome}`, note === "" ? null : note));
  }
  // The order of equal and of unknown times is the one above.
  const timeOf = ({ at }: TimelineStep): string => at ?? dispatchedAt ?? createdAt;
  return steps.toSorted((a, b) => compare(timeOf(a), timeOf(b)));
}

function step(at: string | null, what: string, detail: string | null = null): TimelineStep {
  return { at, what, grounds: null, detail };
}

function verdictText({ verdict, basis }: Execution["evidence"][number]): string {
  if (verdict === "undetermined") return "Looked: can't tell";
  if (verdict === "applied") return "Looked: it took effect";
  return basis === "absence" ? "Looked: not found" : "Looked: it had no effect";
}

function groundsOf(basis: EvidenceBasis | null): string | null {
  return basis === null ? null : evidenceBasisTexts[basis];
}

/** Times of the API have one form, so their order is that of the texts. */
function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
