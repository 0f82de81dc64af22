/** The schedule of looks for an unknown outcome. All times are service time in milliseconds. */
import { hourMs, minuteMs, secondMs } from "../clock/units.ts";
import type { ExecutionRow } from "../records/record.ts";

/** The time from the unknown outcome to the first look. */
export const firstLookAfterMs: number = 5 * secondMs;

/** The times of all looks, apart from the extra one at the end of the quiet time. */
const looksAfterMs = [
  firstLookAfterMs,
  30 * secondMs,
  2 * minuteMs,
  10 * minuteMs,
  hourMs,
  6 * hourMs,
  24 * hourMs,
] as const;

/** How long after an attempt its request may still reach the provider: as long as svc waits for a late response. */
const lateMs = 30 * secondMs;

/** The margin between the end of the quiet time and its look, so that the look isn't a moment too early. */
const behindQuietMs = secondMs;

/** Returns the latest moment at which the request could have been in flight. */
export function lastSentMs({
  dispatchedAt,
  completedAt,
  settleAfter,
}: Pick<ExecutionRow, "dispatchedAt" | "completedAt" | "settleAfter">): number {
  return Math.max(dispatchedAt ?? 0, completedAt ?? 0, settleAfter) + lateMs;
}

/** A schedule: when it started, how many of its looks were made, and when the quiet time ends. */
export type Schedule = { sinceMs: number; made: number; quietEndMs: number };

/** Returns the next look; null if only a person or a request can settle it now. Missed looks aren't made up for. */
export function nextLook(
  { sinceMs, made, quietEndMs }: Schedule,
  nowMs: number,
): { made: number; atMs: number | null } {
  const times = looksAfterMs.map((afterMs) => sinceMs + afterMs);
  const atQuietEnd = quietEndMs + behindQuietMs;
  if (atQuietEnd > sinceMs) times.push(atQuietEnd);
  times.sort((one, other) => one - other);
  const next = times.findIndex((atMs, index) => index > made && atMs > nowMs);
  return next === -1 ? { made: times.length, atMs: null } : { made: next, atMs: times[next] ?? null };
}
