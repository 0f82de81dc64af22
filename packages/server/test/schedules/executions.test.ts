/**
 * Executions, sweeps, resolutions, renewals and ends of a connection in orders that fast-check chooses, over the real code
 * and a real SQLite store. `SVC_TEST_SCHEDULES` says how many; a failure prints its seed and its path, and
 * `SVC_TEST_SEED` with `SVC_TEST_PATH` repeats it.
 */
import { mock, test } from "node:test";
import fc from "fast-check";
import { makeOAuthWorld } from "../domain/executions/oauth-world.ts";
import { drive, finish } from "./drive.ts";
import { makeScene, type Change } from "./executions-world.ts";
import { parametersOf } from "./parameters.ts";

const call = fc.record({ key: fc.constantFrom("one", "two"), replica: fc.nat({ max: 1 }) });
const other = fc.constantFrom("disconnect", "delete the tenant", "sleep", "resolve", "resolve otherwise");
const plan = fc.record({
  calls: fc.array(call, { minLength: 2, maxLength: 4 }),
  others: fc.uniqueArray(other, { minLength: 1, maxLength: 5 }),
  changes: fc.array(fc.constantFrom<Change>("done", "refused", "fails", "lost", "late", "late"), {
    minLength: 2,
    maxLength: 4,
  }),
  isDue: fc.boolean(),
  // How many turns the others let pass first: a call takes some thirty.
  naps: fc.array(fc.nat({ max: 25 }), { minLength: 5, maxLength: 5 }),
});

test("whatever the order: one send a key, no way back, nothing after the connection's end", async () => {
  const world = await makeOAuthWorld();
  const property = fc.asyncProperty(fc.scheduler(), plan, async (s, { calls, others, changes, isDue, naps }) => {
    const scene = await makeScene(s, world, { changes, isDue });
    mock.timers.enable({ apis: ["setTimeout"] });
    try {
      const calling = calls.map(({ key, replica }) => scene.call(key, replica));
      let isOver = false;
      const over = Promise.allSettled(calling).then(() => (isOver = true));
      // As long as there are calls, and once after them.
      const resolving = async (outcome: "succeeded" | "failed") => {
        for (let wasOver = false; !wasOver;) {
          await s.schedule(Promise.resolve(), "somebody looks for unknown outcomes");
          wasOver = isOver;
          await scene.resolve(outcome);
        }
      };
      const does = {
        disconnect: scene.disconnect,
        "delete the tenant": scene.deleteTenant,
        sleep: scene.sleepAndSweep,
        resolve: () => resolving("failed"),
        "resolve otherwise": () => resolving("succeeded"),
      };
      const works = [
        ...calling,
        over,
        ...others.map(async (name, index) => {
          for (let nap = naps[index] ?? 0; nap > 0; nap -= 1) await s.schedule(Promise.resolve(), `${name} waits`);
          await does[name]();
        }),
      ];
      await drive(s, works, scene.look);
      await Promise.all(works);
      await finish(s, scene.look);
      await scene.look();
      await scene.judge();
    } finally {
      mock.timers.reset();
    }
  });
  try {
    await fc.assert(property, parametersOf("executions", 120));
  } finally {
    await world.close();
  }
});
