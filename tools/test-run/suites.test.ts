/** The table of suites: every test file runs in one of them, each has a command, and `npm test` needs only npm. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { judges } from "../needs/judges.ts";
import { filesWith } from "../static-checks/judged-files.ts";
import { usageOf } from "./run-suite.ts";
import { filesOf, suiteOf, suites, testFiles } from "./suites.ts";

const root = join(import.meta.dirname, "../..");
const read = (file: string): string => readFileSync(join(root, file), "utf8");

test("each test file runs in exactly one suite, and each suite has files", () => {
  const own = suites.filter(({ again, joins }) => again === undefined && joins === undefined);
  const run = own.flatMap((suite) => filesOf(suite));
  assert.deepEqual(run.toSorted(), [...testFiles()].toSorted());
  for (const suite of suites) assert.ok(filesOf(suite).length > 0, suite.name);
});

test("a suite needs the packages of judges/ that its files import", () => {
  for (const judge of judges) {
    for (const file of filesWith(judge)) {
      const suite = testFiles().includes(file) ? suiteOf(file) : null;
      assert.ok(
        suite === null || suite.needs.includes(judge),
        `${file} imports judges/${judge}: ${suite?.command ?? ""}`,
      );
    }
  }
});

test("all suites that need more than npm run together too, each of their files once", () => {
  const needing = suites.filter(({ needs, joins }) => needs.length > 0 && joins === undefined);
  const more = suites.filter(({ joins }) => joins !== undefined).flatMap(filesOf);
  assert.deepEqual(more.toSorted(), needing.flatMap(filesOf).toSorted());
});

test("npm test needs nothing more than npm ci brings", () => {
  const last = suites.at(-1);
  assert.deepEqual([last?.command, last?.needs], ["npm test", []]);
  const starts = /python3|\bapt-get\b|\bsudo\b|\/usr\/bin\/(?:gcc|spin|chromium)/;
  const own = /^tools\/(?:test-run|needs)\//;
  for (const file of last === undefined ? [] : filesOf(last)) {
    assert.ok(own.test(file) || !starts.test(read(file)), `${file} starts a program that npm ci doesn't bring`);
  }
});

test("package.json has each suite's command, and .ci/run runs it, alone or with others", () => {
  const { scripts } = JSON.parse(read("package.json")) as { scripts: Readonly<Record<string, string>> };
  const steps = read(".ci/run");
  const joined = suites.flatMap(({ joins = [] }) => joins.map(({ name }) => name));
  for (const { name, command } of suites) {
    const script = /^npm (?:run )?(\S+)/.exec(command)?.[1] ?? "";
    assert.match(
      scripts[script] ?? "",
      name === "proof" ? /proof\/main\.ts$/ : new RegExp(`test-run/main\\.ts ${name}$`),
    );
    // The whole black box on PostgreSQL takes a quarter of an hour, and `.ci/run` must end within one.
    const isElsewhere = name === "postgres" || joined.includes(name);
    assert.equal(
      steps.includes(command.replace("npm run ", "npm run --silent ")),
      !isElsewhere,
      `.ci/run and ${command}`,
    );
  }
});

test("the help of each command names it and all suites", () => {
  for (const suite of suites) {
    const usage = usageOf(suite);
    assert.ok(usage.startsWith(`${suite.command} ${suite.does}`), usage);
    for (const { command } of suites) assert.ok(usage.includes(command), command);
  }
});
