/** How far back a retention period reaches, when some of the time on the clock did not pass. */
import type { Acceptance, UncountedSpan } from "./port.ts";

/**
 * The time before which everything has been kept for longer than `keptMs`. It walks back from now and skips what did not pass.
 * @param nowMs service time, in milliseconds since the epoch.
 * @param spans in any order; none overlaps another (see {@link spansAfterAccept}).
 */
export function cutoffMs(nowMs: number, keptMs: number, spans: readonly UncountedSpan[]): number {
  let atMs = nowMs;
  let leftMs = keptMs;
  for (const { fromMs, toMs } of [...spans].sort((one, other) => other.toMs - one.toMs)) {
    const passedMs = atMs - toMs;
    // A span that ends after this point says nothing of the time before it, except from its beginning.
    if (passedMs > leftMs) break;
    leftMs -= Math.max(0, passedMs);
    atMs = Math.min(atMs, fromMs);
  }
  return atMs - leftMs;
}

/**
 * The spans that do not count after a jump of the clock was accepted. When time goes back, what was remembered of the time
 * after it is forgotten, because the clock will go through that time once more.
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
