/**
 * `npm run mutation`: Stryker changes pure files one location at a time and counts the changes that no test notices.
 *
 *   npm run mutation -- [group…]
 *
 * It lists surviving changes, and exits with 1 if a file is below the score, or if a test fails without a change.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { needs } from "../../tools/needs/all.ts";
import { ensure, mayInstall } from "../../tools/needs/ensure.ts";
import { groups, type Group } from "./groups.ts";
import { rowOf, table, type Judged, type Row } from "./score.ts";

const root = join(import.meta.dirname, "../..");

/** The minimum for each file, in percent. */
const scoreMin = 85;

/**
 * Settings for all groups. Copies omit `tsconfig.json`, which Stryker would rewrite with an API that
 * TypeScript 7 doesn't have.
 */
const configFile = join(import.meta.dirname, "stryker.config.json");

async function mutantsOf({ files, tests }: Group, folder: string): Promise<readonly Judged[]> {
  const flags = "--disable-warning=ExperimentalWarning --test --test-isolation=none --test-reporter=dot";
  const { Stryker } = await import("../../judges/checks/stryker.ts");
  const stryker = new Stryker({
    configFile,
    mutate: [...files],
    commandRunner: { command: `"${process.execPath}" ${flags} ${tests.join(" ")}` },
    tempDirName: folder,
    jsonReporter: { fileName: join(folder, "report.json") },
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
  const missing = await ensure({
    command: "npm run mutation",
    needs: [needs.checks],
    mayInstall: mayInstall(words.includes("--install")),
  });
  if (missing !== null) {
    console.error(missing);
    return 1;
  }
  const names = words.filter((word) => word !== "--install");
  const unknown = names.filter((name) => !groups.some((group) => group.name === name));
  if (unknown.length > 0) throw new Error(`There is no group ${unknown.join(", ")}.`);
  const chosen = groups.filter(({ name }) => names.length === 0 || names.includes(name));
  const folder = await mkdtemp(join(tmpdir(), "svc-mutation-"));
  const rows: Row[] = [];
  try {
    for (const group of chosen) {
      const startedAt = performance.now();
      const judged = await mutantsOf(group, folder);
      const seconds = (performance.now() - startedAt) / 1000;
      const found = group.files.map((file) => rowOf(file, judged));
      rows.push(...found);
      console.log(`${group.name}: ${judged.length} mutants, ${seconds.toFixed(0)} s`);
      for (const { file, line, mutator, replacement } of found.flatMap(({ survivors }) => survivors))
        console.log(`  ${file}:${line} ${mutator}: ${replacement.replaceAll(/\s+/g, " ")}`);
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  console.log(`\n${table(rows)}`);
  const below = rows.filter(({ score }) => score < scoreMin);
  for (const { file, score } of below) console.error(`FAILED: ${file} has ${score.toFixed(1)}, below ${scoreMin}.`);
  return below.length === 0 ? 0 : 1;
}

process.exitCode = await main(process.argv.slice(2));
