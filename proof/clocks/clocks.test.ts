/** Clocks that jump, in short form; `npm run proof -- clocks` runs the long one, which waits for pruning. */
import assert from "node:assert/strict";
import { describe } from "node:test";
import { chosenEngines, verifies } from "../../conformance/harness/index.ts";
import { runClock, type ClockPlan } from "./scenario.ts";

const dayMs = 86_400_000;
const timeoutMs = 600_000;
// Long enough for a wrong clock's records to be swept, but not pruned.
const shared = { pruneMs: 15_000, log: console.log } as const;

const plans: readonly ClockPlan[] = [
  { ...shared, whose: "machine", when: "running", jumpMs: 730 * dayMs, beginsMs: -730 * dayMs },
  { ...shared, whose: "replica", when: "running", jumpMs: -300_000 },
  { ...shared, whose: "database", when: "running", jumpMs: 500 * dayMs },
];

// An external server's clock can't be set.
const isOwn = (process.env["SVC_TEST_DATABASE_URL"] ?? "") === "";

describe("clocks that jump", { concurrency: true }, () => {
  for (const plan of plans) {
    const engine = plan.whose === "machine" ? "sqlite" : "postgres";
    if (!chosenEngines().includes(engine) || (engine === "postgres" && !isOwn)) continue;
    const name = `a ${plan.whose}'s clock jumps by ${plan.jumpMs / 1000} s, on ${engine}`;
    const prove = async (): Promise<void> => {
      const { keys, ...breaches } = await runClock(plan);
      assert.deepEqual(breaches, { twice: [], otherResponses: [], gone: [], madeUnknown: [] });
      assert.ok(keys >= 20, `${keys} keys`);
    };
    verifies("proof.clocks", name, prove, { timeoutMs });
  }
});
