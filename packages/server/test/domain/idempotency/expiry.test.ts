/** Keys after a restore: which may act, and why others are refused. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { idempotencyKeyTimeMs, makeIdempotencyKey, makeId } from "@svc/contract";
import { loadKeyExpiry, findExpiryReason } from "../../../src/domain/idempotency/key.ts";
import type { KeyExpiry } from "../../../src/domain/idempotency/port.ts";

const random = new Uint8Array(10).fill(255);
const before = Date.UTC(2026, 0, 31);
const expiry: KeyExpiry = { before, undatedUntil: before + 1000 };
const keyAt = (ms: number): string => makeIdempotencyKey(ms, random);

test("reads a key's time from the UUIDv7, ULID, or TypeID that it is or ends with", () => {
  assert.match(keyAt(before), /^[0-9a-f]{8}-[0-9a-f]{4}-7fff-bfff-ffffffffffff$/);
  for (const key of [
    keyAt(before),
    keyAt(before).toUpperCase(),
    `order:42/${keyAt(before)}`,
    makeId("act", before, random),
  ]) {
    assert.equal(idempotencyKeyTimeMs(key), before, key);
  }
  // ulid/spec: this ULID's time is 1469918176385.
  assert.equal(idempotencyKeyTimeMs("01ARYZ6S41TSV4RRFFQ69G5FAV"), 1_469_918_176_385);
  const undated = ["", "order-42", "f47ac10b-58cc-4372-a567-0e02b2c3d479", `${keyAt(before)}-2`, `x${keyAt(before)}`];
  for (const key of undated) assert.equal(idempotencyKeyTimeMs(key), null, key);
});

test("refuses keys made before the expiry, and none without an expiry", () => {
  assert.equal(findExpiryReason(null, keyAt(before - 1), null, before), null);
  assert.equal(findExpiryReason(expiry, keyAt(before - 1), null, before + 5000), "made_before");
  assert.equal(findExpiryReason(expiry, keyAt(before), null, before + 5000), null);
});

test("refuses keys without a believable time until undatedUntil", () => {
  const minuteMs = 60_000;
  for (const key of ["order-42", keyAt(before + 6 * minuteMs)]) {
    assert.equal(findExpiryReason(expiry, key, null, before + 999), "undated", key);
    assert.equal(findExpiryReason(expiry, key, null, before + 1000), null, key);
  }
  assert.equal(findExpiryReason(expiry, keyAt(before + 4 * minuteMs), null, before + 999), null);
});

test("uses the last attempt as the time of a freed key, not the time in the key", () => {
  assert.equal(findExpiryReason(expiry, keyAt(before + 1), { createdAt: before - 1 }, before + 5000), "made_before");
  assert.equal(findExpiryReason(expiry, "order-42", { createdAt: before }, before), null);
});

test("keeps the last expiry while it cannot be loaded again", async () => {
  let current: KeyExpiry | Error | null = null;
  const keys = await loadKeyExpiry({
    store: { keyExpiry: () => (current instanceof Error ? Promise.reject(current) : Promise.resolve(current)) },
    platform: { nowMs: () => before + 5000 },
  });
  const old = keyAt(before - 1);
  keys.refuse(old, null);
  current = expiry;
  keys.refuse(old, null);
  await keys.reload();
  assert.throws(() => keys.refuse(old, null), { code: "IDEMPOTENCY_RESULT_EXPIRED" });
  current = new Error("unavailable");
  await assert.rejects(keys.reload(), current);
  assert.throws(() => keys.refuse(old, null), { code: "IDEMPOTENCY_RESULT_EXPIRED" });
  current = null;
  await keys.reload();
  keys.refuse(old, null);
});
