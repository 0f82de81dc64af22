import assert from "node:assert/strict";
import { test } from "node:test";
import { costOf } from "./measure.ts";

test("distinguishes transaction control from other statements", () => {
  const executed = {
    "BEGIN IMMEDIATE": 20,
    COMMIT: 20,
    "PRAGMA synchronous = NORMAL": 10,
    "select set_config('svc.client', '…', true)": 10,
    "select * from set_configs": 5,
    'insert into "executions" values (?)': 20,
  };
  const cost = costOf({ executed, planned: 5, roundTrips: 30 }, 10, 10);
  assert.deepEqual(
    [cost.statements, cost.transactionControl, cost.planned, cost.roundTrips, cost.fsyncs],
    [2.5, 6, 0.5, 3, 1],
  );
  assert.equal(costOf({ executed, planned: 0, roundTrips: 0 }, null, 10).fsyncs, null);
});
