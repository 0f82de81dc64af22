/** The gate: every requirement is cited by a suite, and every citation names a requirement. */
import assert from "node:assert/strict";
import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { sectionsOf } from "../tools/tidy/citations.ts";
import { loadRequirements, projectFolder } from "./harness/requirements.ts";

/** Every promise that only `npm run proof` checks. */
const heldByProofAlone = ["proof.mutants"];

/**
 * The ids that the suites and their shared cases cite: the first argument of every `verifies(` call, which must be a
 * literal.
 */
function citations(): { file: string; id: string }[] {
  const found: { file: string; id: string }[] = [];
  const places = [
    "conformance/*/**/*{.test,-cases}.ts",
    "proof/**/*.test.ts",
    // Operators' sign-in needs a clock that can be moved.
    "packages/server/test/entry/{admin,console}/*.test.ts",
  ];
  for (const file of globSync(places, { cwd: projectFolder })) {
    const text = readFileSync(join(projectFolder, file), "utf8");
    for (const [, id = ""] of text.matchAll(/\bverifies\(\s*"([^"]*)"/g)) found.push({ file, id });
    const literal = [...text.matchAll(/\bverifies\(\s*"/g)].length;
    assert.equal([...text.matchAll(/\bverifies\(/g)].length, literal, `${file} cites an id that isn't a literal`);
  }
  return found;
}

function pageText(file: string): string | null {
  const path = join(projectFolder, file);
  return existsSync(path) ? readFileSync(path, "utf8") : null;
}

/** Whether a part of a source lists sections of the contract, or names a page and optionally one of its headings. */
function resolves(part: string): boolean {
  const numbers = [...part.matchAll(/\u00a7(\d[\d.]*)/g)].map(([, number = ""]) => number);
  if (numbers.length > 0) {
    const chapters = globSync("docs/contract/*.md", { cwd: projectFolder });
    const sections = sectionsOf(chapters.map((path) => ({ path, text: pageText(path) ?? "" })));
    const isList = part === `contract ${numbers.map((number) => `\u00a7${number}`).join(", ")}`;
    return isList && numbers.every((number) => sections.has(number));
  }
  const [file = "", heading] = part.split(", ");
  const text = /^(?:SECURITY|docs\/[\w/-]+)\.md$/.test(file) ? pageText(file) : null;
  return text !== null && (heading === undefined || text.split("\n").some((line) => line === `## ${heading}`));
}

test("every requirement names a source that exists", async () => {
  const faults = loadRequirements().flatMap(({ id, source }) =>
    source.split("; ").flatMap((part) => (resolves(part) ? [] : [`${id}: ${part}`])),
  );
  assert.deepEqual(faults, []);
});

test("requirements have a unique id, a source and a text", async () => {
  const requirements = loadRequirements();
  assert.ok(requirements.length > 0);
  assert.equal(new Set(requirements.map(({ id }) => id)).size, requirements.length);
  for (const { id, source, text } of requirements) {
    assert.match(id, /^[a-z][a-z0-9-]*(\.[a-z][a-z0-9-]*)+$/);
    assert.ok(source !== "" && text !== "", id);
  }
});

test("every requirement is cited, and every citation names a requirement", async () => {
  const requirements = loadRequirements();
  const required = new Set(requirements.map(({ id }) => id));
  const cited = citations();
  assert.deepEqual(
    cited.filter(({ id }) => !required.has(id)),
    [],
    "suites cite ids that no requirement has",
  );
  const ids = new Set(cited.map(({ id }) => id));
  assert.deepEqual(
    [...required].filter((id) => !ids.has(id)),
    heldByProofAlone,
    "no suite cites these",
  );
  const leftToProof = requirements.filter(({ proofPart }) => proofPart !== undefined);
  assert.deepEqual(
    leftToProof.map(({ id }) => id),
    heldByProofAlone,
    "a promise that only the proof checks must be listed here",
  );
});
