/** The stampede in short form. It needs several processes, so it runs on PostgreSQL. */
import assert from "node:assert/strict";
import { verifies } from "../../conformance/harness/index.ts";
import { runStampede } from "./scenario.ts";

verifies("proof.stampede", "acts once for each of 12 keys with 50 callers at three processes", async () => {
  const result = await runStampede({ processes: 3, keys: 12, callersPerKey: 50, keysAtOnce: 2 });
  assert.deepEqual(result.faults, []);
  assert.deepEqual([result.effects, result.changingRequests], [12, 12]);
  assert.equal(result.replays + result.inProgress, 12 * 49);
});
