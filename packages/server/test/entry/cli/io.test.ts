/** Output for operators: one line per field, nested ones by path, and no control characters. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { printResponse } from "../../../src/entry/cli/io.ts";

test("prints nested fields and lists on one line each, by path", () => {
  let out = "";
  const io = { out: (text: string) => void (out += text), err: () => undefined };
  const response = {
    id: "scl_1",
    policy: { actions: ["doppler/*", "github/*"] },
    auditHeads: [
      { seq: 7, hash: "ab" },
      { seq: null, hash: "" },
    ],
    names: [],
    more: {},
    note: "one\u001b[2Jtwo",
  };
  printResponse(io, "table", response);
  assert.deepEqual(out.split("\n"), [
    "id                  scl_1",
    "policy.actions      doppler/*, github/*",
    "auditHeads[0].seq   7",
    "auditHeads[0].hash  ab",
    "auditHeads[1].seq   -",
    "auditHeads[1].hash  -",
    "names               -",
    "more                -",
    "note                one\u{fffd}[2Jtwo",
    "",
  ]);
});
