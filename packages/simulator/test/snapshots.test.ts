/** Reads that lag: the states that they show, by time and by number of changes. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { Snapshots } from "../src/index.ts";
import type { ReadLag } from "../src/index.ts";

/** The value that a read shows of a number that is changed at the given times, from 0 in steps of one. */
function shownAfter(changedAtMs: readonly number[], lag: ReadLag, nowMs: number): number {
  let state = 0;
  const snapshots = new Snapshots(() => state);
  for (const atMs of changedAtMs) snapshots.change({ lag, nowMs: atMs, make: () => (state += 1) });
  return snapshots.shown(lag, nowMs) ?? state;
}

const cases: readonly (readonly [changedAtMs: readonly number[], lag: ReadLag, nowMs: number, shown: number])[] = [
  [[10, 20, 30], { ms: 0, changes: 0 }, 30, 3],
  [[], { ms: 50, changes: 2 }, 30, 0],
  [[10, 20, 30], { ms: 0, changes: 1 }, 99, 2],
  [[10, 20, 30], { ms: 0, changes: 2 }, 99, 1],
  [[10, 20, 30], { ms: 0, changes: 9 }, 99, 0],
  [[10, 20, 30], { ms: 5, changes: 0 }, 34, 2],
  [[10, 20, 30], { ms: 5, changes: 0 }, 35, 3],
  [[10, 20, 30], { ms: 15, changes: 0 }, 34, 1],
  [[10, 20, 30], { ms: 15, changes: 1 }, 60, 2],
  [[10, 20, 30], { ms: 100, changes: 1 }, 60, 0],
];

for (const [changedAtMs, lag, nowMs, shown] of cases) {
  test(`changes at ${changedAtMs.join(", ")}, read at ${nowMs} with ${JSON.stringify(lag)}: ${shown}`, () => {
    assert.equal(shownAfter(changedAtMs, lag, nowMs), shown);
  });
}

test("doesn't count a change without effect, and stores nothing without lag", () => {
  let copies = 0;
  const snapshots = new Snapshots(() => (copies += 1));
  const still = { ms: 0, changes: 0 };
  const one = { ms: 0, changes: 1 };
  snapshots.change({ lag: still, nowMs: 1, make: () => undefined });
  assert.equal(copies, 0);
  assert.equal(snapshots.shown(one, 1), null);
  snapshots.change({ lag: one, nowMs: 2, make: () => undefined });
  snapshots.change({ lag: one, nowMs: 3, make: () => "refused", didChange: (result) => result !== "refused" });
  assert.equal(snapshots.shown(one, 3), 1);
  snapshots.clear();
  assert.equal(snapshots.shown(one, 3), null);
});
