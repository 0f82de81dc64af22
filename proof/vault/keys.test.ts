/** The rotation of all keys in short form. */
import assert from "node:assert/strict";
import { chosenEngines, verifies } from "../../conformance/harness/index.ts";
import { seedOfRun } from "../../conformance/harness/seed.ts";
import { runKeyChanges } from "./scenario.ts";

for (const engine of chosenEngines()) {
  verifies("proof.vault-keys", `rotates the keys of 300 credentials with killed commands, on ${engine}`, async () => {
    const seed = seedOfRun();
    console.log(`seed ${seed}`);
    const log = (line: string): void => console.log(line);
    const result = await runKeyChanges({ engine, seed, credentials: 300, each: 2, oauth: 2, kills: 2, log });
    assert.deepEqual(result.faults, []);
    assert.ok(result.opened >= 300 && result.executes > 0 && result.renewing > 0 && result.refreshes > 0);
  });
}
