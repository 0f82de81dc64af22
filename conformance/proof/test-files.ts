/** Test files of this folder as a part of the proof: run by node:test in a process of their own, counted by their TAP record. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { faultsOfRun } from "../../tools/test-run/judge.ts";
import { conformanceFolder } from "../harness/index.ts";
import { atLeast, none, type Figure, type PartOptions } from "./part.ts";

/** What is run, and with what. */
export interface TestRun {
  /** Relative to the folder of the conformance suites. */
  readonly files: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Fewer tests than this mean that something was not run. */
  readonly testsMin: number;
  /** Of one test, in milliseconds; the long forms of a suite take longer than its form in CI. */
  readonly testTimeoutMs?: number;
  /** What the tests print as `<number> <name>`, by name with the least sum of it: each is a figure. */
  readonly countsMin?: Readonly<Record<string, number>>;
}

/** Runs the files and gives how many tests passed and how many did not. @throws Error for a file that is not there. */
export async function runTestFiles(options: PartOptions, run: TestRun): Promise<readonly Figure[]> {
  const { files, env = {}, testTimeoutMs = 600_000 } = run;
  const missing = files.filter((file) => !existsSync(join(conformanceFolder, file)));
  if (missing.length > 0) throw new Error(`There is no ${missing.join(", ")} in conformance/.`);
  const folder = await mkdtemp(join(tmpdir(), "svc-proof-"));
  const record = join(folder, "run.tap");
  const [engine, ...others] = options.engines;
  const { NODE_TEST_CONTEXT: _context, ...inherited } = process.env;
  try {
    const child = spawn(
      process.execPath,
      [
        "--disable-warning=ExperimentalWarning",
        "--test",
        "--test-concurrency=1",
        `--test-timeout=${testTimeoutMs}`,
        "--test-reporter=spec",
        "--test-reporter-destination=stdout",
        "--test-reporter=tap",
        `--test-reporter-destination=${record}`,
        ...files.map((file) => join(conformanceFolder, file)),
      ],
      {
        stdio: "inherit",
        env: {
          ...inherited,
          SVC_TEST_SEED: String(options.seed),
          ...(engine === undefined || others.length > 0 ? {} : { SVC_CONFORMANCE_ENGINE: engine }),
          ...env,
        },
      },
    );
    const [status] = (await once(child, "exit")) as [number | null];
    return figuresOf(await readFile(record, "utf8"), status, run);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function figuresOf(tap: string, status: number | null, run: TestRun): readonly Figure[] {
  const failed = [...tap.matchAll(/^\s*not ok \d+ - (.*)$/gm)].map(([, name = ""]) => name);
  if (status !== 0 && failed.length === 0) failed.push(`the run ended with ${status ?? "a signal"}`);
  const passed = Number(/^# pass (\d+)$/m.exec(tap)?.[1] ?? 0);
  const counts = Object.entries(run.countsMin ?? {}).map(([name, min]) => atLeast(name, printedSum(tap, name), min));
  return [
    atLeast("tests passed", passed, run.testsMin),
    ...counts,
    none("tests failed or left out", [...failed, ...faultsOfRun(tap, run.files)]),
  ];
}

/** What the tests printed stands in the record as comments. */
export function printedSum(tap: string, name: string): number {
  const lines = tap.matchAll(/^\s*# .*?(\d+) (.+)$/gm);
  return [...lines].reduce((sum, [, count, what]) => sum + (what === name ? Number(count) : 0), 0);
}
