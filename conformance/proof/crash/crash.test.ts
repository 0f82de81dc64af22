/**
 * The crash programme in its short form: 100 SIGKILLs over both engines at points that a seed draws, judged in the steps
 * that the tests are. `SVC_TEST_SEED` repeats a run's choices; `npm run proof -- crash` goes through every point.
 */
import assert from "node:assert/strict";
import { after, before, describe } from "node:test";
import { chosenEngines, verifies } from "../../harness/index.ts";
import { seededRandom, seedOfRun } from "../../reliability/seed.ts";
import { openCrashRun, type CrashRun } from "./programme.ts";

const kills = 50;
const killsPerTest = 10;
// Each kill is a start of a server, which takes a busy machine many times what it takes an idle one.
const timeoutMs = 600_000;

// A start keeps one core busy, and a lease that runs out keeps none: the engines go side by side.
describe("SIGKILL at points of a write", { concurrency: 2 }, () => {
  for (const engine of chosenEngines()) {
    describe(`on ${engine}`, { concurrency: false }, () => {
      let run: CrashRun | undefined;
      before(async () => {
        const seed = seedOfRun();
        console.log(`${engine}: seed ${seed}`);
        run = await openCrashRun({ engine, kills, random: seededRandom(seed), isEnumerated: false, log: console.log });
      });
      after(async () => await run?.dispose());
      for (let until = killsPerTest; until <= kills; until += killsPerTest) {
        const proveKills = async (): Promise<void> => {
          assert.ok(run !== undefined, "the programme has not begun");
          await run.killUntil(until);
          assert.equal(run.kills, until);
          assert.deepEqual(run.breaches, []);
        };
        verifies("proof.crash-points", `${until} kills on ${engine}`, proveKills, { timeoutMs });
      }
      const proveWhole = async (): Promise<void> => {
        assert.ok(run !== undefined, "the programme has not begun");
        const result = await run.finish();
        console.log(`${engine}: ${result.kills} kills, ${result.points.size} points, ${JSON.stringify(result.counts)}`);
        assert.deepEqual(result.breaches, []);
        assert.equal(result.kills, kills);
        assert.ok(result.points.size >= kills / 2, `${result.points.size} points`);
        assert.ok(result.counts.unknown > 0 && result.counts.unanswered > 0, "the kills hit nothing under way");
      };
      verifies("proof.crash-points", `the whole run on ${engine}`, proveWhole, { timeoutMs });
    });
  }
});
