/** A token bucket step by step: the verdict on each request. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { createTokenBuckets } from "../../../src/domain/limits/rates.ts";
import { testClock } from "./clock.ts";

test("counts nothing without a rate", () => {
  assert.equal(createTokenBuckets(0, testClock())("one"), null);
});

test("a bucket holds a second's requests, and reports what is left and when it is full again", () => {
  const take = createTokenBuckets(3, testClock());
  assert.deepEqual(take("one"), { allowed: true, limit: 3, remaining: 2, resetSeconds: 1 });
  assert.deepEqual(take("one"), { allowed: true, limit: 3, remaining: 1, resetSeconds: 1 });
  assert.deepEqual(take("one"), { allowed: true, limit: 3, remaining: 0, resetSeconds: 1 });
  assert.deepEqual(take("one"), { allowed: false, limit: 3, remaining: 0, resetSeconds: 1 });
  assert.equal(take("other")?.remaining, 2, "each name has its own bucket");
});

test("fills with the clock, up to its size, and a refusal costs nothing", () => {
  const clock = testClock();
  const take = createTokenBuckets(2, clock);
  for (const allowed of [true, true, false, false]) assert.equal(take("one")?.allowed, allowed);
  clock.nowMs += 499;
  assert.equal(take("one")?.allowed, false);
  clock.nowMs += 1;
  assert.equal(take("one")?.allowed, true);
  assert.equal(take("one")?.allowed, false);
  clock.nowMs += 60_000;
  assert.equal(take("one")?.remaining, 1);
});

test("reports a whole number of remaining requests, rounded down", () => {
  const clock = testClock();
  const take = createTokenBuckets(2, clock);
  take("one");
  clock.nowMs += 250;
  assert.deepEqual(take("one"), { allowed: true, limit: 2, remaining: 0, resetSeconds: 1 });
  assert.deepEqual(take("one"), { allowed: false, limit: 2, remaining: 0, resetSeconds: 1 });
});

test("keeps the requested number of buckets, and drops the least recently used one first", () => {
  const take = createTokenBuckets(1, testClock(), { bucketsMax: 3 });
  for (const name of ["one", "two", "three"]) assert.equal(take(name)?.allowed, true);
  for (const name of ["one", "two", "three"]) assert.equal(take(name)?.allowed, false, `${name} is kept`);
  take("four");
  for (const name of ["two", "three", "four"]) assert.equal(take(name)?.allowed, false, `${name} is kept`);
  assert.equal(take("one")?.allowed, true, "one was dropped, and a new bucket is full");
});

test("a returned token is available again, and a full bucket takes none", () => {
  const take = createTokenBuckets(2, testClock());
  take("one");
  assert.equal(take("one")?.remaining, 0);
  take("one", -1);
  assert.equal(take("one")?.allowed, true);
  assert.equal(take("one")?.allowed, false);
  take("other", -1);
  assert.deepEqual([take("other")?.allowed, take("other")?.allowed, take("other")?.allowed], [true, true, false]);
});
