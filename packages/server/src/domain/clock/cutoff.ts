/** Computes how far back a retention period reaches if some of the time on the clock did not really pass. */
import type { Acceptance, UncountedSpan } from "./port.ts";

/**
 * Returns the time before which everything has been kept for longer than `keptMs`: goes back from now and skips the spans that
 * did not really pass.
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
 * Returns the spans that do not count after an accepted clock jump. If time goes back, spans after the new time are dropped,
 * because the clock will go through that time once more.
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
