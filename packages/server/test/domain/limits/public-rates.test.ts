/** The rates of requests without a key. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { ServiceError } from "@svc/contract";
import {
  createPublicRates,
  publicGroups,
  type PublicGroup,
  type PublicRates,
} from "../../../src/domain/limits/rates.ts";
import { testClock } from "./clock.ts";

/** Returns how many requests are let through. */
function passed(rates: PublicRates, group: PublicGroup, requests: number, network = "a"): number {
  let count = 0;
  for (let index = 0; index < requests; index += 1) {
    try {
      rates.count(group, network);
      count += 1;
    } catch (error) {
      assert.ok(error instanceof ServiceError && error.code === "RATE_LIMITED");
      assert.equal(error.retryAfterSeconds, 1);
    }
  }
  return count;
}

const groups = Object.keys(publicGroups) as PublicGroup[];

test("each group has its share of the rate, whatever the others use up, and refills it", () => {
  const clock = testClock();
  const rates = createPublicRates({ perConnectAddress: 10, perPublicAddress: 100 }, clock);
  const shares = Object.fromEntries(groups.map((group) => [group, passed(rates, group, 1000)]));
  const expected = {
    sign_in: 20,
    token: 100,
    approval: 20,
    catalog: 40,
    docs: 100,
    metadata: 100,
    key: 100,
    delivery: 100,
  };
  assert.deepEqual(shares, { connect: 10, ...expected, console: 20, unknown: 100 });
  assert.equal(passed(rates, "docs", 1, "b"), 1);
  clock.nowMs += 500;
  assert.equal(passed(rates, "docs", 1000), 50);
});

test("without a rate, nothing is refused", () => {
  const rates = createPublicRates({ perConnectAddress: 0, perPublicAddress: 0 }, testClock());
  for (const group of groups) assert.equal(passed(rates, group, 1000), 1000);
});

test("a request that counts as several is answered, and those after it wait, at most twice as long as for a full bucket", () => {
  const clock = testClock();
  const rates = createPublicRates({ perConnectAddress: 0, perPublicAddress: 10 }, clock);
  assert.equal(passed(rates, "docs", 1), 1);
  rates.owe("docs", "a", 14);
  assert.equal(passed(rates, "docs", 1), 0);
  clock.nowMs += 700;
  assert.equal(passed(rates, "docs", 10), 2);
  rates.owe("docs", "a", 1000);
  clock.nowMs += 1100;
  assert.equal(passed(rates, "docs", 10), 1);
});
