/** Counts the requests that are being answered, so that a stop knows when the last one has gone. */

/** The requests under way; health checks are not counted. */
export type Traffic = {
  /** Counts a request until the given function is called, once or more often. */
  enter(): () => void;
  /** Resolves when nothing is under way, or after `limitMs`. */
  idle(limitMs: number): Promise<void>;
};

/** Makes a counter at zero. */
export function createTraffic(): Traffic {
  let active = 0;
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
    async idle(limitMs) {
      if (active === 0) return;
      await new Promise<void>((resolve) => {
        const done = (): void => {
          clearTimeout(timer);
          waiting.delete(done);
          resolve();
        };
        const timer = setTimeout(done, limitMs);
        waiting.add(done);
      });
    },
  };
}
