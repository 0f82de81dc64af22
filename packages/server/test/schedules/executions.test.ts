/**
 * Executions, sweeps, resolutions, refreshes and disconnections in orders that fast-check chooses, using the real code
 * and a real SQLite store. `SVC_TEST_SCHEDULES` sets the number of orders. A failure prints its seed and path, and can
 * be reproduced with `SVC_TEST_SEED` and `SVC_TEST_PATH`.
 */
import { mock, test } from "node:test";
import fc from "fast-check";
import { makeOAuthWorld } from "../domain/executions/oauth-world.ts";
import { drive, finish } from "./drive.ts";
import { createScenario, type Change } from "./executions-fixture.ts";
import { readParameters } from "./parameters.ts";

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
  // The turns that the others skip first. A call takes about thirty.
  naps: fc.array(fc.nat({ max: 25 }), { minLength: 5, maxLength: 5 }),
});

test("in every order, sends once per key, moves no status back, and dispatches nothing after a disconnection", async () => {
  const world = await makeOAuthWorld();
  const property = fc.asyncProperty(fc.scheduler(), plan, async (s, { calls, others, changes, isDue, naps }) => {
    const scenario = await createScenario(s, world, { changes, isDue });
    mock.timers.enable({ apis: ["setTimeout"] });
    try {
      const calling = calls.map(({ key, replica }) => scenario.call(key, replica));
      let isOver = false;
      const over = Promise.allSettled(calling).then(() => (isOver = true));
      // Resolves while there are calls, and once more after them.
      const resolving = async (outcome: "succeeded" | "failed") => {
        for (let wasOver = false; !wasOver;) {
          await s.schedule(Promise.resolve(), "the backend looks for unknown outcomes");
          wasOver = isOver;
          await scenario.resolve(outcome);
        }
      };
      const does = {
        disconnect: scenario.disconnect,
        "delete the tenant": scenario.deleteTenant,
        sleep: scenario.sleepAndSweep,
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
      await drive(s, works, scenario.look);
      await Promise.all(works);
      await finish(s, scenario.look);
      await scenario.look();
      await scenario.judge();
    } finally {
      mock.timers.reset();
    }
  });
  try {
    await fc.assert(property, readParameters("executions", 120));
  } finally {
    await world.close();
  }
});
