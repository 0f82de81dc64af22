/** The record of the vendors' tools is what their pinned packages say. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { askVendors, readRecord } from "./vendor-tools.ts";

test("the vendors' servers have the recorded tools; if not, run it with --record-tools", async () => {
  assert.deepEqual(await askVendors(), readRecord().servers);
});
