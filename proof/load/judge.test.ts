/** The arithmetic of the load part. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { growthOf, noiseSides, p99, percent, riseOfP99, sidesOf, waitOf, type NoiseRound } from "./judge.ts";

const upTo = (count: number): number[] => Array.from({ length: count }, (_one, index) => index + 1);

test("99 of 100 values don't exceed the p99", () => {
  assert.deepEqual([p99(upTo(100)), p99(upTo(1000)), p99([7])], [99, 990, 7]);
  assert.throws(() => p99([]), RangeError);
});

const round = (alone: number, allowed: number, beside: number): NoiseRound => ({
  alone: [alone],
  allowed: [allowed],
  beside: [beside],
});

test("takes the median rise over the rounds", () => {
  assert.equal(riseOfP99([round(10, 10, 11), round(10, 10, 10), round(10, 10, 90)]).toFixed(3), "10.000");
  assert.equal(riseOfP99([round(100, 10, 50)]), -50);
});

test("distinguishes the cost of the allowed share from that of the excess", () => {
  const rounds = [round(100, 150, 165)];
  assert.equal(riseOfP99(rounds).toFixed(3), "65.000");
  assert.equal(riseOfP99(rounds, "alone", "allowed").toFixed(3), "50.000");
  assert.equal(riseOfP99(rounds, "allowed", "beside").toFixed(3), "10.000");
});

test("computes the latency of one side in milliseconds", () => {
  const rounds = [1, 3, 2].map((factor) => ({
    alone: upTo(100).map((one) => one * factor),
    allowed: [factor],
    beside: [40 * factor, 40 * factor],
  }));
  assert.deepEqual(waitOf(rounds, "alone"), { p50: 101, p99: 198 });
  assert.deepEqual(waitOf(rounds, "allowed"), { p50: 2, p99: 2 });
  assert.deepEqual(waitOf(rounds, "beside"), { p50: 80, p99: 80 });
});

test("rotates the sides over three rounds", () => {
  const orders = [0, 1, 2].map(sidesOf);
  for (const order of orders) assert.deepEqual([...order].sort(), [...noiseSides].sort());
  for (const devConfig of [0, 1, 2]) assert.equal(new Set(orders.map((order) => order[devConfig])).size, 3);
});

test("computes growth from the first two samples to the last two", () => {
  assert.equal(growthOf([100, 100, 999, 110, 110]).toFixed(3), "10.000");
  assert.equal(growthOf([100, 100, 100, 100]), 0);
  assert.throws(() => growthOf([1, 2, 3]), RangeError);
  assert.deepEqual([percent(4.96), percent(-0.25)], ["+5.0 %", "-0.3 %"]);
});
