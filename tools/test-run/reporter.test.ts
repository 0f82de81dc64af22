/** What a run prints: failures at once and with their reasons, progress, and node:test's closing lines at the end. */
import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { after, test } from "node:test";
import { Reporter } from "./reporter.ts";
import { runFiles } from "./run-files.ts";

const folder = mkdtempSync(join(tmpdir(), "svc-reporter-"));
after(() => rmSync(folder, { recursive: true, force: true }));

// This tests a run of files inside a run of files, which node:test refuses if this variable is set.
delete process.env["NODE_TEST_CONTEXT"];

const escape = String.fromCharCode(27);

const importing = `import assert from "node:assert/strict"; import { existsSync } from "node:fs"; import { describe, test } from "node:test";\n`;

interface Shape {
  readonly isVerbose?: boolean;
  readonly isTTY?: boolean;
  readonly progressEveryMs?: number;
  /** Called with everything printed so far. */
  readonly onPrint?: (text: string) => void;
}

/** Runs files, and returns what is printed. */
async function printedBy(texts: Readonly<Record<string, string>>, shape: Shape = {}): Promise<string> {
  const files = Object.entries(texts).map(([name, text]) => {
    const file = join(folder, `${name}.test.mjs`);
    writeFileSync(file, `${importing}${text}`);
    return [file];
  });
  let printed = "";
  const output = Object.assign(new PassThrough(), { isTTY: shape.isTTY ?? false, columns: 100 });
  output.on("data", (bytes: Buffer) => {
    printed += bytes.toString();
    shape.onPrint?.(printed);
  });
  const { isVerbose = false, progressEveryMs } = shape;
  const every = progressEveryMs === undefined ? {} : { progressEveryMs };
  const reporter = new Reporter({ output, filesTotal: files.length, isVerbose, root: folder, ...every });
  await runFiles(files, { filesAtOnce: 2, testTimeoutMs: 60_000, reporter });
  output.end();
  return printed;
}

const closing = (tests: number, pass: number, fail: number): RegExp =>
  new RegExp(
    `ℹ tests ${tests}\\nℹ suites \\d+\\nℹ pass ${pass}\\nℹ fail ${fail}\\nℹ cancelled 0\\nℹ skipped 0\\nℹ todo 0\\nℹ duration_ms [\\d.]+\\n$`,
  );

test("says how busy the machine was in a long run, and names its slowest files, the slowest first", async () => {
  const quick = Object.fromEntries(
    Array.from({ length: 10 }, (_, index) => [`quick-${index}`, `test("adds", () => {});`]),
  );
  const slow = `test("waits", () => new Promise((resolve) => setTimeout(resolve, 1500)));`;
  const printed = await printedBy({ slow, ...quick });
  const [busy, heading, ...lines] = printed.split("\n");
  assert.match(busy ?? "", new RegExp(`^${cpus().length} processors, busy for (?:\\d\\d?|100) % of the time$`));
  assert.equal(heading, "slowest files:");
  assert.match(lines[0] ?? "", /^ {2}\d+:\d\d {2}slow\.test\.mjs$/);
  assert.equal(lines.filter((line) => /^ {2}\d+:\d\d /.test(line)).length, 10);
  assert.match(printed, closing(11, 11, 0));
});

test("prints nothing of passing tests but node:test's closing lines", async () => {
  const printed = await printedBy({ passes: `test("adds", () => console.log("3 sums"));` });
  assert.match(printed, /^ℹ tests 1\n/);
  assert.match(printed, closing(1, 1, 0));
});

test("prints a failure with its names, file, message and stack, and what the file printed", async () => {
  const printed = await printedBy({
    fails: `
describe("sums", () => {
  test("adds", () => { console.log("a line of the log"); assert.equal(1 + 1, 3, "one and one"); });
  test("subtracts", () => {});
});`,
  });
  assert.match(printed, /✖ fails\.test\.mjs:4\n {2}sums > adds \(/);
  assert.match(printed, /AssertionError.*: one and one\n[^]*at .*fails\.test\.mjs:4:\d+/);
  assert.match(printed, /printed by fails\.test\.mjs:\n {2}\| a line of the log\n/);
  assert.match(printed, /\nfailed: adds\n/);
  assert.match(printed, closing(2, 1, 1));
});

test("prints a failure while other files are running", async () => {
  const flag = join(folder, "was-told");
  const texts = {
    // Ends when the other file's failure has been printed; in vain, it fails after 30 s.
    slow: `test("waits", async () => { for (let n = 0; !existsSync(${JSON.stringify(flag)}); n += 1) { assert.ok(n < 1500); await new Promise((resolve) => setTimeout(resolve, 20)); } });`,
    quick: `test("fails", () => assert.fail("at once"));`,
  };
  const onPrint = (text: string): void => {
    if (text.includes("at once")) writeFileSync(flag, "");
  };
  assert.match(await printedBy(texts, { onPrint }), closing(2, 1, 1));
});

test("prints why a file can't be loaded", async () => {
  const printed = await printedBy({ broken: `import "./none.mjs";` });
  assert.match(printed, /✖ broken\.test\.mjs\n {2}the file failed/);
  assert.match(printed, /\| .*ERR_MODULE_NOT_FOUND/);
});

test("prints why a run without failures doesn't count", async () => {
  const printed = await printedBy({ skips: `test("later", { skip: true }, () => {}); test("now", () => {});` });
  assert.match(printed, /doesn't count: later was left out: a test must run or go\.\n/);
});

test("prints every test, and what it prints, if that is wanted", async () => {
  const printed = await printedBy({ passes: `test("adds", () => console.log("3 sums"));` }, { isVerbose: true });
  assert.match(printed, /^passes\.test\.mjs\n/);
  assert.match(printed, /3 sums\n[^]*✔ adds/);
  assert.equal(printed.match(/ℹ tests/g)?.length, 1, "one set of closing lines");
  assert.match(printed, closing(1, 1, 0));
});

test("prints a line of progress from time to time, and redraws it in a terminal", async () => {
  const texts = { waits: `test("waits", () => new Promise((resolve) => setTimeout(resolve, 400)));` };
  const line = /0:0\d {2}\d passed, 0 failed, \d files left: waits\.test\.mjs/;
  const elsewhere = await printedBy(texts, { progressEveryMs: 20 });
  assert.match(elsewhere, new RegExp(`^${line.source}\\n`));
  assert.ok(!elsewhere.includes(escape));
  const terminal = await printedBy(texts, { progressEveryMs: 20, isTTY: true });
  // A redrawn line begins by clearing the one before it.
  const drawn = terminal.split(`\r${escape}[2K`);
  assert.ok(drawn.filter((one) => line.test(one)).length > 1, terminal);
  assert.ok(
    drawn.slice(0, -1).every((one) => !one.includes("\n")),
    terminal,
  );
  assert.match(terminal, closing(1, 1, 0));
});
