/** A server that is killed during a check, in short form: two kills. `npm run proof -- evidence` makes more. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { seededRandom, seedOfRun } from "../../conformance/harness/seed.ts";
import { killLookers } from "./kills.ts";

test("if a server is killed during a check, the other settles each lost response once", async () => {
  const seed = seedOfRun();
  console.log(`SVC_TEST_SEED=${seed}`);
  const { wrongs, settled } = await killLookers({
    kills: 2,
    lostEach: 6,
    random: seededRandom(seed),
    log: console.log,
  });
  assert.deepEqual(wrongs, []);
  assert.equal(settled, 12);
});
