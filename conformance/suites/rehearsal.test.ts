/** Failures that a caller rehearses with words in its input, as listed in docs/testing.md. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { isErrorCode, type ErrorCode } from "@svc/contract";
import { rehearsalNames, rehearsalWord } from "@svc/simulator";
import { assertProblem, devConfig, suite, verifies } from "../harness/index.ts";

type Row = { word: string; write: string; read: string };

const page = readFileSync(new URL("../../docs/testing.md", import.meta.url), "utf8");
const rows: readonly Row[] = [...page.matchAll(/^\| `(SVC_TEST_\w+)` +\| (.+?) +\| (.+?) +\|$/gm)].map(
  ([, word = "", write = "", read = ""]) => ({ word, write, read }),
);

test("the page has a row for each failure", () => {
  assert.deepEqual(rows.map(({ word }) => word).toSorted(), rehearsalNames.map(rehearsalWord).toSorted());
});

/** The code in a cell of the table, or null if the call succeeds. */
function codeIn(cell: string): ErrorCode | null {
  const code = /`([A-Z_]+)`/.exec(cell)?.[1];
  return isErrorCode(code) ? code : null;
}

suite("rehearsal", (fixture) => {
  for (const { word, write, read } of rows.filter(({ word: one }) => one !== "SVC_TEST_SLOW")) {
    verifies("sandbox.rehearsal", `${word} fails as documented`, async () => {
      const connection = await fixture().connected();
      const { ledger } = fixture().provider;
      const before = ledger.effects.length;
      const response = await connection.set(word, `rehearse-${word}`);
      const writeCode = codeIn(write);
      assert.ok(writeCode !== null, write);
      assertProblem(response, writeCode);
      assert.equal(ledger.effects.length - before, write.includes("took effect") ? 1 : 0);
      const got = await connection.execute("secrets.get", { ...devConfig, name: word });
      const code = codeIn(read);
      if (code !== null) assertProblem(got, code);
      else assert.ok(got.status === 200 || got.status === 404, got.text);
    });
  }
});
