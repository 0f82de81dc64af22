/** Waits for a condition. */

/** The most time between two polls that counts: anything beyond it means that the machine was suspended or starved. */
const runningMsMax = 250;

/** Polls until `look` returns something other than null. @throws Error after `withinMs` in which the machine ran. */
export async function until<Found>(
  withinMs: number,
  what: string,
  look: () => Promise<Found | null> | Found | null,
): Promise<Found> {
  let waitedMs = 0;
  let lastMs = performance.now();
  for (;;) {
    const found = await look();
    if (found !== null) return found;
    const nowMs = performance.now();
    waitedMs += Math.min(nowMs - lastMs, runningMsMax);
    lastMs = nowMs;
    if (waitedMs > withinMs) throw new Error(`Not within ${withinMs} ms: ${what}.`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
