/** The timer of all background work. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { every } from "../../src/app/background.ts";

const noFailure = (error: unknown): never => assert.fail(String(error));

/** Waits until all ready callbacks have run. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
}

test("never runs concurrently, and runs again after a run has ended", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout", "setInterval"] });
  const runs: PromiseWithResolvers<void>[] = [];
  const work = (): Promise<void> => {
    const run = Promise.withResolvers<void>();
    runs.push(run);
    return run.promise;
  };
  const repeating = every(10, work, noFailure);
  t.mock.timers.tick(9);
  assert.equal(runs.length, 0);
  t.mock.timers.tick(31);
  assert.equal(runs.length, 1, "the timer fired three more times during the run");
  runs[0]?.resolve();
  await settled();
  t.mock.timers.tick(10);
  assert.equal(runs.length, 2);
  runs[1]?.resolve();
  await repeating.stop();
});

test("runs first after at most a minute, however seldom it repeats", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout", "setInterval"] });
  let runs = 0;
  const repeating = every(3_600_000, () => Promise.resolve((runs += 1)), noFailure);
  t.mock.timers.tick(60_000);
  await settled();
  assert.equal(runs, 1);
  t.mock.timers.tick(3_599_999);
  await settled();
  assert.equal(runs, 1);
  t.mock.timers.tick(1);
  assert.equal(runs, 2);
  await repeating.stop();
  t.mock.timers.tick(7_200_000);
  assert.equal(runs, 2);
});

test("reports each failure once, and keeps running", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout", "setInterval"] });
  const failures: unknown[] = [];
  let runs = 0;
  const repeating = every(
    10,
    () => Promise.reject(new Error(`run ${(runs += 1)}`)),
    (error) => void failures.push(String(error)),
  );
  for (let tick = 0; tick < 2; tick += 1) {
    t.mock.timers.tick(10);
    await settled();
  }
  assert.deepEqual(failures, ["Error: run 1", "Error: run 2"]);
  await repeating.stop();
});

test("a stop starts no further run, and aborts and awaits the current one", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout", "setInterval"] });
  const run = Promise.withResolvers<void>();
  const signals: AbortSignal[] = [];
  const repeating = every(
    10,
    (stopping) => {
      signals.push(stopping);
      return run.promise;
    },
    noFailure,
  );
  t.mock.timers.tick(10);
  assert.equal(signals[0]?.aborted, false);
  let hasStopped = false;
  const stop = repeating.stop().then(() => (hasStopped = true));
  await settled();
  assert.equal(signals[0].aborted, true);
  assert.equal(hasStopped, false, "the run hasn't ended");
  run.resolve();
  await stop;
  t.mock.timers.tick(100);
  assert.equal(signals.length, 1);
});
