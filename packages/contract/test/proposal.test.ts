/** Which states of a proposal are ends. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { proposalStatuses, stillWaits } from "@svc/contract";

test("a proposal waits until svc has made the call, or until it ends without it", () => {
  assert.deepEqual(proposalStatuses.filter(stillWaits), ["pending", "approved"]);
});
