/** Tracks the requests that are being answered, so that a stop knows when the last one has gone. */

/** The requests in flight; health checks aren't counted. */
export type RequestTracker = {
  /** Counts a request until the given function is called, once or more often. */
  enter(): () => void;
  /** Resolves when nothing is in flight, after `limitMs`, or on `abort`. */
  idle(limitMs: number, abort: AbortSignal): Promise<void>;
  /** Notes that readiness was asked. */
  readinessAsked(): void;
  /** Whether a load balancer or the like probes readiness: it was asked more than once, and lately. */
  hasReadinessProbe(): boolean;
};

/** Load balancers probe every few seconds: one that has not for so long, in milliseconds, has gone. */
const probedWithinMs = 30_000;

/** Makes a counter at zero. @param monotonicMs a clock that never jumps. */
export function createRequestTracker(monotonicMs: () => number): RequestTracker {
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
    async idle(limitMs, abort) {
      if (active === 0 || abort.aborted) return;
      await new Promise<void>((resolve) => {
        const done = (): void => {
          clearTimeout(timer);
          waiting.delete(done);
          abort.removeEventListener("abort", done);
          resolve();
        };
        const timer = setTimeout(done, limitMs);
        waiting.add(done);
        abort.addEventListener("abort", done);
      });
    },
    readinessAsked() {
      asked = [...asked.slice(-1), monotonicMs()];
    },
    hasReadinessProbe() {
      const [before] = asked.slice(-2);
      return asked.length > 1 && before !== undefined && monotonicMs() - before < probedWithinMs;
    },
  };
}
