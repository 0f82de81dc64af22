/** What `npm run proof` was told, and what its table says. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { readCommandLine } from "./command-line.ts";
import { atLeast, none, type Part } from "./part.ts";
import { parts } from "./parts.ts";
import { printedSum } from "./test-files.ts";
import { hasPassed, markdownTable, terminalTable, withLastRun, type PartResult } from "./report.ts";

const part = (name: string, numbers = {}): Part => ({ name, proves: "something", numbers, run: async () => [] });
const two = [part("one", { kills: 10 }), part("two")];

test("parts, seed, engine and numbers are read; what there is none of is refused", () => {
  const all = readCommandLine([], two);
  assert.deepEqual([all.parts, all.seed, all.engines, all.numbers.size], [two, null, ["sqlite", "postgres"], 0]);
  const some = readCommandLine(["two", "--seed", "7", "--engine", "sqlite", "--kills", "3"], two);
  assert.deepEqual(
    some.parts.map(({ name }) => name),
    ["two"],
  );
  assert.deepEqual([some.seed, some.engines, some.numbers.get("kills")], [7, ["sqlite"], 3]);
  assert.deepEqual([all.isRecorded, readCommandLine(["--record", "--seed", "7"], two).isRecorded], [false, true]);
  const partly = [["two"], ["--kills", "3"], ["--engine", "sqlite"]].map((words) => [...words, "--record"]);
  for (const words of [...partly, ["three"], ["--skills", "3"], ["--kills", "x"], ["--engine", "mysql"]]) {
    assert.throws(() => readCommandLine(words, two), words.join(" "));
  }
});

test("a part passes only with figures that are all met, and the table says so", () => {
  const result = { part: "one", proves: "something", seconds: 1.4, error: null, figures: [none("breaches", [])] };
  const broken: PartResult = { ...result, figures: [none("breaches", ["one"])] };
  const results = [result, broken, { ...result, figures: [] }, { ...result, error: "it ended" }];
  assert.deepEqual(results.map(hasPassed), [true, false, false, false]);
  const facts = { date: "2026-01-01", commit: "abc", seed: 1, node: "24", cores: 2 };
  for (const table of [terminalTable(results), markdownTable(results, facts)]) {
    assert.match(table, /breaches/);
    assert.match(table, /1 \(NOT MET\)/);
    assert.match(table, /no figure/);
    assert.match(table, /FAILED: it ended/);
  }
});

test("the documentation's last section is the last run's, and nothing else changes", () => {
  const facts = { date: "2026-01-01", commit: "abc", seed: 1, node: "24", cores: 2 };
  const figures = [atLeast("kills | of it", 1000, 1000), none("breaches", [])];
  const table = markdownTable([{ part: "one", proves: "something", seconds: 90, error: null, figures }], facts);
  assert.match(table, /^Run on 2026-01-01 at commit `abc`[^]*1 of 1 parts passed, in 1\.5 minutes\.$/m);
  assert.ok(
    table.endsWith("| one  | kills \\| of it | 1000   | 1.5     |\n|      | breaches       | 0      |         |\n"),
  );
  const page = withLastRun("# Proof\n\nText.\n\n## The last whole run\n\nOld.\n", table);
  assert.equal(page.split(table)[0]?.includes("Old."), false);
  assert.ok(page.startsWith("# Proof\n\nText.\n\n## The last whole run\n\n") && page.endsWith(table));
  assert.equal(withLastRun(page, table), page);
  for (const text of ["# Proof\n", `${page}\n## More\n`]) assert.throws(() => withLastRun(text, table));
});

test("what test files print is summed by its name", () => {
  const tap =
    "# sqlite: 12 answers compared\n    # postgres: 13 answers compared\n# 7 answers\nok 1 - 9 answers compared\n";
  assert.deepEqual([printedSum(tap, "answers compared"), printedSum(tap, "answers"), printedSum(tap, "x")], [25, 7, 0]);
});

test("each part has a name and numbers of its own", () => {
  assert.equal(new Set(parts.map(({ name }) => name)).size, parts.length);
  const numbers = parts.flatMap((one) => Object.keys(one.numbers));
  assert.equal(new Set(numbers).size, numbers.length);
  for (const { proves } of parts) assert.ok(proves.length > 20, proves);
});
