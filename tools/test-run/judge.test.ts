/** The judgement of a test run: what passes, and each way in which a green run is none. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { chosenFiles, faultsOfRun } from "./judge.ts";

const tail = (tests: number, skipped = 0, todo = 0) =>
  `1..${tests}\n# tests ${tests}\n# pass ${tests}\n# fail 0\n# skipped ${skipped}\n# todo ${todo}\n`;

test("a run with tests, none skipped, has no fault", () => {
  assert.deepEqual(faultsOfRun(`ok 1 - adds\n${tail(1)}`, ["a/b.test.ts"]), []);
});

test("no test, no record, a skipped test, an unfinished test and an empty file are faults", () => {
  assert.deepEqual(faultsOfRun(tail(0), []), ["No test ran."]);
  assert.deepEqual(faultsOfRun("", ["a/b.test.ts"]), ["No test ran."]);
  assert.match(faultsOfRun(tail(2, 1), []).join(), /^1 skipped/);
  assert.match(faultsOfRun(tail(2, 0, 3), []).join(), /^3 marked/);
  assert.deepEqual(faultsOfRun(`ok 1 - a/b.test.ts\n${tail(1)}`, ["a/b.test.ts"]), ["No test ran."]);
  const oneEmpty = `ok 1 - a/b.test.ts\nok 2 - adds\n${tail(2)}`;
  assert.deepEqual(faultsOfRun(oneEmpty, ["a/b.test.ts", "a/c.test.ts"]), ["a/b.test.ts holds no test."]);
  assert.deepEqual(faultsOfRun(oneEmpty, ["a/b.test.ts", "a/c.test.ts"], true), []);
});

test("filters choose by a part of the path", () => {
  const files = ["packages/server/test/vault/seal.test.ts", "conformance/a.test.ts"];
  assert.deepEqual(chosenFiles(files, []), files.toReversed());
  assert.deepEqual(chosenFiles(files, ["vault"]), [files[0]]);
  assert.deepEqual(chosenFiles(files, ["none"]), []);
});
