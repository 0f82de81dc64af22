/** Remote tools whose server answers in seeded ways: it takes seconds. */
import assert from "node:assert/strict";
import { oneEngine, verifies } from "../../conformance/harness/index.ts";
import { seedOfRun } from "../../conformance/harness/seed.ts";
import { runTrial } from "./trial.ts";

for (const engine of oneEngine()) {
  verifies("proof.remote-tools", "120 executions of remote tools with seeded responses", async () => {
    const seed = seedOfRun();
    const { outcomes, callsMost, faults } = await runTrial({ engine, executions: 120, seed });
    console.log(`seed ${String(seed)}: ${JSON.stringify(Object.fromEntries(outcomes))}`);
    assert.deepEqual(faults, [], `SVC_TEST_SEED=${String(seed)}`);
    assert.equal(callsMost, 1);
  });
}
