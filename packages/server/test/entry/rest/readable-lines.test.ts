/** Log lines in a terminal. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { readableLines } from "../../../src/entry/rest/readable-lines.ts";

const line = (entry: object): string =>
  `${JSON.stringify({ time: 1_795_983_975_607, pid: 1, hostname: "vm", ...entry })}\n`;

test("shows time, level, message and the rest, and leaves out where the server listens", () => {
  const text =
    line({ level: 40, variable: "SVC_LISTN", msg: "SVC_LISTN is set, but nothing reads it" }) +
    line({ level: 30, msg: "Server listening at http://127.0.0.1:7480" }) +
    line({ level: 30, status: 200, msg: "one\u001b[2Jtwo" }) +
    "no JSON\n";
  assert.equal(
    readableLines(text, false),
    "20:26:15  warn   SVC_LISTN is set, but nothing reads it  variable=SVC_LISTN\n20:26:15  info   one\u{fffd}[2Jtwo  status=200\nno JSON\n",
  );
  assert.ok(readableLines(text, true).startsWith("20:26:15  \u001b[33mwarn \u001b[39m  SVC_LISTN"));
  assert.equal(readableLines("", true), "");
});
