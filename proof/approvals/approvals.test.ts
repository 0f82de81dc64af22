/**
 * Kills during calls that need approval, in short form, with two servers on PostgreSQL. `SVC_TEST_SEED` repeats a run's
 * choices; `npm run proof -- approvals` kills a thousand times.
 */
import assert from "node:assert/strict";
import { describe } from "node:test";
import { chosenEngines, verifies } from "../../conformance/harness/index.ts";
import { seededRandom, seedOfRun } from "../../conformance/harness/seed.ts";
import { runApprovalKills } from "./scenario.ts";

const kills = 4;
const timeoutMs = 600_000;

describe("SIGKILL among calls that wait for approval", { concurrency: 2 }, () => {
  for (const engine of chosenEngines()) {
    const prove = async (): Promise<void> => {
      const seed = seedOfRun();
      const hasReplica = engine === "postgres";
      const random = seededRandom(seed);
      const result = await runApprovalKills({ engine, kills, hasReplica, random, log: console.log });
      console.log(`${engine}: seed ${seed}, ${result.points.size} points, ${JSON.stringify(result.counts)}`);
      assert.deepEqual(result.breaches, []);
      assert.equal(result.kills, kills);
      assert.ok(result.counts.executed + result.counts.unknown > 0, "no approved call was sent");
      assert.ok(result.counts.interrupted > 0, "the kills hit nothing in progress");
    };
    verifies("proof.approvals", `${kills} kills on ${engine}`, prove, { timeoutMs });
  }
});
