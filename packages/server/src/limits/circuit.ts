/**
 * The judgement of a circuit breaker: when it opens, whom it lets through, and what an exchange makes of it. Pure; what is
 * counted and kept stands in `circuits.ts`.
 */

/** What one call says of whoever was called: it answered, or it did not or only by a fault of its own. */
export type Health = "answer" | "fault";

/** The faults that no answer has followed yet, by where they came from: a source is a connection. */
export type Tally = {
  /** Faults in a row, of all sources together. */
  faults: number;
  /** Sources whose last call was a fault. */
  faultySources: number;
  /** Sources that were heard of lately. */
  sources: number;
};

/** An open circuit. Times are milliseconds on the monotonic clock. */
export type Opening = {
  /** How often it has opened since the last answer. */
  count: number;
  /** Until then nobody is let through. */
  untilMs: number;
  /** A probe is under way, and is waited for until then; 0 for none. */
  probeUntilMs: number;
};

/** When a circuit opens, and how it is tried again. */
export type CircuitRules = {
  /** Faults in a row that open it. */
  faultsMin: number;
  /** Sources that they must come from. */
  sourcesMin: number;
  /** How long it is open at first; it doubles with each probe that fails. */
  openMs: number;
  openMsMax: number;
  /** How much longer a write waits than a read before it is the probe. */
  writeProbeAfterMs: number;
  /** How long a probe is waited for. */
  probeMs: number;
};

/** Who wants to be let through. */
export type CallEffect = "read" | "write" | "destructive";

/** Whether a caller is let through; `isProbe`: it is the one by which an open circuit is tried. */
export type Admission = { kind: "pass"; isProbe: boolean } | { kind: "refuse"; retryAfterMs: number };

/** Whether these faults open a circuit: enough of them, from enough sources, and from half of those at least. */
export function mustOpen({ faults, faultySources, sources }: Tally, { faultsMin, sourcesMin }: CircuitRules): boolean {
  return faults >= faultsMin && faultySources >= sourcesMin && faultySources * 2 >= sources;
}

/**
 * Whether a call is let through. An open circuit is tried by one call at a time, first by reads, which can do no harm where
 * the answer is lost; only where no read comes, by a write.
 * @param opening null where the circuit is closed.
 */
export function admissionOf(
  opening: Opening | null,
  effect: CallEffect,
  nowMs: number,
  { writeProbeAfterMs }: CircuitRules,
): Admission {
  if (opening === null) return { kind: "pass", isProbe: false };
  const from = opening.untilMs + (effect === "read" ? 0 : writeProbeAfterMs);
  const waitMs = Math.max(from, opening.probeUntilMs) - nowMs;
  return waitMs > 0 ? { kind: "refuse", retryAfterMs: waitMs } : { kind: "pass", isProbe: true };
}

/**
 * The circuit after a call. An answer closes it. A fault opens it where the tally, which counts this call already,
 * says so; once its time is over and it is tried, one fault opens it again, for longer.
 */
export function openingAfter(
  opening: Opening | null,
  health: Health,
  tally: Tally,
  nowMs: number,
  rules: CircuitRules,
): Opening | null {
  if (health === "answer") return null;
  if (opening === null) {
    return mustOpen(tally, rules) ? { count: 1, untilMs: nowMs + rules.openMs, probeUntilMs: 0 } : null;
  }
  // It left before the circuit opened: nothing new.
  if (nowMs < opening.untilMs) return opening;
  const lastsMs = Math.min(rules.openMsMax, rules.openMs * 2 ** Math.min(opening.count, 30));
  return { count: opening.count + 1, untilMs: nowMs + lastsMs, probeUntilMs: 0 };
}
