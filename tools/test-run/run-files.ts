/** Runs test files under node:test, each in its own process, and decides whether the run counts. */
import { run } from "node:test";
import type { TestEvent } from "node:test/reporters";
import type { Counts, Reporter } from "./reporter.ts";

export interface RunOptions {
  readonly filesAtOnce: number;
  /** Per test. */
  readonly testTimeoutMs: number;
  /** Runs only tests with matching names. */
  readonly namePatterns?: readonly string[];
  /** The environment of the files' processes. */
  readonly env?: NodeJS.ProcessEnv;
  /** Aborts the run and its files' processes. */
  readonly signal?: AbortSignal;
  /** Prints how it goes, and how it ended. */
  readonly reporter: Reporter;
}

export interface RunResult {
  readonly passed: number;
  /** Names of the tests that failed. */
  readonly failed: readonly string[];
  /** Why a run without failures doesn't count, as sentences: no test ran, a test was skipped, a file has no test. */
  readonly faults: readonly string[];
  /** The lines that tests printed, or reported as diagnostics. */
  readonly printed: readonly string[];
}

/** What one file's events add up to. */
interface FileResult extends RunResult {
  readonly file: string;
  /** Whether it holds no test. */
  readonly isEmpty: boolean;
  readonly counts: Counts;
}

const noCounts: Counts = { tests: 0, suites: 0, passed: 0, failed: 0, cancelled: 0, skipped: 0, todo: 0 };

/**
 * Runs the files and reports them; the report ends with node:test's closing lines.
 * @param files absolute paths, started in this order.
 */
export async function runFiles(files: readonly string[], options: RunOptions): Promise<RunResult> {
  const { filesAtOnce, namePatterns = [], signal, reporter } = options;
  const startedAt = performance.now();
  const results: FileResult[] = [];
  const left = files.values();
  const lane = async (): Promise<void> => {
    for (const file of left) {
      if (signal?.aborted === true) return;
      results.push(await runFile(file, options));
    }
  };
  await Promise.all(Array.from({ length: Math.max(1, filesAtOnce) }, lane));
  const passed = results.reduce((sum, one) => sum + one.passed, 0);
  const failed = results.flatMap((one) => one.failed);
  const faults = results.flatMap((one) => one.faults);
  if (signal?.aborted === true) faults.push(`The run was stopped after ${results.length} of ${files.length} files.`);
  if (passed + failed.length === 0) faults.push("No test ran.");
  else if (namePatterns.length === 0) {
    faults.push(...results.filter(({ isEmpty }) => isEmpty).map(({ file }) => `${file} holds no test.`));
  }
  const counts = results.reduce((sum, one) => added(sum, one.counts), noCounts);
  await reporter.end({ counts, failed, faults, durationMs: performance.now() - startedAt });
  return { passed, failed, faults, printed: results.flatMap((one) => one.printed) };
}

async function runFile(file: string, options: RunOptions): Promise<FileResult> {
  const { testTimeoutMs, namePatterns = [], env = process.env, signal, reporter } = options;
  // One file per run: node:test withholds what a file prints until the files before it have ended.
  const stream = run({
    files: [file],
    concurrency: 1,
    timeout: testTimeoutMs,
    testNamePatterns: [...namePatterns],
    execArgv: ["--disable-warning=ExperimentalWarning"],
    env,
    ...(signal === undefined ? {} : { signal }),
  });
  const [failed, faults]: [string[], string[]] = [[], []];
  let [passed, printed, isEmpty, counts] = [0, "", false, noCounts];
  reporter.fileStarted(file);
  for await (const event of stream as AsyncIterable<TestEvent>) {
    reporter.event(file, event);
    const { type, data } = event;
    if (type === "test:fail") failed.push(data.name);
    else if (type === "test:pass" && (data.skip ?? data.todo ?? false) !== false) {
      faults.push(`${data.name} was left out: a test must run or go.`);
    }
    // node:test reports a file without tests as one passed test with the file's name.
    else if (type === "test:pass" && data.name === file) isEmpty = true;
    else if (type === "test:pass") passed += 1;
    else if (type === "test:stdout") printed += data.message;
    else if (type === "test:diagnostic") printed += `${data.message}\n`;
    else if (type === "test:summary" && data.file === undefined) counts = { ...noCounts, ...data.counts };
  }
  reporter.fileEnded(file);
  return { file, passed, failed, faults, printed: printed.split("\n"), isEmpty, counts };
}

function added(left: Counts, right: Counts): Counts {
  const sum = (name: keyof Counts): number => left[name] + right[name];
  return {
    tests: sum("tests"),
    suites: sum("suites"),
    passed: sum("passed"),
    failed: sum("failed"),
    cancelled: sum("cancelled"),
    skipped: sum("skipped"),
    todo: sum("todo"),
  };
}
