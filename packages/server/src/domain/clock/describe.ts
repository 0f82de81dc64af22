/** Describes the clock's state for logs, the doctor and the console. */
import type { JumpCause } from "./port.ts";
import type { ClockState } from "./service-clock.ts";
import { dayMs, hourMs, minuteMs, secondMs } from "./units.ts";

/** Descriptions of each cause. */
const descriptions: Readonly<Record<JumpCause, string>> = {
  ran: "the clock jumped while the server ran",
  behind: "the clock is behind a time that this database has already recorded",
  ahead: "the clock is more than a week ahead of the newest time that this database has recorded",
};

/** The consequence, and what to do. */
const advice =
  "Nothing is deleted by age until this is resolved: correct the clock, then run svc-server clock accept (docs/operations.md).";

/** Returns what is wrong and what to do, in two sentences; null if the clock is in order. */
export function clockTrouble({ offsetMs, jump, gap }: ClockState): string | null {
  if (jump === null) return null;
  // The offset corrects the raw clock, so the raw clock is off by its opposite.
  const offBy = offsetMs === 0 && gap !== null ? gap.toMs - gap.fromMs : -offsetMs;
  return `Since ${new Date(jump.atMs).toISOString()} ${descriptions[jump.cause]} (by ${duration(offBy)}). ${advice}`;
}

const units = [
  { name: "days", ms: dayMs },
  { name: "hours", ms: hourMs },
  { name: "minutes", ms: minuteMs },
] as const;

/** Formats a signed duration in the largest unit that fits at least twice. @param ms milliseconds. */
export function duration(ms: number): string {
  const sign = ms < 0 ? "-" : "+";
  const { name, ms: unitMs } = units.find((unit) => Math.abs(ms) >= 2 * unit.ms) ?? { name: "seconds", ms: secondMs };
  return `${sign}${(Math.abs(ms) / unitMs).toFixed(1)} ${name}`;
}
