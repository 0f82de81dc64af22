/** The sum of several servers' counts. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { sumOf } from "./replicas.ts";

test("adds up the counts of several servers by statement", () => {
  const one = { executed: { "select 1": 2, "select 2": 1 }, planned: 3, roundTrips: 4 };
  const other = { executed: { "select 1": 5 }, planned: 1, roundTrips: 1 };
  assert.deepEqual(sumOf([one, other]), { executed: { "select 1": 7, "select 2": 1 }, planned: 4, roundTrips: 5 });
  assert.deepEqual(sumOf([]), { executed: {}, planned: 0, roundTrips: 0 });
});
