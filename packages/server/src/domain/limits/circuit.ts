/**
 * The logic of a circuit breaker: when it opens, which calls it lets through, and how an exchange changes it. Pure;
 * `circuits.ts` keeps the counts.
 */

/** The health of a call's target: it answered, or it failed through its own fault. */
export type Health = "response" | "fault";

/** The faults since the last response, by source. A source is a connection. */
export type Tally = {
  /** Consecutive faults, from all sources together. */
  faults: number;
  /** Sources whose last call was a fault. */
  faultySources: number;
  /** Recently active sources. */
  sources: number;
};

/** An open circuit. Times are milliseconds on the monotonic clock. */
export type OpenCircuit = {
  /** How often it has opened since the last response. */
  count: number;
  /** No call is let through before this time. */
  untilMs: number;
  /** When the running probe times out; 0 if there is none. */
  probeUntilMs: number;
};

/** When a circuit opens, and how it is probed. */
export type CircuitRules = {
  /** Consecutive faults that open it. */
  faultsMin: number;
  /** The minimum number of sources of these faults. */
  sourcesMin: number;
  /** How long it stays open at first; doubled with each failed probe. */
  openMs: number;
  openMsMax: number;
  /** How much longer a write waits than a read before it becomes the probe. */
  writeProbeAfterMs: number;
  /** How long to wait for a probe. */
  probeMs: number;
};

export type CallEffect = "read" | "write" | "destructive";

/** Whether a call is let through. `isProbe`: it probes an open circuit. */
export type Admission = { kind: "pass"; isProbe: boolean } | { kind: "refuse"; retryAfterMs: number };

/** Whether these faults open a circuit: enough of them, from enough sources, and from at least half of the sources. */
export function mustOpen({ faults, faultySources, sources }: Tally, { faultsMin, sourcesMin }: CircuitRules): boolean {
  return faults >= faultsMin && faultySources >= sourcesMin && faultySources * 2 >= sources;
}

/**
 * Decides whether a call is let through. One call at a time probes an open circuit: reads first, because a read whose
 * response is lost does no harm, and a write only if there is no read.
 * @param opening null if the circuit is closed.
 */
export function decideAdmission(
  opening: OpenCircuit | null,
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
 * Returns the circuit after a call. A response closes it. A fault opens it if the tally, which already includes this
 * call, meets the rules. After an open circuit's time has passed, a single fault reopens it, for longer.
 */
export function circuitAfter(
  opening: OpenCircuit | null,
  health: Health,
  tally: Tally,
  nowMs: number,
  rules: CircuitRules,
): OpenCircuit | null {
  if (health === "response") return null;
  if (opening === null) {
    return mustOpen(tally, rules) ? { count: 1, untilMs: nowMs + rules.openMs, probeUntilMs: 0 } : null;
  }
  // The call started before the circuit opened, so it says nothing new.
  if (nowMs < opening.untilMs) return opening;
  const lastsMs = Math.min(rules.openMsMax, rules.openMs * 2 ** Math.min(opening.count, 30));
  return { count: opening.count + 1, untilMs: nowMs + lastsMs, probeUntilMs: 0 };
}
