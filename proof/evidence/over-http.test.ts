/** The runs over HTTP in short form. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { seededRandom, seedOfRun } from "../../conformance/harness/seed.ts";
import { runOverHttp } from "./over-http.ts";

test("settles 20 lost responses over HTTP, on PostgreSQL, without a wrong settlement", async () => {
  const seed = seedOfRun();
  console.log(`SVC_TEST_SEED=${seed}`);
  const { wrongs, settled } = await runOverHttp({ runs: 20, random: seededRandom(seed) });
  assert.deepEqual(wrongs, []);
  assert.ok(settled > 0, "nothing was settled");
});
