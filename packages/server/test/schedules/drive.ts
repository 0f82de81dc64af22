/**
 * Runs calls of ports in an order that fast-check chooses: each call of a wrapped port waits for its turn before it
 * starts and again before it returns. Timers are mocked, so that nothing depends on the machine's speed.
 */
import { mock } from "node:test";
import type fc from "fast-check";

/** Wraps a port, so that each of its methods waits for its turns. */
export function scheduled<Port extends object>(s: fc.Scheduler, name: string, port: Port): Port {
  return new Proxy(port, {
    get(target, method: string & keyof Port) {
      const work = target[method];
      if (typeof work !== "function") return work;
      return async (...args: readonly unknown[]) => {
        await s.schedule(Promise.resolve(), `${name}.${method}`);
        const result: unknown = await (work as (...given: readonly unknown[]) => unknown).apply(target, [...args]);
        await s.schedule(Promise.resolve(), `${name}.${method} returns`);
        return result;
      };
    },
  });
}

const stepMs = 5;
const tickMs = 50;
// Far more than the longest wait of the code under test, in ticks.
const idleTicksMax = 10_000;

/**
 * Resumes one waiting call after another until all work has ended. Each step advances the timers.
 * @param onStep checks the result of a step; it must not wait for a turn.
 * @throws Error if there is no more progress, and anything that `onStep` throws.
 */
export async function drive(
  s: fc.Scheduler,
  works: readonly Promise<unknown>[],
  onStep: () => Promise<void>,
): Promise<void> {
  const left = { works: works.length };
  for (const work of works) {
    const ended = (): void => {
      left.works -= 1;
    };
    work.then(ended, ended);
  }
  let idle = 0;
  for (await quiet(); left.works > 0; await quiet()) {
    if (s.count() > 0) {
      await s.waitNext(1);
      // Time passes for calls that wait for it, even while others always have something to do.
      mock.timers.tick(stepMs);
      await quiet();
      await onStep();
      idle = 0;
    } else {
      idle += 1;
      if (idle > idleTicksMax) throw new Error("There is no more progress.");
      mock.timers.tick(tickMs);
    }
  }
}

/** Resumes whatever still waits for a turn, such as a response that no caller is waiting for. */
export async function finish(s: fc.Scheduler, onStep: () => Promise<void>): Promise<void> {
  for (await quiet(); s.count() > 0; await quiet()) await s.waitNext(1);
  await onStep();
}

/** Waits until everything that needs no turn has run. A few rounds are enough, because SQLite works in this thread. */
async function quiet(): Promise<void> {
  for (let round = 0; round < 3; round += 1) await new Promise((resolve) => setImmediate(resolve));
}
