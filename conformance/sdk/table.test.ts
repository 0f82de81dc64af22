/** The TypeScript SDK passes the table of calls, answers and faults. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { typescriptSdk } from "./sdks.ts";
import { registerTable, rows } from "./table-cases.ts";

test("no two rows have the same name", () => {
  assert.equal(new Set(rows.map(({ name }) => name)).size, rows.length);
});

registerTable([typescriptSdk]);
