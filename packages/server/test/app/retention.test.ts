/** The loop that deletes by age. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { prune } from "../../src/app/retention.ts";
import { fixedClock, jumpedClock } from "../domain/clock/fixed.ts";

test("deletes nothing while the clock has jumped", async () => {
  const row = { keptForMs: 1, prune: () => assert.fail("something was deleted by age") };
  await prune(row, jumpedClock, new AbortController().signal);
});

test("computes ages from the confirmed time", async () => {
  const cutoffs: number[][] = [];
  const row = {
    keptForMs: 300,
    async *prune(...times: number[]) {
      cutoffs.push(times);
      yield 0;
    },
  };
  await prune(row, fixedClock(1000), new AbortController().signal);
  assert.deepEqual(cutoffs, [[700, 1000]]);
});

test("a stop ends it after the current transaction", async () => {
  const stopping = new AbortController();
  let steps = 0;
  const row = {
    keptForMs: 1,
    async *prune() {
      for (;;) {
        steps += 1;
        if (steps === 2) stopping.abort();
        yield 200;
      }
    },
  };
  await prune(row, fixedClock(1), stopping.signal);
  assert.equal(steps, 2);
});
