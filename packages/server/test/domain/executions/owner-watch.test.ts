/** When an owner counts as dead: after a silence that this process has observed itself. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { createOwnerWatch } from "../../../src/domain/executions/sweeper.ts";

const times = { silentMs: 5000, pauseMaxMs: 1500 };

/**
 * Returns the index of the look that reports the owner; null if none does.
 * @param looks for each look, the pause before it and the owner's beats by then.
 */
function condemnedAt(looks: readonly (readonly [pauseMs: number, beats: number])[]): number | null {
  const watch = createOwnerWatch(times);
  let nowMs = 1_000_000;
  for (const [index, [pauseMs, beats]] of looks.entries()) {
    nowMs += pauseMs;
    if (watch.look([{ ownerId: "a", beats }], nowMs).length > 0) return index;
  }
  return null;
}

const every = (pauseMs: number, count: number, beats = 1): [number, number][] =>
  Array.from({ length: count }, () => [pauseMs, beats]);

test("never reports an owner that beats", () => {
  assert.equal(condemnedAt(Array.from({ length: 100 }, (_, n) => [1000, n])), null);
  // Its beats are as slow as allowed.
  assert.equal(condemnedAt(Array.from({ length: 100 }, (_, n) => [1000, Math.floor(n / 5)])), null);
});

test("reports a silent owner after more than five seconds, and within ten", () => {
  assert.equal(condemnedAt(every(1000, 6)), null, "five seconds between six looks are not more than five");
  assert.equal(condemnedAt(every(1000, 20)), 6);
  assert.equal(condemnedAt(every(1400, 20)), 4);
});

test("does not count a pause without observations, in which the whole machine may have been suspended", () => {
  assert.equal(
    condemnedAt([
      [0, 1],
      [600_000, 1],
      [1000, 2],
    ]),
    null,
  );
  assert.equal(condemnedAt([[0, 1], ...every(3_600_000, 3)]), null);
  assert.equal(condemnedAt([[0, 1], ...every(3_600_000, 4)]), 4, "several looks of its own are needed");
});

test("counts silence from the newest beat, and forgets it with the owner", () => {
  assert.equal(condemnedAt([...every(1000, 6), [1000, 2], ...every(1000, 5, 2)]), null);
  const watch = createOwnerWatch(times);
  for (let at = 0; at <= 4000; at += 1000) assert.deepEqual(watch.look([{ ownerId: "a", beats: 1 }], at), []);
  assert.deepEqual(watch.look([], 5000), []);
  assert.deepEqual(watch.look([{ ownerId: "a", beats: 1 }], 6000), []);
});
