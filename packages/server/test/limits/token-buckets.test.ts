/** A token bucket step by step: what each request is told. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { createTokenBuckets } from "../../src/limits/token-buckets.ts";
import { testClock } from "./clock.ts";

test("no rate counts nothing", () => {
  assert.equal(createTokenBuckets(0, testClock())("one"), null);
});

test("a bucket holds a second's requests, and says what is left and when it is full again", () => {
  const take = createTokenBuckets(3, testClock());
  assert.deepEqual(take("one"), { allowed: true, limit: 3, remaining: 2, resetSeconds: 1 });
  assert.deepEqual(take("one"), { allowed: true, limit: 3, remaining: 1, resetSeconds: 1 });
  assert.deepEqual(take("one"), { allowed: true, limit: 3, remaining: 0, resetSeconds: 1 });
  assert.deepEqual(take("one"), { allowed: false, limit: 3, remaining: 0, resetSeconds: 1 });
  assert.equal(take("other")?.remaining, 2, "each name has a bucket of its own");
});

test("it fills by the clock, to its size and no further, and a refusal costs nothing", () => {
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

test("what is left is a whole number, and less than one request is none", () => {
  const clock = testClock();
  const take = createTokenBuckets(2, clock);
  take("one");
  clock.nowMs += 250;
  assert.deepEqual(take("one"), { allowed: true, limit: 2, remaining: 0, resetSeconds: 1 });
  assert.deepEqual(take("one"), { allowed: false, limit: 2, remaining: 0, resetSeconds: 1 });
});

test("as many buckets are kept as were asked for, and the one that was used longest ago goes first", () => {
  const take = createTokenBuckets(1, testClock(), { bucketsMax: 3 });
  for (const name of ["one", "two", "three"]) assert.equal(take(name)?.allowed, true);
  for (const name of ["one", "two", "three"]) assert.equal(take(name)?.allowed, false, `${name} is kept`);
  take("four");
  for (const name of ["two", "three", "four"]) assert.equal(take(name)?.allowed, false, `${name} is kept`);
  assert.equal(take("one")?.allowed, true, "one was given up, and so is full");
});

test("a token that is given back is there again, and a full bucket takes none", () => {
  const take = createTokenBuckets(2, testClock());
  take("one");
  assert.equal(take("one")?.remaining, 0);
  take("one", -1);
  assert.equal(take("one")?.allowed, true);
  assert.equal(take("one")?.allowed, false);
  take("other", -1);
  assert.deepEqual([take("other")?.allowed, take("other")?.allowed, take("other")?.allowed], [true, true, false]);
});
