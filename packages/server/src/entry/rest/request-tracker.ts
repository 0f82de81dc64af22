/** Tracks requests in progress, so that a stop can wait for the last one. */

/** Counts requests in progress, except health checks. */
export type RequestTracker = {
  /** Counts a request until the returned function is called. Calling it again has no effect. */
  enter(): () => void;
  /** Resolves when no request is in progress, after `limitMs`, or on `abort`. */
  idle(limitMs: number, abort: AbortSignal): Promise<void>;
  /** Notes a request for readiness. */
  readinessAsked(): void;
  /** Whether something like a load balancer probes readiness: it was requested more than once, and recently. */
  hasReadinessProbe(): boolean;
};

/** Load balancers probe every few seconds. One that hasn't for this long, in milliseconds, is gone. */
const probedWithinMs = 30_000;

/** Creates a tracker. @param monotonicMs a clock that never jumps. */
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
