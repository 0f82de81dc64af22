/** The event loop's delay: one long task doesn't count, repeated lateness does. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { watchLoopDelay } from "../../../src/platform.ts";
import { testClock } from "./clock.ts";

test("the delay is the minimum lateness of the last three checks", (t) => {
  t.mock.timers.enable({ apis: ["setInterval"] });
  const clock = testClock();
  const delay = watchLoopDelay(clock);
  const check = (lateMs: number): number => {
    clock.nowMs += 50 + lateMs;
    t.mock.timers.tick(50);
    return Math.round(delay.ms());
  };
  assert.equal(delay.ms(), 0, "there was no check yet");
  assert.deepEqual([check(400), check(400)], [0, 0], "two checks are too few");
  assert.equal(check(300), 300);
  assert.equal(check(900), 300);
  assert.equal(check(0), 0, "a check in time ends it");
  assert.deepEqual([check(900), check(0), check(0)], [0, 0, 0], "a single long task");
  delay.stop();
  assert.deepEqual([check(500), check(500), check(500)], [0, 0, 0], "it stopped checking");
});
