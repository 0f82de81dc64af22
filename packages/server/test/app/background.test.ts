/** The timer of all background work. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { every } from "../../src/app/background.ts";

const noFailure = (error: unknown): never => assert.fail(String(error));

/** Lets what is ready run. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
}

test("never runs twice at once, and runs again after a run", async (t) => {
  t.mock.timers.enable({ apis: ["setInterval"] });
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
  assert.equal(runs.length, 1, "three more ticks came while it ran");
  runs[0]?.resolve();
  await settled();
  t.mock.timers.tick(10);
  assert.equal(runs.length, 2);
  runs[1]?.resolve();
  await repeating.stop();
});

test("reports each failure once, and tries again", async (t) => {
  t.mock.timers.enable({ apis: ["setInterval"] });
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

test("stops: no run begins any more, and the one under way is told and waited for", async (t) => {
  t.mock.timers.enable({ apis: ["setInterval"] });
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
  assert.equal(hasStopped, false, "the run is not over");
  run.resolve();
  await stop;
  t.mock.timers.tick(100);
  assert.equal(signals.length, 1);
});
