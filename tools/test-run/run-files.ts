/** Runs test files under node:test, each in its own process, and decides whether the run counts. */
import { run } from "node:test";
import { spec } from "node:test/reporters";

/** Options of a run. */
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
  /** The destination of node:test's report: standard output by default. */
  readonly report?: NodeJS.WritableStream;
}

/** The result of a run. */
export interface RunResult {
  readonly passed: number;
  /** Names of the tests that failed. */
  readonly failed: readonly string[];
  /** Why a run without failures doesn't count, as sentences: no test ran, a test was skipped, a file has no test. */
  readonly faults: readonly string[];
  /** The lines that tests printed, or reported as diagnostics. */
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
  const empty: string[] = [];
  let passed = 0;
  let printed = "";
  stream.on("test:fail", ({ name }) => failed.push(name));
  stream.on("test:pass", ({ name, file, skip, todo }) => {
    if ((skip ?? todo ?? false) !== false) faults.push(`${name} was left out: a test must run or go.`);
    // node:test reports a file without tests as one passed test with the file's name.
    else if (name === file) empty.push(name);
    else passed += 1;
  });
  stream.on("test:stdout", ({ message }) => (printed += message));
  stream.on("test:diagnostic", ({ message }) => (printed += `${message}\n`));
  stream.compose(new spec()).pipe(report, { end: false });
  await new Promise((resolve) => stream.once("end", resolve));
  if (passed + failed.length === 0) faults.push("No test ran.");
  else if (namePatterns.length === 0) faults.push(...empty.map((file) => `${file} holds no test.`));
  return { passed, failed, faults, printed: printed.split("\n") };
}
