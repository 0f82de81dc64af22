/** The rate of a Connect token. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { ServiceError } from "@svc/contract";
import { createFrontendRate, createPublicRates } from "../../../src/domain/limits/rates.ts";
import { testClock } from "./clock.ts";

/** Calls with this rate from one address. */
function frontend(perConnectAddress: number, clock = testClock()) {
  const rates = createPublicRates({ perConnectAddress, perPublicAddress: 0 }, clock);
  const countCall = createFrontendRate(rates, clock);
  /** Returns how many of the calls are let through. */
  return (calls: number, tokenOf: (index: number) => string | null, network = "192.0.2.1"): number =>
    Array.from({ length: calls }, (_, index) => {
      try {
        rates.count("connect", network);
        countCall(network, tokenOf(index));
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
  const passed = frontend(0, clock);
  assert.equal(
    passed(4000, () => "cst_one"),
    60,
  );
  clock.nowMs += 1000;
  assert.equal(
    passed(4000, () => "cst_one", "192.0.2.2"),
    5,
  );
  assert.equal(
    passed(10, () => "cst_two"),
    10,
  );
});

test("a flood with one token uses up nothing from others at the same address", () => {
  const passed = frontend(100);
  assert.equal(
    passed(4000, () => "cst_one"),
    60,
  );
  assert.equal(passed(4000, String), 40);
});
