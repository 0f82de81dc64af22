/** Checks that mutants fit the code: each text occurs once, the edited file parses, promise and tests exist. */
import { existsSync, readFileSync } from "node:fs";
import { stripTypeScriptTypes } from "node:module";
import { join } from "node:path";
import type { Mutant } from "./mutant.ts";
import { plantedFiles } from "./apply-mutant.ts";

/** Mutants that don't fit a copy of the project, one per line. */
export function misfits(folder: string, mutants: readonly Mutant[]): readonly string[] {
  const security = readFileSync(join(folder, "SECURITY.md"), "utf8");
  const faults: string[] = [];
  for (const { name, breaks, edits, tests } of mutants) {
    const number = /^promise (\d)$/.exec(breaks)?.[1];
    if (!security.includes(number === undefined ? `\n| ${breaks} ` : `\n${number}. `))
      faults.push(`${name}: SECURITY.md has no ${breaks}`);
    faults.push(...tests.filter((file) => !existsSync(join(folder, file))).map((file) => `${name}: no ${file}`));
    try {
      for (const text of plantedFiles(folder, edits).values()) stripTypeScriptTypes(text);
    } catch (error) {
      faults.push(`${name}: ${error instanceof Error ? error.message : "unknown"}`);
    }
  }
  return faults;
}
