import assert from "node:assert/strict";
import { test } from "node:test";
import { median } from "../tools/median.ts";
import { orderOfPair, summarise, type LoadRun } from "./statistics.ts";

const run = (perSecond: number, cpuMs: number | null = null): LoadRun => {
  return { perSecond, p50Ms: 1000 / perSecond, p99Ms: 3000 / perSecond, cpuMs, databaseCpuMs: null };
};

test("computes the median in numeric order", () => {
  assert.equal(median([10, 9, 100]), 10);
  assert.equal(median([4, 1, 2, 3]), 2.5);
  assert.throws(() => median([]), RangeError);
});

test("computes the ratio within each pair", () => {
  const summary = summarise([
    { floor: run(1000), service: run(500, 2) },
    { floor: run(100), service: run(60, 4) },
    { floor: run(2000), service: run(800) },
  ]);
  assert.deepEqual(summary.ratio, { median: 0.5, lowest: 0.4, highest: 0.6 });
  assert.equal(summary.floor.perSecond, 1000);
  assert.equal(summary.service.perSecond, 500);
  assert.equal(summary.service.p50Ms, 2);
  assert.equal(summary.service.cpuMs, 3);
  assert.equal(summary.floor.cpuMs, null);
});

test("alternates which side runs first", () => {
  assert.deepEqual(
    [0, 1, 2].map((index) => orderOfPair(index)[0]),
    ["floor", "service", "floor"],
  );
});
