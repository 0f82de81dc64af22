/** The house rules, applied to every file of the project. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { citationFindings, promiseFindings } from "./citations.ts";
import { codeFindings } from "./code-rules.ts";
import { docstringFindings, labelFindings } from "./docstrings.ts";
import { circleFindings, layerFindings } from "./layers.ts";
import { parseAll } from "./parser.ts";
import { projectFiles } from "./source.ts";
import type { Finding } from "./source.ts";
import { textFindings } from "./text-rules.ts";
import { linkFindings, packageFindings } from "./whole-rules.ts";
import { proseFindings } from "./words.ts";

const files = projectFiles(join(import.meta.dirname, "../.."));
const sources = parseAll(files.filter(({ path }) => path.endsWith(".ts")));

function assertNone(findings: readonly Finding[]): void {
  const report = findings.map(({ path, line, rule, remedy }) => `${path}:${line}  ${rule}\n    ${remedy}`);
  assert.equal(findings.length, 0, `\n${report.join("\n")}\n`);
}

test("the project's files are found", () => {
  for (const path of ["package.json", "packages/contract/src/index.ts", "tools/tidy/house.test.ts"]) {
    assert.ok(
      files.some((file) => file.path === path),
      path,
    );
  }
  assert.ok(!files.some(({ path }) => path.includes("node_modules")));
});

test("imports stay in their layers", () => assertNone(sources.flatMap(layerFindings)));
test("no files import each other in a circle", () => assertNone(circleFindings(sources)));
test("each kind of outside access stays in its place", () => assertNone(sources.flatMap(codeFindings)));
test("packages' exports and functions that throw have a docstring", () =>
  assertNone(sources.flatMap(docstringFindings)));
test("docstrings say more than the name", () => assertNone(files.flatMap(labelFindings)));
test("names and words", () => assertNone(files.flatMap(textFindings)));
test("prose uses the project's words", () => assertNone(files.flatMap(proseFindings)));
test("relative links resolve", () => assertNone(linkFindings(files)));
test("citations resolve", () => assertNone(citationFindings(files)));

test("every section of the contract begins with its promise", () => assertNone(promiseFindings(files)));
test("packages have a description", () => assertNone(packageFindings(files)));
