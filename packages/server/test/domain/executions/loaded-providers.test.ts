/** Which providers differ between server processes. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { describeDifference, differencesOf } from "../../../src/domain/executions/lease.ts";
import type { LoadedDigests } from "../../../src/domain/executions/port.ts";

const [one, other] = ["1".repeat(64), "2".repeat(64)];

const found = (...processes: LoadedDigests[]): string[] => differencesOf(processes).map(describeDifference);

test("processes with the same files don't differ, and neither does one alone", () => {
  assert.deepEqual(found(), []);
  assert.deepEqual(found({ shelf: one }), []);
  assert.deepEqual(found({ shelf: one, box: other }, { box: other, shelf: one }), []);
  assert.deepEqual(found({}, {}), []);
});

test("reports differing files, and processes without a provider", () => {
  assert.deepEqual(found({ shelf: one }, { shelf: other }), [
    "shelf has other files in some processes (111111111111, 222222222222)",
  ]);
  assert.deepEqual(found({ shelf: one, box: one }, {}, {}), [
    "box isn't loaded in 2 processes",
    "shelf isn't loaded in 2 processes",
  ]);
  assert.deepEqual(found({ shelf: one }, { shelf: other }, {}), [
    "shelf has other files in some processes (111111111111, 222222222222) and isn't loaded in one process",
  ]);
  assert.deepEqual(found({ toString: one }, {}), ["toString isn't loaded in one process"]);
});
