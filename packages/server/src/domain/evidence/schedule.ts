/** When svc looks for the effect of a request whose outcome is unknown. All times are service time in milliseconds. */
import { hourMs, minuteMs, secondMs } from "../clock/units.ts";
import type { ExecutionRow } from "../executions/record.ts";

/** The first look, after the outcome became unknown. */
export const firstLookAfterMs: number = 5 * secondMs;

/** All looks; one at the end of the quiet time comes in between. */
const looksAfterMs = [
  firstLookAfterMs,
  30 * secondMs,
  2 * minuteMs,
  10 * minuteMs,
  hourMs,
  6 * hourMs,
  24 * hourMs,
] as const;

/** How long after an attempt its request can still reach the provider: as long as svc waits for a late answer. */
const lateMs = 30 * secondMs;

/** How far behind the end of the quiet time its look is, so that it doesn't come a moment too early. */
const behindQuietMs = secondMs;

/** The last moment at which the request can have been under way. */
export function lastSentMs({
  dispatchedAt,
  completedAt,
  settleAfter,
}: Pick<ExecutionRow, "dispatchedAt" | "completedAt" | "settleAfter">): number {
  return Math.max(dispatchedAt ?? 0, completedAt ?? 0, settleAfter) + lateMs;
}

/** A schedule: when it began, how many of its looks were made, and when the quiet time ends. */
export type Schedule = { sinceMs: number; made: number; quietEndMs: number };

/** The next look after one; null if only a person or a request can settle it now. Looks that were missed aren't made up for. */
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
