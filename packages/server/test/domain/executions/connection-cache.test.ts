/** The connection cache: what it holds, and for how long. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { ConnectionWithCredential } from "../../../src/domain/connections/port.ts";
import { createConnectionCache } from "../../../src/domain/executions/admit.ts";
import { testClock } from "../limits/clock.ts";
import { record, sampleConnection } from "../../adapters/store/samples.ts";

const ref = { clientId: "scl_a", tenantId: "ten_a", connectionId: "con_a" };

function found(change: Partial<ConnectionWithCredential["connection"]> = {}): ConnectionWithCredential {
  return { connection: { ...sampleConnection(ref), ...change }, record };
}

test("keeps a connection for ten seconds after its look-up, however often it is read", () => {
  const clock = testClock();
  const cache = createConnectionCache(clock);
  const seen = found();
  assert.equal(cache.get(ref), null);
  cache.set(ref, seen);
  for (let reads = 0; reads < 10; reads += 1, clock.nowMs += 999) assert.equal(cache.get(ref), seen);
  clock.nowMs += 10;
  assert.equal(cache.get(ref), null);
});

test("never returns another ref's connection, even if the concatenated ids are equal", () => {
  const cache = createConnectionCache(testClock());
  cache.set({ clientId: "ab", tenantId: "c", connectionId: "d" }, found());
  for (const other of [
    { clientId: "a", tenantId: "bc", connectionId: "d" },
    { clientId: "ab", tenantId: "cd", connectionId: "" },
    { clientId: "ab", tenantId: "c", connectionId: "e" },
    { clientId: "ab", tenantId: "x", connectionId: "d" },
    { clientId: "xb", tenantId: "c", connectionId: "d" },
  ]) {
    assert.equal(cache.get(other), null);
  }
});

test("removes a connection that is gone or not active", () => {
  const cache = createConnectionCache(testClock());
  for (const gone of [
    null,
    found({ status: "disconnected" }),
    found({ status: "needs_reconnect" }),
    { ...found(), record: null },
  ]) {
    cache.set(ref, found());
    cache.set(ref, gone);
    assert.equal(cache.get(ref), null);
  }
});

test("holds a thousand connections, and drops the one that was looked up first", () => {
  const clock = testClock();
  const cache = createConnectionCache(clock);
  const at = (n: number) => ({ ...ref, connectionId: `con_${n}` });
  for (let n = 0; n < 1001; n += 1) cache.set(at(n), found());
  assert.deepEqual([cache.get(at(0)), cache.get(at(1)) !== null], [null, true]);
  clock.nowMs += 60_000;
  cache.set(at(2000), found());
  assert.notEqual(cache.get(at(2000)), null);
});
