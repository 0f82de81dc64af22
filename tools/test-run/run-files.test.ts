/** A run of test files: what passes, and each way in which a green run doesn't count. */
import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { after, test } from "node:test";
import { Reporter } from "./reporter.ts";
import { runFiles, type RunResult } from "./run-files.ts";

const folder = mkdtempSync(join(tmpdir(), "svc-run-files-"));
after(() => rmSync(folder, { recursive: true, force: true }));

// This tests a run of files inside a run of files, which node:test refuses if this variable is set.
delete process.env["NODE_TEST_CONTEXT"];

const importing = `import { test } from "node:test";\n`;
const texts: Readonly<Record<string, string>> = {
  adds: `${importing}test("adds", () => console.log("3 sums"));`,
  fails: `${importing}test("fails", () => { throw new Error("no"); });`,
  skipped: `${importing}test("later", { skip: true }, () => {}); test("now", () => {});`,
  undone: `${importing}test("soon", { todo: true }, () => {}); test("now", () => {});`,
  empty: "export const nothing = 0;",
  broken: `import "./none.mjs";`,
  hooks: `import { before, test } from "node:test"; let is = false; before(() => (is = true)); test("has run", (t) => t.assert.ok(is));`,
  exits: `${importing}test("ends", () => process.exit(0)); test("continues", () => {});`,
  shared: `import "./cases.mjs";`,
};

/** Runs files, each in its own process or all in one. */
function runOf(
  names: readonly string[],
  { namePatterns = [], isShared = false }: { namePatterns?: readonly string[]; isShared?: boolean } = {},
): Promise<RunResult> {
  const files = names.map((name) => {
    const file = join(folder, `${name}.test.mjs`);
    writeFileSync(file, texts[name] ?? "");
    return file;
  });
  const output = new PassThrough().resume();
  const reporter = new Reporter({ output, filesTotal: files.length, isVerbose: false, root: folder });
  const groups = isShared ? [files] : files.map((file) => [file]);
  return runFiles(groups, { filesAtOnce: 2, testTimeoutMs: 60_000, namePatterns, reporter });
}

test("a run with tests, none of them skipped, counts", async () => {
  const { passed, failed, faults, printed } = await runOf(["adds"]);
  assert.deepEqual({ passed, failed, faults }, { passed: 1, failed: [], faults: [] });
  assert.ok(printed.includes("3 sums"));
});

test("reports a failed test, and a file that can't be loaded, as failed", async () => {
  const { failed, faults } = await runOf(["fails", "broken"]);
  assert.equal(failed.length, 2);
  assert.ok(failed.includes("fails"));
  assert.deepEqual(faults, []);
});

test("a file whose tests are all declared in another module isn't empty", async () => {
  writeFileSync(join(folder, "cases.mjs"), texts["adds"] ?? "");
  const { passed, faults } = await runOf(["shared"]);
  assert.deepEqual({ passed, faults }, { passed: 1, faults: [] });
});

test("files that share a process pass and fail as in their own", async () => {
  const names = ["adds", "fails", "skipped", "undone", "broken", "empty", "hooks", "shared"];
  writeFileSync(join(folder, "cases.mjs"), texts["adds"] ?? "");
  const [own, together] = [await runOf(names), await runOf(names, { isShared: true })];
  assert.equal(own.passed, 5);
  assert.deepEqual(
    [together.passed, together.failed.toSorted(), together.faults.toSorted()],
    [own.passed, own.failed.toSorted(), own.faults.toSorted()],
  );
});

test("a file that ends the process that it shares makes the run fail", async () => {
  const { failed, faults } = await runOf(["adds", "exits"], { isShared: true });
  assert.ok(failed.length + faults.length > 0);
});

test("reports a run without tests, a skipped test, a todo and an empty file as faults", async () => {
  assert.deepEqual((await runOf(["empty"])).faults, ["No test ran."]);
  assert.match((await runOf(["skipped"])).faults.join(), /^later was left out/);
  assert.match((await runOf(["undone"])).faults.join(), /^soon was left out/);
  const { passed, faults } = await runOf(["adds", "empty"]);
  assert.equal(passed, 1);
  assert.match(faults.join(), /empty\.test\.mjs ran no test/);
});

test("a name pattern may leave a file without tests, but not the whole run", async () => {
  assert.deepEqual((await runOf(["adds", "fails"], { namePatterns: ["adds"] })).faults, []);
  assert.deepEqual((await runOf(["adds"], { namePatterns: ["none"] })).faults, ["No test ran."]);
});

test("a run that is stopped ends its files, and doesn't count", async () => {
  const stopping = new AbortController();
  const file = join(folder, "endless.test.mjs");
  writeFileSync(
    file,
    `${importing}test("never ends", () => new Promise(() => { console.log("it runs"); setInterval(() => {}, 1000); }));`,
  );
  const output = new PassThrough().resume();
  const reporter = new Reporter({ output, filesTotal: 1, isVerbose: false, root: folder });
  const { fileStarted } = reporter;
  reporter.fileStarted = (started) => {
    fileStarted.call(reporter, started);
    setTimeout(() => stopping.abort(), 500);
  };
  const { signal } = stopping;
  const { faults } = await runFiles([[file]], { filesAtOnce: 1, testTimeoutMs: 60_000, reporter, signal });
  assert.match(faults.join(), /The run was stopped after 1 of 1 files\./);
});
