/** The SDK is loaded in several turns of the event loop, so that other requests are served in between. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { loadSdk } from "../../../src/entry/mcp/sdk.ts";

test("serves other requests while the SDK is loading", async () => {
  let turns = 0;
  const counting = setInterval(() => (turns += 1), 1);
  const { createToolServer, McpServer } = await loadSdk();
  clearInterval(counting);
  assert.ok(turns >= 2, `${turns} turns`);
  assert.equal(typeof createToolServer, "function");
  assert.equal(typeof McpServer, "function");
});
