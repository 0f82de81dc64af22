/** The clock in words, for logs, the doctor and the console. */
import type { JumpCause } from "./port.ts";
import type { ClockStanding } from "./service-clock.ts";
import { dayMs, hourMs, minuteMs, secondMs } from "./units.ts";

/** What happened, by its cause. */
const happened: Readonly<Record<JumpCause, string>> = {
  ran: "the clock jumped while the server ran",
  behind: "the clock is before times that this database has already recorded",
  ahead: "the clock is more than a week after the newest time that this database has recorded",
};

/** What waits, and what to do. */
const advice =
  "Nothing is removed by age until it is settled: set the clock right, then run svc-server clock accept (docs/operations.md).";

/** Says what is wrong and what to do, in two sentences; null if nothing is. */
export function clockTrouble({ offsetMs, jump, gap }: ClockStanding): string | null {
  if (jump === null) return null;
  // The raw clock is off by the opposite of what corrects it.
  const offBy = offsetMs === 0 && gap !== null ? gap.toMs - gap.fromMs : -offsetMs;
  return `Since ${new Date(jump.atMs).toISOString()} ${happened[jump.cause]} (by ${duration(offBy)}). ${advice}`;
}

const units = [
  { name: "days", ms: dayMs },
  { name: "hours", ms: hourMs },
  { name: "minutes", ms: minuteMs },
] as const;

/** Formats a signed length of time in the largest unit that fits at least twice. @param ms milliseconds. */
export function duration(ms: number): string {
  const sign = ms < 0 ? "-" : "+";
  const { name, ms: unitMs } = units.find((unit) => Math.abs(ms) >= 2 * unit.ms) ?? { name: "seconds", ms: secondMs };
  return `${sign}${(Math.abs(ms) / unitMs).toFixed(1)} ${name}`;
}
