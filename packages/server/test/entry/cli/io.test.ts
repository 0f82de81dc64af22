/** Output for operators: records, tables and new keys, with no control characters. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { printResponse, printRows, printWithKey, type OperatorIo } from "../../../src/entry/cli/io.ts";

function collected(): { io: OperatorIo; out: () => string[]; err: () => string } {
  let out = "";
  let err = "";
  const io = { out: (text: string) => void (out += text), err: (text: string) => void (err += text) };
  return { io, out: () => out.split("\n"), err: () => err };
}

test("prints nested fields below their name, and lists of objects as tables", () => {
  const { io, out } = collected();
  const response = {
    id: "scl_1",
    policy: { actions: ["doppler/*", "github/*"] },
    auditHeads: [
      { seq: 7, hash: "ab" },
      { seq: 9, hash: "" },
    ],
    names: [],
    note: "one\u001b[2Jtwo",
  };
  printResponse(io, "table", response);
  assert.deepEqual(out(), [
    "id     scl_1",
    "policy",
    "  actions  doppler/*, github/*",
    "auditHeads",
    "  SEQ  HASH",
    "  7    ab",
    "  9    -",
    "names  (none)",
    "note   one\u{fffd}[2Jtwo",
    "",
  ]);
});

test("prints rows as a table for people, and as their document for programs", () => {
  const rows = { document: { apps: [1] }, headings: ["APP", "FROM"], rows: [["github", "database"]] };
  const table = collected();
  printRows(table.io, "table", rows);
  assert.deepEqual(table.out(), ["APP     FROM", "github  database", ""]);
  const json = collected();
  printRows(json.io, "json", rows);
  assert.deepEqual(JSON.parse(json.out().join("\n")), { apps: [1] });
});

test("prints a new key as a line to paste, only on stdout, without the fields that are empty", () => {
  const made = { id: "scl_1", logoUrl: null, appName: "", rules: [], name: "backend", key: "svc_live_canary" };
  const table = collected();
  printWithKey(table.io, "table", made, "http://127.0.0.1:7480");
  assert.deepEqual(table.out(), [
    "id    scl_1",
    "name  backend",
    "",
    "export SVC_API_URL=http://127.0.0.1:7480",
    "export SVC_TOKEN=svc_live_canary",
    "",
  ]);
  assert.ok(table.err() !== "" && !table.err().includes("canary"));
  const json = collected();
  printWithKey(json.io, "json", made, undefined);
  assert.deepEqual([JSON.parse(json.out().join("\n")), json.err()], [made, ""]);
});
