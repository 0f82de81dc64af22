/** Work that is done every so often, one round at a time. */

/**
 * Runs the work every so often; a round that is still under way is not joined by another. It keeps no process alive.
 * @param timing.onFailure told of a round that failed; the next one is tried.
 * @returns how to stop: no further round begins, and the one under way is waited for.
 */
export function repeatEvery(
  work: () => Promise<unknown>,
  timing: { everyMs: number; onFailure: () => void },
): { stop(): Promise<void> } {
  let running: Promise<unknown> | null = null;
  const timer = setInterval(() => {
    running ??= work()
      .catch(timing.onFailure)
      .finally(() => {
        running = null;
      });
  }, timing.everyMs);
  timer.unref();
  return {
    async stop() {
      clearInterval(timer);
      await running;
    },
  };
}
