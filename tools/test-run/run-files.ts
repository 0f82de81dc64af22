/** Runs test files under node:test, each in a process of its own, and finds out whether the run counts. */
import { run } from "node:test";
import { spec } from "node:test/reporters";

/** How to run. */
export interface RunOptions {
  readonly filesAtOnce: number;
  /** For each test. */
  readonly testTimeoutMs: number;
  /** Runs only the tests with such names. */
  readonly namePatterns?: readonly string[];
  /** Of the files' processes. */
  readonly env?: NodeJS.ProcessEnv;
  /** Ends the run, and the processes of its files. */
  readonly signal?: AbortSignal;
  /** Where node:test's report goes: standard output unless given. */
  readonly report?: NodeJS.WritableStream;
}

/** What came of a run. */
export interface RunResult {
  readonly passed: number;
  /** Names of the tests that failed. */
  readonly failed: readonly string[];
  /** Why a run without failures doesn't count, in sentences: no test ran, a test was skipped, a file holds no test. */
  readonly faults: readonly string[];
  /** The lines that tests printed, or gave as diagnostics. */
  readonly printed: readonly string[];
}

/**
 * Runs the files and prints node:test's own report, which ends with its totals.
 * @param files absolute paths, started in this order.
 */
export async function runFiles(files: readonly string[], options: RunOptions): Promise<RunResult> {
  const { filesAtOnce, testTimeoutMs, namePatterns = [], env = process.env, signal, report = process.stdout } = options;
  const stream = run({
    files: [...files],
    concurrency: filesAtOnce,
    timeout: testTimeoutMs,
    testNamePatterns: [...namePatterns],
    execArgv: ["--disable-warning=ExperimentalWarning"],
    env,
    ...(signal === undefined ? {} : { signal }),
  });
  const failed: string[] = [];
  const faults: string[] = [];
  const empty = new Set(files);
  let passed = 0;
  let printed = "";
  stream.on("test:fail", ({ name, file = name }) => {
    failed.push(name);
    // A file that can't be loaded has failed already.
    empty.delete(file);
  });
  stream.on("test:pass", ({ name, file, skip, todo }) => {
    if ((skip ?? todo ?? false) !== false) faults.push(`${name} was left out: a test must run or go.`);
    // node:test reports a file in which it met no test as one passed test with the file's name.
    else if (name !== file) passed += 1;
    if (name !== file && file !== undefined) empty.delete(file);
  });
  stream.on("test:stdout", ({ message }) => (printed += message));
  stream.on("test:diagnostic", ({ message }) => (printed += `${message}\n`));
  stream.compose(new spec()).pipe(report, { end: false });
  await new Promise((resolve) => stream.once("end", resolve));
  if (passed + failed.length === 0) faults.push("No test ran.");
  else if (namePatterns.length === 0) faults.push(...[...empty].map((file) => `${file} holds no test.`));
  return { passed, failed, faults, printed: printed.split("\n") };
}
