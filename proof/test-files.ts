/** Test files as a part of the proof: run by node:test in separate processes, and counted. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { Reporter } from "../tools/test-run/reporter.ts";
import { runFiles } from "../tools/test-run/run-files.ts";
import { projectFolder } from "../conformance/harness/index.ts";
import { atLeast, none, type Figure, type PartOptions } from "./part.ts";

export interface TestRun {
  /** Relative to the project. */
  readonly files: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** The minimum number of tests. */
  readonly testsMin: number;
  /** Per test, in milliseconds; a suite's long form takes longer than its form in CI. */
  readonly testTimeoutMs?: number;
  /** Minimum sums of the counts that tests print as `<number> <name>`, by name: each is a figure. */
  readonly countsMin?: Readonly<Record<string, number>>;
}

/** Runs the files and counts the tests that passed and those that didn't. @throws Error for a missing file. */
export async function runTestFiles(options: PartOptions, run: TestRun): Promise<readonly Figure[]> {
  const { files, env = {}, testTimeoutMs = 600_000, countsMin = {} } = run;
  const missing = files.filter((file) => !existsSync(join(projectFolder, file)));
  if (missing.length > 0) throw new Error(`There is no ${missing.join(", ")} in the project.`);
  const [engine, ...others] = options.engines;
  const { passed, failed, faults, printed } = await runFiles(
    files.map((file) => [join(projectFolder, file)]),
    {
      filesAtOnce: 1,
      testTimeoutMs,
      reporter: new Reporter({
        output: process.stdout,
        filesTotal: files.length,
        isVerbose: false,
        root: projectFolder,
      }),
      env: {
        ...process.env,
        SVC_TEST_SEED: String(options.seed),
        ...(engine === undefined || others.length > 0 ? {} : { SVC_CONFORMANCE_ENGINE: engine }),
        ...env,
      },
    },
  );
  const counts = Object.entries(countsMin).map(([name, min]) => atLeast(name, printedSum(printed, name), min));
  return [
    atLeast("tests passed", passed, run.testsMin),
    ...counts,
    none("tests failed or left out", [...failed, ...faults]),
  ];
}

/** The sum of the counts printed as `<number> <name>`. */
export function printedSum(lines: readonly string[], name: string): number {
  const found = lines.map((line) => /^.*?(\d+) (.+)$/.exec(line.trim()));
  return found.reduce((sum, match) => sum + (match?.[2] === name ? Number(match[1]) : 0), 0);
}
