/** The arithmetic of the load part. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { growthOf, p99, percent, riseOfP99 } from "./judge.ts";

const upTo = (count: number): number[] => Array.from({ length: count }, (_one, index) => index + 1);

test("99 of 100 do not exceed the p99", () => {
  assert.deepEqual([p99(upTo(100)), p99(upTo(1000)), p99([7])], [99, 990, 7]);
  assert.throws(() => p99([]), RangeError);
});

test("the rise is the median over the pairs, so that one bad minute does not decide", () => {
  const pair = (alone: number, beside: number) => ({ alone: [alone], beside: [beside] });
  assert.equal(riseOfP99([pair(10, 11), pair(10, 10), pair(10, 90)]).toFixed(3), "10.000");
  assert.equal(riseOfP99([pair(100, 50)]), -50);
});

test("growth is told from the first two samples to the last two", () => {
  assert.equal(growthOf([100, 100, 999, 110, 110]).toFixed(3), "10.000");
  assert.equal(growthOf([100, 100, 100, 100]), 0);
  assert.throws(() => growthOf([1, 2, 3]), RangeError);
  assert.deepEqual([percent(4.96), percent(-0.25)], ["+5.0 %", "-0.3 %"]);
});
