/** Describes the clock's state for the doctor and the console, and logs each change of it once. */
import type { JumpCause } from "./port.ts";
import type { ClockState, ServiceClock } from "./service-clock.ts";
import { dayMs, hourMs, minuteMs, secondMs } from "./units.ts";
import type { Finding } from "./judge.ts";

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

/** The log that the lines go to. */
type ClockLog = Record<"info" | "warn" | "error", (fields: object, message: string) => void>;

const lines: Readonly<Partial<Record<Finding, string>>> = {
  followed: "this process was suspended for a while; it follows the time of the other processes again",
  accepted: "an operator accepted the clock",
  healed: "the clock is right again",
};

/** Logs a jump that the clock already has, and then each change. @param onFailure called if a sample fails. */
export function logClock(
  clock: Pick<ServiceClock, "state" | "listen">,
  log: ClockLog,
  onFailure: (error: unknown) => void,
): void {
  let loggedTrouble: string | null = null;
  const logChange = (finding: Finding | null): void => {
    const state = clock.state();
    const trouble = clockTrouble(state);
    const line = finding === null ? undefined : lines[finding];
    if (line !== undefined) log.warn({ offset_ms: state.offsetMs }, line);
    if (trouble !== null && trouble !== loggedTrouble) log.error({ offset_ms: state.offsetMs }, trouble);
    loggedTrouble = trouble;
  };
  clock.listen({ onFinding: logChange, onFailure });
  logChange(null);
}
