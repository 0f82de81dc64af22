/** Checks that mutants fit the code: each text occurs once, the edited file parses, and promise, tests and test names exist. */
import { existsSync, globSync, readFileSync } from "node:fs";
import { stripTypeScriptTypes } from "node:module";
import { dirname, join } from "node:path";
import type { Mutant } from "./mutant.ts";
import { plantedFiles } from "./apply-mutant.ts";

/** Mutants that don't fit a copy of the project, one per line. */
export function misfits(folder: string, mutants: readonly Mutant[]): readonly string[] {
  const security = readFileSync(join(folder, "SECURITY.md"), "utf8");
  const faults: string[] = [];
  for (const { name, breaks, edits, tests, pattern } of mutants) {
    const number = /^promise (\d)$/.exec(breaks)?.[1];
    if (!security.includes(number === undefined ? `\n| ${breaks} ` : `\n${number}. `))
      faults.push(`${name}: SECURITY.md has no ${breaks}`);
    faults.push(...tests.filter((file) => !existsSync(join(folder, file))).map((file) => `${name}: no ${file}`));
    // A test that was renamed would catch nothing.
    const unknown = pattern?.split("|").filter((part) => !tests.some((file) => isNamed(join(folder, file), part)));
    faults.push(...(unknown ?? []).map((part) => `${name}: no test is called "${part}"`));
    try {
      for (const text of plantedFiles(folder, edits).values()) stripTypeScriptTypes(text);
    } catch (error) {
      faults.push(`${name}: ${error instanceof Error ? error.message : "unknown"}`);
    }
  }
  return faults;
}

/** Whether a test file, or a file of test cases in its folder, has the words. */
function isNamed(testFile: string, words: string): boolean {
  const folder = dirname(testFile);
  return globSync("**/*.ts", { cwd: folder }).some((file) =>
    new RegExp(words).test(readFileSync(join(folder, file), "utf8")),
  );
}
