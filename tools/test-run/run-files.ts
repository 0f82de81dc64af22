/** Runs test files under node:test, in processes of their own or together, and decides whether the run counts. */
import { join } from "node:path";
import { run } from "node:test";
import type { TestEvent } from "node:test/reporters";
import { isOwnFailure, type Counts, type Reporter } from "./reporter.ts";

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

/** What one process's events add up to. */
interface ProcessResult extends RunResult {
  /** The files that ran no test. */
  readonly empty: readonly string[];
  readonly counts: Counts;
}

const together = join(import.meta.dirname, "together.ts");

const noCounts: Counts = { tests: 0, suites: 0, passed: 0, failed: 0, cancelled: 0, skipped: 0, todo: 0 };

/**
 * Runs the files and reports them; the report ends with node:test's closing lines.
 * @param groups absolute paths, started in this order: the files of each group share a process.
 */
export async function runFiles(groups: readonly (readonly string[])[], options: RunOptions): Promise<RunResult> {
  const { filesAtOnce, namePatterns = [], signal, reporter } = options;
  const startedAt = performance.now();
  const results: ProcessResult[] = [];
  const left = groups.values();
  const total = groups.flat().length;
  let started = 0;
  const lane = async (): Promise<void> => {
    for (const files of left) {
      if (signal?.aborted === true) return;
      started += files.length;
      results.push(await runGroup(files, options));
    }
  };
  await Promise.all(Array.from({ length: Math.max(1, filesAtOnce) }, lane));
  const passed = results.reduce((sum, one) => sum + one.passed, 0);
  const failed = results.flatMap((one) => one.failed);
  const faults = results.flatMap((one) => one.faults);
  if (signal?.aborted === true) faults.push(`The run was stopped after ${started} of ${total} files.`);
  if (passed + failed.length === 0) faults.push("No test ran.");
  else if (namePatterns.length === 0) {
    faults.push(...results.flatMap(({ empty }) => empty).map((file) => `${file} ran no test.`));
  }
  const counts = results.reduce((sum, one) => added(sum, one.counts), noCounts);
  await reporter.end({ counts, failed, faults, durationMs: performance.now() - startedAt });
  return { passed, failed, faults, printed: results.flatMap((one) => one.printed) };
}

async function runGroup(files: readonly string[], options: RunOptions): Promise<ProcessResult> {
  const { testTimeoutMs, namePatterns = [], env = process.env, signal, reporter } = options;
  const [first = "", ...others] = files;
  const isShared = others.length > 0;
  // One process per run: node:test withholds what a file prints until the files before it have ended.
  const stream = run({
    files: [isShared ? together : first],
    argv: isShared ? [...files] : [],
    concurrency: 1,
    timeout: testTimeoutMs,
    testNamePatterns: [...namePatterns],
    execArgv: ["--disable-warning=ExperimentalWarning"],
    env,
    ...(signal === undefined ? {} : { signal }),
  });
  const [failed, faults]: [string[], string[]] = [[], []];
  const withTests = new Set<string>();
  let [file, passed, printed, counts] = [first, 0, "", noCounts];
  if (!isShared) reporter.fileStarted(file);
  for await (const given of stream as AsyncIterable<TestEvent>) {
    const shared = isShared ? fromShared(given, files) : { event: given };
    if (shared.starts !== undefined) reporter.fileStarted((file = shared.starts));
    if (shared.event !== undefined) {
      const { type, data } = shared.event;
      // node:test reports a file without tests as one passed test with the file's name.
      const isFile = type === "test:pass" && data.name === file;
      if ((type === "test:pass" && !isFile) || type === "test:fail") withTests.add(file);
      reporter.event(file, shared.event);
      if (type === "test:fail") failed.push(data.name);
      else if (type === "test:pass" && (data.skip ?? data.todo ?? false) !== false) {
        faults.push(`${data.name} was left out: a test must run or go.`);
      } else if (type === "test:pass" && !isFile) passed += 1;
      else if (type === "test:stdout") printed += data.message;
      else if (type === "test:diagnostic") printed += `${data.message}\n`;
      else if (type === "test:summary" && data.file === undefined) counts = { ...noCounts, ...data.counts };
    }
    if (shared.ends === true) reporter.fileEnded(file);
  }
  if (!isShared) reporter.fileEnded(file);
  else counts = { ...counts, suites: counts.suites - files.length };
  const empty = signal?.aborted === true ? [] : files.filter((one) => !withTests.has(one));
  return { passed, failed, faults, printed: printed.split("\n"), empty, counts };
}

/** What an event of a shared process says about a file, as the file's own process would have reported it. */
interface SharedEvent {
  readonly starts?: string;
  readonly event?: TestEvent;
  readonly ends?: true;
}

/** @param files of the process, each of which is a suite with its path as its name. */
function fromShared(given: TestEvent, files: readonly string[]): SharedEvent {
  const { type, data } = given as { type: string; data: { name?: string; nesting?: number } };
  const { name = "", nesting } = data;
  if (nesting === undefined) return { event: given };
  if (nesting > 0) return { event: { type, data: { ...data, nesting: nesting - 1 } } as TestEvent };
  if (!files.includes(name)) return { event: given };
  if (type === "test:dequeue") return { starts: name };
  if (type === "test:pass") return { ends: true };
  if (given.type !== "test:fail") return {};
  // Its own failure is that it couldn't be loaded.
  return isOwnFailure(given.data.details.error) ? { event: given, ends: true } : { ends: true };
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
