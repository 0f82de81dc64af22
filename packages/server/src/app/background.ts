/** The one timer of the server's work beside requests. What runs on it is listed in server.ts. */

/** Work that repeats until it is stopped. */
export type Repeating = {
  /** Aborts the signal of a run under way, and waits for that run. */
  stop(): Promise<void>;
};

/**
 * Runs `work` every so often; never twice at once, so that a run which takes longer than `everyMs` skips the next ones. It
 * doesn't keep the process alive.
 * @param work is given a signal that a stop aborts, for work that can end early.
 * @param onFailure is told of each run that failed; the next one is tried all the same.
 */
export function every(
  everyMs: number,
  work: (stopping: AbortSignal) => Promise<unknown>,
  onFailure: (error: unknown) => void,
): Repeating {
  const stopping = new AbortController();
  let running: Promise<unknown> | null = null;
  const timer = setInterval(() => {
    running ??= work(stopping.signal)
      .catch(onFailure)
      .finally(() => {
        running = null;
      });
  }, everyMs);
  timer.unref();
  return {
    async stop() {
      stopping.abort();
      clearInterval(timer);
      await running;
    },
  };
}
