/** The rate of the frontend API: per token, and per address. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { ServiceError } from "@svc/contract";
import { createFrontendRate, type FrontendRate } from "../../../src/domain/limits/frontend-rate.ts";
import { testClock } from "./clock.ts";

/** Returns how many of the calls are let through. */
function passed(countCall: FrontendRate, calls: number, address: string, tokenOf: (index: number) => string | null) {
  return Array.from({ length: calls }, (_, index) => {
    try {
      countCall(address, tokenOf(index));
      return 1;
    } catch (error) {
      assert.ok(error instanceof ServiceError && error.code === "RATE_LIMITED");
      assert.equal(error.retryAfterSeconds, 1);
      return 0;
    }
  }).reduce<number>((sum, one) => sum + one, 0);
}

test("a token has a burst of 60 calls, and 5 per second after it", () => {
  const clock = testClock();
  const countCall = createFrontendRate(0, clock);
  assert.equal(
    passed(countCall, 4000, "192.0.2.1", () => "cst_one"),
    60,
  );
  clock.nowMs += 1000;
  assert.equal(
    passed(countCall, 4000, "192.0.2.2", () => "cst_one"),
    5,
  );
  assert.equal(
    passed(countCall, 10, "192.0.2.1", () => "cst_two"),
    10,
  );
});

test("an address has its own rate, regardless of its tokens", () => {
  const clock = testClock();
  const countCall = createFrontendRate(100, clock);
  const junk = (index: number): string => `cst_${index}`;
  assert.equal(passed(countCall, 4000, "192.0.2.1", junk), 100);
  assert.equal(
    passed(countCall, 10, "192.0.2.1", () => null),
    0,
  );
  assert.equal(passed(countCall, 10, "192.0.2.2", junk), 10);
  clock.nowMs += 500;
  assert.equal(passed(countCall, 4000, "192.0.2.1", junk), 50);
});

test("a flood with one token uses up nothing from others at the same address", () => {
  const countCall = createFrontendRate(100, testClock());
  assert.equal(
    passed(countCall, 4000, "192.0.2.1", () => "cst_one"),
    60,
  );
  assert.equal(passed(countCall, 40, "192.0.2.1", String), 40);
});

test("an IPv6 address counts as its /64, a mapped IPv4 address as itself", () => {
  const countCall = createFrontendRate(1, testClock());
  const takes = (address: string): boolean => passed(countCall, 1, address, () => null) === 1;
  assert.deepEqual(["2001:db8::1", "2001:db8:0:0:ffff::2", "2001:db8::3%eth0"].map(takes), [true, false, false]);
  assert.deepEqual(["2001:db8:0:1::1", "::1", "fe80::1%lo"].map(takes), [true, true, true]);
  assert.deepEqual(["192.0.2.1", "::ffff:192.0.2.1", "::ffff:192.0.2.2"].map(takes), [true, false, true]);
});
