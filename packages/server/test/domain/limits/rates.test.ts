/** Rates: the requests that a bucket lets through, and a tenant over its rate that costs the others nothing. */
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { createRateLimiter, createTokenBuckets } from "../../../src/domain/limits/rates.ts";
import { testClock } from "./clock.ts";

test("in any window, a bucket lets through its size plus its refills, and never refuses below its rate", () => {
  const steps = fc.array(fc.integer({ min: 0, max: 700 }), { minLength: 1, maxLength: 200 });
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 50 }), steps, (perSecond, waitsMs) => {
      const clock = testClock();
      const take = createTokenBuckets(perSecond, clock);
      const startMs = clock.nowMs;
      let allowed = 0;
      for (const waitMs of waitsMs) {
        clock.nowMs += waitMs;
        const verdict = take("one");
        assert.ok(verdict !== null);
        if (waitMs * perSecond >= 1000)
          assert.ok(verdict.allowed, "refused although a token was refilled since the last");
        allowed += Number(verdict.allowed);
        assert.ok(verdict.remaining >= 0 && verdict.remaining < perSecond && verdict.resetSeconds >= 1);
        assert.ok(allowed <= perSecond + ((clock.nowMs - startMs) * perSecond) / 1000 + 1e-6);
      }
    }),
  );
});

test("bounds the buckets: drops the least recently used one", () => {
  const take = createTokenBuckets(1, testClock(), { bucketsMax: 2 });
  assert.equal(take("one")?.allowed, true);
  assert.equal(take("two")?.allowed, true);
  assert.equal(take("one")?.allowed, false);
  assert.equal(take("three")?.allowed, true);
  assert.equal(take("one")?.allowed, false, "one was used later than two");
  assert.equal(take("two")?.allowed, true, "two was dropped, and a new bucket is full");
});

test("a rate of 0 means no limit", () => {
  const limits = { perClient: 0, perTenant: 0, perToken: 0, tenantOnlyWhenShared: false };
  assert.equal(createRateLimiter(limits, testClock())("client", "tenant"), null);
});

test("refuses a tenant over its rate without using its client's tokens", () => {
  const limits = { perClient: 10, perTenant: 4, perToken: 0, tenantOnlyWhenShared: false };
  const count = createRateLimiter(limits, testClock());
  const noisy = Array.from({ length: 100 }, () => count("client", "noisy")?.allowed);
  assert.equal(noisy.filter(Boolean).length, 4);
  assert.equal(count("client", "noisy")?.limit, 4, "the response reports the rate that refused");
  const quiet = Array.from({ length: 4 }, () => count("client", "quiet")?.allowed);
  assert.deepEqual(quiet, [true, true, true, true]);
  assert.deepEqual([count("client", null)?.allowed, count("client", null)?.allowed], [true, true]);
  assert.equal(count("client", null)?.allowed, false, "the client's own rate applies to all tenants together");
  assert.equal(count("other", "noisy")?.allowed, true, "another client's tenant with the same name has its own");
});

test("by default, a tenant's rate counts only while another tenant of the client calls", () => {
  const clock = testClock();
  const count = createRateLimiter({ perClient: 10, perTenant: 5, perToken: 0, tenantOnlyWhenShared: true }, clock);
  const burst = (tenant: string): number => {
    return Array.from({ length: 20 }, () => count("client", tenant)).filter((one) => one?.allowed).length;
  };
  assert.equal(burst("only"), 10, "a tenant on its own has the client's whole rate");
  clock.nowMs += 1000;
  assert.equal(count("client", "second")?.allowed, true);
  clock.nowMs += 1000;
  assert.equal(burst("only"), 5, "another has called");
  clock.nowMs += 61_000;
  assert.equal(burst("only"), 10, "the other has not called for a minute");
});

test("a token as fast as it can never gets its client's other callers refused", () => {
  const clock = testClock();
  const count = createRateLimiter({ perClient: 100, perTenant: 50, perToken: 20, tenantOnlyWhenShared: true }, clock);
  for (let second = 0; second < 5; second += 1) {
    const asked = Array.from({ length: 1000 }, () => count("client", "acme", "token"));
    assert.equal(asked.filter((verdict) => verdict?.allowed).length, 20);
    assert.equal(asked.at(-1)?.limit, 20);
    // Ten more tokens of its tenant are held by the tenant's share, as soon as another tenant calls.
    const others = Array.from({ length: 1000 }, (_, index) => count("client", "acme", `token-${String(index % 10)}`));
    assert.equal(others.filter((verdict) => verdict?.allowed).length <= 80, true);
    const backend = Array.from({ length: second === 0 ? 1 : 50 }, () => count("client", "globex")?.allowed);
    if (second > 0) assert.equal(backend.every(Boolean), true);
    clock.nowMs += 1000;
  }
});
