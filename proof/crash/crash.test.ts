/**
 * The crash scenario in short form: 20 SIGKILLs, ten on each engine, at random points. `SVC_TEST_SEED` repeats
 * a run's choices; `npm run proof -- crash` visits every point.
 */
import assert from "node:assert/strict";
import { describe } from "node:test";
import { chosenEngines, verifies } from "../../conformance/harness/index.ts";
import { seededRandom, seedOfRun } from "../../conformance/harness/seed.ts";
import { runCrashes } from "./scenario.ts";

const kills = 10;
// Each kill restarts a server, and a start takes many times longer on a busy machine.
const timeoutMs = 600_000;

// A start uses one core and waiting for a lease uses none, so the engines run concurrently.
describe("SIGKILL at points of a write", { concurrency: 2 }, () => {
  for (const engine of chosenEngines()) {
    const prove = async (): Promise<void> => {
      const seed = seedOfRun();
      const result = await runCrashes({
        engine,
        kills,
        random: seededRandom(seed),
        isEnumerated: false,
        log: console.log,
      });
      console.log(`${engine}: seed ${seed}, ${result.points.size} points, ${JSON.stringify(result.counts)}`);
      assert.deepEqual(result.breaches, []);
      assert.equal(result.kills, kills);
      assert.ok(result.points.size >= kills / 2, `${result.points.size} points`);
      assert.ok(result.counts.unknown > 0 && result.counts.unanswered > 0, "the kills hit nothing in progress");
    };
    verifies("proof.crash-points", `${kills} kills on ${engine}`, prove, { timeoutMs });
  }
});
