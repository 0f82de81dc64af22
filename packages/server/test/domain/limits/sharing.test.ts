/**
 * A tenant's own rate that counts only while another tenant calls: for how long, and for how many clients.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { createRateLimiter } from "../../../src/domain/limits/rates.ts";
import { testClock } from "./clock.ts";

const limits = { perClient: 100, perTenant: 1, perToken: 0, tenantOnlyWhenShared: true };

/** A limiter, and a function that returns the limit of the rate that refused. A tenant's rate is 1 per second. */
function fixture(change: Partial<typeof limits> = {}) {
  const clock = testClock();
  const count = createRateLimiter({ ...limits, ...change }, clock);
  const refusedBy = (client: string, tenant: string | null) => {
    const verdicts = [count(client, tenant), count(client, tenant)];
    return verdicts.find((verdict) => verdict?.allowed === false)?.limit ?? null;
  };
  return { clock, count, refusedBy };
}

test("counts a path without a tenant only for its client", () => {
  const { refusedBy } = fixture({ tenantOnlyWhenShared: false });
  assert.equal(refusedBy("client", null), null);
  assert.equal(refusedBy("client", "one"), 1);
});

test("another tenant counts for a minute after its call, and not a millisecond longer", () => {
  for (const [afterMs, limit] of [
    [59_999, 1],
    [60_000, null],
  ] as const) {
    const { clock, count, refusedBy } = fixture();
    count("client", "two");
    clock.nowMs += afterMs;
    assert.equal(refusedBy("client", "one"), limit, String(afterMs));
  }
});

test("remembers ten thousand clients; with one more, the least recent one counts as alone", () => {
  const { count, refusedBy } = fixture();
  for (const client of ["first", "second"]) count(client, "two");
  for (let index = 0; index < 9_998; index += 1) count(`client ${index}`, "two");
  assert.equal(refusedBy("first", "one"), 1, "remembered, and now the one that called last");
  count("one more", "two");
  assert.equal(refusedBy("second", "one"), null, "forgotten");
  assert.equal(refusedBy("first", "three"), 1, "still remembered");
});
