/** What is remembered of places, and for how long. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { ConnectionWithCredential } from "../../src/connections/port.ts";
import { createPlaceMemory } from "../../src/executions/places.ts";
import { testClock } from "../limits/clock.ts";
import { record, sampleConnection } from "../store/samples.ts";

const place = { clientId: "scl_a", tenantId: "ten_a", connectionId: "con_a" };

function found(change: Partial<ConnectionWithCredential["connection"]> = {}): ConnectionWithCredential {
  return { connection: { ...sampleConnection(place), ...change }, record };
}

test("a place is known for ten seconds after its look-up, however often it is asked for", () => {
  const clock = testClock();
  const places = createPlaceMemory(clock);
  const seen = found();
  assert.equal(places.recall(place), null);
  places.note(place, seen);
  for (let asked = 0; asked < 10; asked += 1, clock.nowMs += 999) assert.equal(places.recall(place), seen);
  clock.nowMs += 10;
  assert.equal(places.recall(place), null);
});

test("no place is another's, also where ids run into each other", () => {
  const places = createPlaceMemory(testClock());
  places.note({ clientId: "ab", tenantId: "c", connectionId: "d" }, found());
  for (const other of [
    { clientId: "a", tenantId: "bc", connectionId: "d" },
    { clientId: "ab", tenantId: "cd", connectionId: "" },
    { clientId: "ab", tenantId: "c", connectionId: "e" },
    { clientId: "ab", tenantId: "x", connectionId: "d" },
    { clientId: "xb", tenantId: "c", connectionId: "d" },
  ]) {
    assert.equal(places.recall(other), null);
  }
});

test("nothing is known of a connection that is gone or not active, nor of what it was before", () => {
  const places = createPlaceMemory(testClock());
  for (const gone of [
    null,
    found({ status: "disconnected" }),
    found({ status: "needs_reconnect" }),
    { ...found(), record: null },
  ]) {
    places.note(place, found());
    places.note(place, gone);
    assert.equal(places.recall(place), null);
  }
});

test("a thousand places are known at most: the one that was looked up first goes", () => {
  const clock = testClock();
  const places = createPlaceMemory(clock);
  const at = (n: number) => ({ ...place, connectionId: `con_${n}` });
  for (let n = 0; n < 1001; n += 1) places.note(at(n), found());
  assert.deepEqual([places.recall(at(0)), places.recall(at(1)) !== null], [null, true]);
  clock.nowMs += 60_000;
  places.note(at(2000), found());
  assert.notEqual(places.recall(at(2000)), null);
});
