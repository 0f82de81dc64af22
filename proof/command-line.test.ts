/** The command line of `npm run proof`, and its table. */
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { loadRequirements } from "../conformance/harness/index.ts";
import { readCommandLine } from "./command-line.ts";
import { groups } from "./mutation/groups.ts";
import { atLeast, none, type Part } from "./part.ts";
import { parts } from "./parts.ts";
import { printedSum } from "./test-files.ts";
import {
  hasPassed,
  markdownTable,
  terminalTable,
  withLastRun,
  withResults,
  type PartResult,
  type RecordedPart,
} from "./report.ts";

const part = (name: string, numbers = {}): Part => ({ name, proves: "something", numbers, run: async () => [] });
const two = [part("one", { kills: 10 }), part("two")];

test("reads parts, seed, engine and numbers, and rejects unknown ones", () => {
  const all = readCommandLine([], two);
  assert.deepEqual([all.parts, all.seed, all.engines, all.numbers.size], [two, null, ["sqlite", "postgres"], 0]);
  const some = readCommandLine(["two", "--seed", "7", "--engine", "sqlite", "--kills", "3"], two);
  assert.deepEqual(
    some.parts.map(({ name }) => name),
    ["two"],
  );
  assert.deepEqual([some.seed, some.engines, some.numbers.get("kills")], [7, ["sqlite"], 3]);
  assert.deepEqual([all.atOnce, readCommandLine(["--at-once", "3"], two).atOnce], [2, 3]);
  assert.deepEqual([all.isRecorded, readCommandLine(["--record", "--seed", "7"], two).isRecorded], [false, true]);
  const partly = [
    ["--kills", "3"],
    ["--engine", "sqlite"],
  ].map((words) => [...words, "--record"]);
  for (const words of [
    ...partly,
    ["three"],
    ["--skills", "3"],
    ["--kills", "x"],
    ["--at-once", "x"],
    ["--engine", "mysql"],
  ]) {
    assert.throws(() => readCommandLine(words, two), words.join(" "));
  }
});

test("passes a part only if all its figures meet their targets, and shows it in the table", () => {
  const result = { part: "one", proves: "something", seconds: 1.4, error: null, figures: [none("breaches", [])] };
  const broken: PartResult = { ...result, figures: [none("breaches", ["one"])] };
  const results = [result, broken, { ...result, figures: [] }, { ...result, error: "it ended" }];
  assert.deepEqual(results.map(hasPassed), [true, false, false, false]);
  const recorded = results.map((one) => ({ ...one, ...facts }));
  for (const table of [terminalTable(results), markdownTable(recorded)]) {
    assert.match(table, /breaches/);
    assert.match(table, /1 \(NOT MET\)/);
    assert.match(table, /no figure/);
    assert.match(table, /FAILED: it ended/);
  }
});

const facts = { date: "2026-01-01", commit: "abc", seed: 1, node: "24", cores: 2 };
const passed = (name: string): PartResult => {
  const figures = [atLeast("kills | of it", 1000, 1000), none("breaches", [])];
  return { part: name, proves: "something", seconds: 90, error: null, figures };
};

test("writes the last run of each part only into the page's last section", () => {
  const table = markdownTable(withResults([], [passed("one")], facts, ["one"]));
  assert.match(
    table,
    /^1 of 1 parts passed; their minutes add up to 1\.5\. With Node 24 on 2 cores\.\nSeeds: one 1\.$/m,
  );
  assert.match(
    table,
    /^\| one  \| kills \\\| of it \| 1000   \| 1\.5     \| 2026-01-01, `abc` \|\n\|      \| breaches/m,
  );
  const page = withLastRun("# Proof\n\nText.\n\n## The last run of each part\n\nOld.\n", table);
  assert.equal(page.split(table)[0]?.includes("Old."), false);
  assert.ok(page.startsWith("# Proof\n\nText.\n\n## The last run of each part\n\n") && page.endsWith(table));
  assert.equal(withLastRun(page, table), page);
  for (const text of ["# Proof\n", `${page}\n## More\n`]) assert.throws(() => withLastRun(text, table));
});

test("replaces only the parts of a later run, in the order of the parts", () => {
  const names = ["one", "two", "three"];
  const first = withResults([], [passed("three"), passed("one"), passed("gone")], facts, names);
  assert.deepEqual(
    first.map(({ part }) => part),
    ["one", "three"],
  );
  const second = withResults(
    first,
    [{ ...passed("one"), error: "it ended" }, passed("two")],
    { ...facts, commit: "def" },
    names,
  );
  assert.deepEqual(
    second.map((one) => [one.part, one.commit, hasPassed(one)]),
    [
      ["one", "def", false],
      ["two", "def", true],
      ["three", "abc", true],
    ],
  );
});

test("the page shows the recorded results", () => {
  const docs = join(import.meta.dirname, "../docs");
  const recorded = JSON.parse(readFileSync(join(docs, "proof-results.json"), "utf8")) as RecordedPart[];
  const page = readFileSync(join(docs, "proof.md"), "utf8");
  if (recorded.length > 0) assert.equal(withLastRun(page, markdownTable(recorded)), page);
  const names = parts.map(({ name }) => name);
  assert.deepEqual(
    recorded.filter(({ part }) => !names.includes(part)),
    [],
  );
});

test("mutated files, their tests, and the files in the page's table exist", () => {
  const root = join(import.meta.dirname, "..");
  const mutated = groups.flatMap(({ files }) => files);
  for (const path of [...mutated, ...groups.flatMap(({ tests }) => tests)])
    assert.ok(existsSync(join(root, path)), path);
  const page = readFileSync(join(root, "docs/proof.md"), "utf8");
  const rows = [...page.matchAll(/^\| (\S+\.ts) +\| \d+ /gm)].map(([, file = ""]) => file);
  assert.ok(rows.length > 10, "the table was found");
  for (const row of rows) assert.equal(mutated.filter((path) => path.endsWith(`/${row}`)).length, 1, row);
});

test("sums the counts that test files print, by name", () => {
  const lines = ["sqlite: 12 rows compared", "postgres: 13 rows compared", "7 rows", "rows compared", ""];
  const sums = ["rows compared", "rows", "x"].map((name) => printedSum(lines, name));
  assert.deepEqual(sums, [25, 7, 0]);
});

test("a promise that only the proof checks names one of its parts", async () => {
  const named = loadRequirements().flatMap(({ proofPart }) => proofPart ?? []);
  assert.deepEqual(
    named.filter((one) => !parts.some(({ name }) => name === one)),
    [],
  );
  assert.ok(named.length > 0);
});

test("each part has unique name and numbers", () => {
  assert.equal(new Set(parts.map(({ name }) => name)).size, parts.length);
  const numbers = parts.flatMap((one) => Object.keys(one.numbers));
  assert.equal(new Set(numbers).size, numbers.length);
  for (const { proves } of parts) assert.ok(proves.length > 20, proves);
});
