/** When svc looks: soon at first, at the end of the quiet time, and for the last time a day later. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { firstLookAfterMs, lastSentMs, nextLook } from "../../../src/domain/evidence/schedule.ts";

const second = 1000;

/** Every look of a schedule, in seconds after it began, if each is made when it is due. */
function looksOf(quietEndMs: number): number[] {
  const times = [firstLookAfterMs];
  let look = nextLook({ sinceMs: 0, made: 0, quietEndMs }, firstLookAfterMs);
  while (look.atMs !== null) {
    times.push(look.atMs);
    look = nextLook({ sinceMs: 0, made: look.made, quietEndMs }, look.atMs);
  }
  return times.map((ms) => ms / second);
}

test("looks after 5 s, 30 s, 2 min, 10 min, the quiet time, 1 h, 6 h and 24 h, then no more", () => {
  assert.deepEqual(looksOf(630 * second), [5, 30, 120, 600, 631, 3600, 21_600, 86_400]);
  assert.deepEqual(looksOf(40 * second), [5, 30, 41, 120, 600, 3600, 21_600, 86_400]);
});

test("has no look at the end of a quiet time that ended before the schedule began", () => {
  assert.deepEqual(looksOf(-5 * second), [5, 30, 120, 600, 3600, 21_600, 86_400]);
});

test("doesn't make up for missed looks", () => {
  const next = nextLook({ sinceMs: 0, made: 0, quietEndMs: 630 * second }, 700 * second);
  assert.equal(next.atMs, 3600 * second);
  assert.equal(nextLook({ sinceMs: 0, made: next.made, quietEndMs: 630 * second }, 90_000 * second).atMs, null);
});

test("the request may be in flight until the last moment of sending, plus the wait for a late response", () => {
  const late = 30 * second;
  assert.equal(lastSentMs({ dispatchedAt: 1, completedAt: 5000, settleAfter: 0 }), 5000 + late);
  assert.equal(lastSentMs({ dispatchedAt: 1, completedAt: 5000, settleAfter: 9000 }), 9000 + late);
  assert.equal(lastSentMs({ dispatchedAt: 7000, completedAt: null, settleAfter: 0 }), 7000 + late);
});
