/**
 * Awaits at ports in an order that fast-check chooses: each call of a wrapped port waits for its turn before it begins and
 * once more before its answer is given. Timers are mocked, so that nothing depends on how fast a machine is.
 */
import { mock } from "node:test";
import type fc from "fast-check";

/** The port, each of whose methods waits for its turns. */
export function scheduled<Port extends object>(s: fc.Scheduler, name: string, port: Port): Port {
  return new Proxy(port, {
    get(target, method: string & keyof Port) {
      const work = target[method];
      if (typeof work !== "function") return work;
      return async (...args: readonly unknown[]) => {
        await s.schedule(Promise.resolve(), `${name}.${method}`);
        const result: unknown = await (work as (...given: readonly unknown[]) => unknown).apply(target, [...args]);
        await s.schedule(Promise.resolve(), `${name}.${method} answers`);
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
 * Lets one waiting call go on after another until all the work has ended; timers go on with each step.
 * @param onStep looks at what has come of it; it must not wait for a turn.
 * @throws Error where nothing moves any more; what `onStep` throws.
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
      // Time passes for those that wait for it, also while others always have something to do.
      mock.timers.tick(stepMs);
      await quiet();
      await onStep();
      idle = 0;
    } else {
      idle += 1;
      if (idle > idleTicksMax) throw new Error("Nothing moves any more.");
      mock.timers.tick(tickMs);
    }
  }
}

/** Lets what still waits for a turn go on, such as an answer that comes when nobody waits for it any more. */
export async function finish(s: fc.Scheduler, onStep: () => Promise<void>): Promise<void> {
  for (await quiet(); s.count() > 0; await quiet()) await s.waitNext(1);
  await onStep();
}

/** Until all that can go on without a turn has gone on: SQLite works in this thread, so that a few rounds are enough. */
async function quiet(): Promise<void> {
  for (let round = 0; round < 3; round += 1) await new Promise((resolve) => setImmediate(resolve));
}
