/** Counts the requests that are being answered, so that a stop knows when the last one has gone. */

/** The requests under way; health checks are not counted. */
export type Traffic = {
  /** Counts a request until the given function is called, once or more often. */
  enter(): () => void;
  /** Resolves when nothing is under way, after `limitMs`, or when `hurry` is aborted. */
  idle(limitMs: number, hurry: AbortSignal): Promise<void>;
  /** Notes that readiness was asked. */
  readinessAsked(): void;
  /** Whether something goes by readiness, as a balancer does: it asked more than once, and lately. */
  isWatched(): boolean;
};

/** Balancers ask every few seconds; who asked last longer ago than this, in milliseconds, has gone. */
const watchedWithinMs = 30_000;

/** Makes a counter at zero. @param monotonicMs a clock that never jumps. */
export function createTraffic(monotonicMs: () => number): Traffic {
  let active = 0;
  let asked: readonly number[] = [];
  const waiting = new Set<() => void>();
  return {
    enter() {
      let left = false;
      active += 1;
      return () => {
        if (left) return;
        left = true;
        active -= 1;
        if (active === 0) for (const resolve of waiting) resolve();
      };
    },
    async idle(limitMs, hurry) {
      if (active === 0 || hurry.aborted) return;
      await new Promise<void>((resolve) => {
        const done = (): void => {
          clearTimeout(timer);
          waiting.delete(done);
          hurry.removeEventListener("abort", done);
          resolve();
        };
        const timer = setTimeout(done, limitMs);
        waiting.add(done);
        hurry.addEventListener("abort", done);
      });
    },
    readinessAsked() {
      asked = [...asked.slice(-1), monotonicMs()];
    },
    isWatched() {
      const [before] = asked.slice(-2);
      return asked.length > 1 && before !== undefined && monotonicMs() - before < watchedWithinMs;
    },
  };
}
