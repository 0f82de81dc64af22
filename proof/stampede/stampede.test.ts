/** The stampede in its short form. It is about several processes, which only PostgreSQL has. */
import assert from "node:assert/strict";
import { verifies } from "../../conformance/harness/index.ts";
import { runStampede } from "./scenario.ts";

verifies("proof.stampede", "12 keys, 50 callers each, at three processes", async () => {
  const result = await runStampede({ processes: 3, keys: 12, callersPerKey: 50, keysAtOnce: 2 });
  assert.deepEqual(result.faults, []);
  assert.deepEqual([result.effects, result.changingRequests], [12, 12]);
  assert.equal(result.replays + result.inProgress, 12 * 49);
});
