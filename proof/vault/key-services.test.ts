/** The moves between key services in short form. */
import assert from "node:assert/strict";
import { verifies } from "../../conformance/harness/index.ts";
import { seedOfRun } from "../../conformance/harness/seed.ts";
import { runMoves } from "./key-service-scenario.ts";

verifies("proof.key-services", "moves the root key three times with killed servers and commands", async () => {
  const seed = seedOfRun();
  console.log(`seed ${seed}`);
  const result = await runMoves({ seed, rotations: 3, credentials: 6, kills: 1, log: (line) => console.log(line) });
  assert.deepEqual(result.faults, []);
  assert.ok(result.serverKills === 6 && result.opened > 0);
});
