/** Decides whether a look's verdict is wrong, as a pure function of the verdict and the provider's own state. */
import type { Evidence, EvidenceVerdict } from "../evidence.ts";

/** One look, and the provider's state at that time. */
export type Seen = {
  strength: Evidence["strength"];
  /** Null if a read failed, which counts as undetermined. */
  verdict: EvidenceVerdict | null;
  /** Whether our change took effect, according to the ledger. */
  isOurs: boolean;
  /** Whether the requested state holds now. */
  holds: boolean;
  /** Whether the requested state held before the sending or at an earlier look; lagging reads may show that state. */
  held: boolean;
  /** Whether the requested state held before the sending. */
  heldBefore: boolean;
  /** Whether our effect exists with its marker. */
  shows: boolean;
  isLagging: boolean;
};

/** Whether a verdict says that our change can never take effect. */
export function isFinal(verdict: EvidenceVerdict): boolean {
  return verdict.verdict === "not_applied" && verdict.basis !== "absence";
}

/** @returns why the verdict is wrong, or missing despite proof; null if it is right. */
export function misjudgment(seen: Seen): string | null {
  const { verdict, strength, isOurs, shows, isLagging } = seen;
  const mustFind = (strength === "exact" || strength === "strong") && shows && !isLagging;
  if (mustFind && (verdict?.verdict !== "applied" || verdict.basis === "state")) {
    return "our effect exists with its marker, but wasn't found";
  }
  if (verdict === null || verdict.verdict === "undetermined") return null;
  if (verdict.verdict === "applied") {
    if (verdict.basis !== "state") return isOurs ? null : "our change took no effect";
    if (!seen.holds && !(isLagging && seen.held)) return "the requested state doesn't hold";
    return verdict.wasDifferent && seen.heldBefore ? "the requested state held before" : null;
  }
  if (!isOurs || isLagging) return null;
  if (verdict.basis !== "absence") return "our change took effect";
  return verdict.isAnchored ? "our change took effect, so the history isn't anchored" : null;
}
