/**
 * Judges samples of the raw clock, and computes how far back a retention period reaches if some of the time on the
 * clock did not really pass. Pure; the service clock reads and writes the row.
 */
import type { ClockRow, JumpCause, Acceptance, UncountedSpan } from "./port.ts";
import { dayMs } from "./units.ts";

/** The largest difference between the raw clock and the expected time, in milliseconds, that isn't a jump. */
export const toleranceMs = 5000;

/**
 * How long after the mark a start may be, in milliseconds, because the service may have been off. After that, an
 * operator must accept the clock.
 */
export const offMaxMs = 7 * dayMs;

/**
 * The maximum age, in milliseconds, at which a mark proves that another process has just confirmed the raw clock. Each
 * process moves the mark about once a second.
 */
const witnessMs = 3000;

/**
 * The verdict on a sample. `ok`: as expected. `followed`: the clock did not jump; this process was suspended.
 * `accepted`: an operator accepted the raw clock. `healed`: the raw clock is right again. `jumped`: the raw clock is
 * wrong.
 */
export type Finding = "ok" | "followed" | "accepted" | "healed" | "jumped";

/** The service time at the moment of the sample, and the row to store. */
export type Verdict = { finding: Finding; serviceMs: number; row: ClockRow };

/** The raw clock in milliseconds since the epoch, and the row that was read with it. */
export type Sample = { rawMs: number; row: ClockRow };

/** What a running process knows about the time. */
export type Expectation = {
  /** The expected service time, according to a clock that never jumps. */
  serviceMs: number;
  generation: number;
  /** The newest mark that this process has written. */
  ownMarkMs: number;
};

/** Judges a process's first sample, which can only be compared with the mark. */
export function judgeStart({ rawMs, row }: Sample): Verdict {
  const serviceMs = rawMs + row.offsetMs;
  if (row.markMs === 0) return { finding: "ok", serviceMs, row };
  const advanceMs = (atMs: number): number => {
    const afterMs = atMs - row.markMs;
    return afterMs >= -toleranceMs && afterMs <= offMaxMs ? afterMs : Number.POSITIVE_INFINITY;
  };
  // Both can be plausible after some days off. The one closer to the mark does less harm to retention.
  const [withOffset, raw] = [advanceMs(serviceMs), advanceMs(rawMs)];
  if (row.offsetMs !== 0 && raw < withOffset) return healed({ rawMs, row });
  if (withOffset <= offMaxMs) return { finding: "ok", serviceMs, row };
  if (serviceMs < row.markMs) return jumped({ rawMs, row }, row.markMs, "behind");
  const gap = { fromMs: row.gap?.fromMs ?? row.markMs, toMs: serviceMs };
  return { finding: "jumped", serviceMs, row: { ...row, gap, jump: row.jump ?? { cause: "ahead", atMs: serviceMs } } };
}

/** Compares a later sample with the expected time. */
export function judgeSample({ rawMs, row }: Sample, expected: Expectation): Verdict {
  const serviceMs = rawMs + row.offsetMs;
  if (row.generation !== expected.generation) return { finding: "accepted", serviceMs, row };
  if (row.offsetMs !== 0 && isRightAgain(rawMs - expected.serviceMs, row)) return healed({ rawMs, row });
  if (Math.abs(serviceMs - expected.serviceMs) <= toleranceMs) return { finding: "ok", serviceMs, row };
  const isWitnessed = row.markMs > expected.ownMarkMs && Math.abs(serviceMs - row.markMs) <= witnessMs;
  if (isWitnessed) return { finding: "followed", serviceMs, row };
  return jumped({ rawMs, row }, expected.serviceMs, "ran");
}

/** A clock that was behind at the start may be corrected to any time that a start would have accepted. */
function isRightAgain(aheadMs: number, { jump }: ClockRow): boolean {
  return aheadMs >= -toleranceMs && aheadMs <= (jump?.cause === "behind" ? offMaxMs : toleranceMs);
}

function healed({ rawMs, row }: Sample): Verdict {
  const jump = row.gap === null || row.jump === null ? null : { ...row.jump, cause: "ahead" as const };
  return { finding: "healed", serviceMs: rawMs, row: { ...row, offsetMs: 0, jump } };
}

/** Service time continues as expected, regardless of the raw clock. */
function jumped({ rawMs, row }: Sample, serviceMs: number, cause: JumpCause): Verdict {
  const atMs = row.jump?.atMs ?? Math.round(serviceMs);
  const offsetMs = Math.round(serviceMs - rawMs);
  return { finding: "jumped", serviceMs, row: { ...row, offsetMs, jump: { cause, atMs } } };
}

/**
 * Returns the time before which everything has been kept for longer than `keptMs`: goes back from now and skips the
 * spans that did not really pass.
 * @param nowMs service time, in milliseconds since the epoch.
 * @param spans in any order; none overlaps another (see {@link spansAfterAccept}).
 */
export function cutoffMs(nowMs: number, keptMs: number, spans: readonly UncountedSpan[]): number {
  let atMs = nowMs;
  let leftMs = keptMs;
  for (const { fromMs, toMs } of [...spans].sort((one, other) => other.toMs - one.toMs)) {
    const passedMs = atMs - toMs;
    // The period starts after this span.
    if (passedMs > leftMs) break;
    leftMs -= Math.max(0, passedMs);
    atMs = Math.min(atMs, fromMs);
  }
  return atMs - leftMs;
}

/**
 * Returns the spans that do not count after an accepted clock jump. If time goes back, spans after the new time are
 * dropped, because the clock will go through that time once more.
 */
export function spansAfterAccept(
  spans: readonly UncountedSpan[],
  { serviceMs, rawMs, gap, timePassed }: Acceptance,
): UncountedSpan[] {
  const added = timePassed ? [] : [gap, rawMs > serviceMs ? { fromMs: serviceMs, toMs: rawMs } : null];
  return [...spans, ...added]
    .filter((span) => span !== null)
    .map(({ fromMs, toMs }) => ({ fromMs, toMs: Math.min(toMs, rawMs) }))
    .filter(({ fromMs, toMs }) => fromMs < toMs);
}
