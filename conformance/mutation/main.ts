/**
 * `npm run mutation`: Stryker changes the pure files one place at a time and counts the changes that no test notices.
 *
 *   npm run mutation -- [group…] [--survivors]
 *
 * Ends with 1 where a file is below the score, or where a test fails without any change.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { Stryker } from "@stryker-mutator/core";
import { groups, type Group } from "./groups.ts";
import { rowOf, table, type Judged, type Row } from "./score.ts";

const root = join(import.meta.dirname, "../..");

/** Of each file, in percent. */
const scoreMin = 85;

/** What the copies that Stryker works in do without. A tsconfig would be rewritten by an API that TypeScript 7 has not. */
const leftOut = ["tsconfig.json", ".git", "artefacts", "docs", "data", "bench", "examples", "conformance"];

async function mutantsOf({ files, tests }: Group, folder: string): Promise<readonly Judged[]> {
  const flags = "--disable-warning=ExperimentalWarning --test --test-isolation=none --test-reporter=dot";
  const stryker = new Stryker({
    mutate: [...files],
    testRunner: "command",
    commandRunner: { command: `"${process.execPath}" ${flags} ${tests.join(" ")}` },
    coverageAnalysis: "off",
    checkers: [],
    plugins: [],
    reporters: [],
    concurrency: 1,
    ignorePatterns: leftOut,
    disableTypeChecks: false,
    tempDirName: folder,
    timeoutMS: 10_000,
    allowConsoleColors: false,
    logLevel: "warn" as never,
  });
  const results = await stryker.runMutationTest();
  return results.map(({ fileName, status, mutatorName, replacement, location }) => ({
    file: relative(root, fileName),
    status,
    mutator: mutatorName,
    replacement: replacement ?? "",
    line: location.start.line,
  }));
}

async function main(words: readonly string[]): Promise<number> {
  process.chdir(root);
  const names = words.filter((word) => !word.startsWith("--"));
  const missing = names.filter((name) => !groups.some((group) => group.name === name));
  if (missing.length > 0) throw new Error(`There is no group ${missing.join(", ")}.`);
  const chosen = groups.filter(({ name }) => names.length === 0 || names.includes(name));
  const folder = await mkdtemp(join(tmpdir(), "svc-mutation-"));
  const rows: Row[] = [];
  try {
    for (const group of chosen) {
      const startedAt = performance.now();
      const judged = await mutantsOf(group, folder);
      const seconds = (performance.now() - startedAt) / 1000;
      rows.push(
        ...group.files.map((file) =>
          rowOf(
            file,
            judged.filter((one) => one.file === file),
          ),
        ),
      );
      console.log(`${group.name}: ${judged.length} mutants, ${seconds.toFixed(0)} s`);
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  if (words.includes("--survivors")) {
    for (const { survivors } of rows)
      for (const { file, line, mutator, replacement } of survivors)
        console.log(`${file}:${line} ${mutator}: ${replacement}`);
  }
  console.log(`\n${table(rows)}`);
  const below = rows.filter(({ score }) => score < scoreMin);
  for (const { file, score } of below) console.error(`FAILED: ${file} has ${score.toFixed(1)}, below ${scoreMin}.`);
  return below.length === 0 ? 0 : 1;
}

process.exitCode = await main(process.argv.slice(2));
