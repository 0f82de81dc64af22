/** Kills of PostgreSQL, and suspended servers, in short form; `npm run proof` runs the long one. */
import assert from "node:assert/strict";
import { chosenEngines, verifies } from "../../conformance/harness/index.ts";
import { seededRandom, seedOfRun } from "../../conformance/harness/seed.ts";
import { runPostgresKills } from "./postgres-scenario.ts";
import { runSleepers } from "./sleep-scenario.ts";

// Starting and killing servers takes many times longer on a busy machine.
const timeoutMs = 600_000;
const seed = seedOfRun();
const random = seededRandom(seed);
const log = console.log;
log(`seed ${seed}`);

// Needs a PostgreSQL that the tests may kill.
if (chosenEngines().includes("postgres") && (process.env["SVC_TEST_DATABASE_URL"] ?? "") === "") {
  for (const what of ["database", "both"] as const) {
    const prove = async (): Promise<void> => {
      const { breaches, kills, counts } = await runPostgresKills({ what, kills: 3, random, log });
      assert.deepEqual(breaches, []);
      assert.equal(kills, 3);
      assert.ok(counts.writes >= 12, `${counts.writes} writes`);
    };
    const name = `PostgreSQL killed under writes, ${what === "both" ? "with the server" : "alone"}`;
    verifies("proof.postgres-kills", name, prove, { timeoutMs });
  }
}

for (const engine of chosenEngines()) {
  const prove = async (): Promise<void> => {
    const { breaches, kills } = await runSleepers({ engine, sleeps: 3, atOnce: 3, random, log });
    assert.deepEqual(breaches, []);
    assert.ok(kills >= 3, `${kills} sleeps`);
  };
  verifies("proof.sleepers", `servers stopped past their lease on ${engine}`, prove, { timeoutMs });
}
