import assert from "node:assert/strict";
import { test } from "node:test";
import { isDue, isExpired, refreshLeadMs } from "../../../src/domain/connections/refresh-work.ts";

const minute = 60_000;
const token = { accessToken: "a", refreshToken: "r", scopes: [] };

test("a token is due a minute or a tenth of its lifetime before its expiry, five minutes at most", () => {
  const lead = (lifeMs: number) => refreshLeadMs(lifeMs, 0, 0);
  assert.equal(lead(8 * 60 * minute), 5 * minute);
  assert.equal(lead(20 * minute), 2 * minute);
  assert.equal(lead(5 * minute), minute);
  assert.equal(refreshLeadMs(8 * 60 * minute, undefined, 0), minute, "its lifetime is unknown");
});

test("a short-lived token is not due in the first half of its life", () => {
  assert.equal(refreshLeadMs(10_000, 0, 0.9), 5000);
  assert.equal(refreshLeadMs(0, 10_000, 0), 0, "an expiry before its issue");
});

test("processes start at different times, but none more than five minutes before the expiry", () => {
  assert.equal(refreshLeadMs(20 * minute, 0, 0.5), 2 * minute * 1.05);
  assert.equal(refreshLeadMs(8 * 60 * minute, 0, 0.99), 5 * minute);
});

test("due and expired to the millisecond; a token without an expiry is neither", () => {
  const issued = { ...token, expiresAt: 20 * minute, issuedAt: 0 };
  assert.equal(isDue(issued, 18 * minute, 0), false);
  assert.equal(isDue(issued, 18 * minute + 1, 0), true);
  assert.equal(isExpired(issued, 20 * minute - 1), false);
  assert.equal(isExpired(issued, 20 * minute), true);
  const endless = { ...token, expiresAt: null };
  assert.deepEqual([isDue(endless, minute, 0), isExpired(endless, minute)], [false, false]);
});
