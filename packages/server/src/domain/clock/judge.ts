/** What a look at the raw clock means. Pure functions: reading and writing the row is the service clock's part. */
import type { ClockRow, JumpCause } from "./port.ts";
import { dayMs } from "./units.ts";

/** By how much the raw clock may differ from what is expected, in milliseconds, before it counts as a jump. */
export const toleranceMs = 5000;

/** How far a start may be after the mark, in milliseconds: the service may have been off. Beyond it an operator has to say. */
export const offMaxMs = 7 * dayMs;

/**
 * How old a mark may be, in milliseconds, to show that another process has just found the raw clock in order. It is moved
 * about once a second.
 */
const witnessMs = 3000;

/**
 * What was found. `ok`: as expected. `followed`: it was this process that stood still, not the clock that jumped. `accepted`:
 * an operator has set the time. `healed`: the raw clock is right again. `jumped`: it is not what it was.
 */
export type Finding = "ok" | "followed" | "accepted" | "healed" | "jumped";

/** The service time at the moment of the sample, and the row as it should be from now on. */
export type Verdict = { finding: Finding; serviceMs: number; row: ClockRow };

/** The raw clock in milliseconds since the epoch, and the row that was read with it. */
export type Sample = { rawMs: number; row: ClockRow };

/** What a running process knows of the time. */
export type Expectation = {
  /** The service time that should be now, by a clock that never jumps. */
  serviceMs: number;
  generation: number;
  /** The newest mark that this process wrote itself. */
  ownMarkMs: number;
};

/** Judges the first sample of a process, which can only be compared with the mark. */
export function judgeStart({ rawMs, row }: Sample): Verdict {
  const serviceMs = rawMs + row.offsetMs;
  if (row.markMs === 0) return { finding: "ok", serviceMs, row };
  const advanceMs = (atMs: number): number => {
    const afterMs = atMs - row.markMs;
    return afterMs >= -toleranceMs && afterMs <= offMaxMs ? afterMs : Number.POSITIVE_INFINITY;
  };
  // Both can be plausible after some days off; the less time it would have been, the less retention is led astray.
  const [withOffset, raw] = [advanceMs(serviceMs), advanceMs(rawMs)];
  if (row.offsetMs !== 0 && raw < withOffset) return healed({ rawMs, row });
  if (withOffset <= offMaxMs) return { finding: "ok", serviceMs, row };
  if (serviceMs < row.markMs) return jumped({ rawMs, row }, row.markMs, "behind");
  const gap = { fromMs: row.gap?.fromMs ?? row.markMs, toMs: serviceMs };
  return { finding: "jumped", serviceMs, row: { ...row, gap, jump: row.jump ?? { cause: "ahead", atMs: serviceMs } } };
}

/** Judges a later sample against what the process expects. */
export function judgeSample({ rawMs, row }: Sample, expected: Expectation): Verdict {
  const serviceMs = rawMs + row.offsetMs;
  if (row.generation !== expected.generation) return { finding: "accepted", serviceMs, row };
  if (row.offsetMs !== 0 && isRightAgain(rawMs - expected.serviceMs, row)) return healed({ rawMs, row });
  if (Math.abs(serviceMs - expected.serviceMs) <= toleranceMs) return { finding: "ok", serviceMs, row };
  const isWitnessed = row.markMs > expected.ownMarkMs && Math.abs(serviceMs - row.markMs) <= witnessMs;
  if (isWitnessed) return { finding: "followed", serviceMs, row };
  return jumped({ rawMs, row }, expected.serviceMs, "ran");
}

/** A clock that a start found behind may come right by as much as a start would have taken. */
function isRightAgain(aheadMs: number, { jump }: ClockRow): boolean {
  return aheadMs >= -toleranceMs && aheadMs <= (jump?.cause === "behind" ? offMaxMs : toleranceMs);
}

function healed({ rawMs, row }: Sample): Verdict {
  const jump = row.gap === null || row.jump === null ? null : { ...row.jump, cause: "ahead" as const };
  return { finding: "healed", serviceMs: rawMs, row: { ...row, offsetMs: 0, jump } };
}

/** Service time goes on as expected, whatever the raw clock says. */
function jumped({ rawMs, row }: Sample, serviceMs: number, cause: JumpCause): Verdict {
  const atMs = row.jump?.atMs ?? Math.round(serviceMs);
  const offsetMs = Math.round(serviceMs - rawMs);
  return { finding: "jumped", serviceMs, row: { ...row, offsetMs, jump: { cause, atMs } } };
}
