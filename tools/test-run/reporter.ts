/**
 * Prints how a run of test files goes: how many have passed and are left, each failure at once with its reason, and at
 * the end node:test's own closing lines. In a terminal, one line is redrawn; elsewhere, one is printed from time to
 * time.
 */
import { once } from "node:events";
import { cpus } from "node:os";
import { relative } from "node:path";
import { PassThrough, type Writable } from "node:stream";
import { text } from "node:stream/consumers";
import { spec, type TestEvent } from "node:test/reporters";
import { stripVTControlCharacters } from "node:util";
import { clockOf, failureText, lastLines } from "./failure-text.ts";

/** node:test's counts of a run. */
export interface Counts {
  readonly tests: number;
  readonly suites: number;
  readonly passed: number;
  readonly failed: number;
  readonly cancelled: number;
  readonly skipped: number;
  readonly todo: number;
}

/** The result, as far as it is printed. */
export interface Ending {
  readonly counts: Counts;
  readonly failed: readonly string[];
  readonly faults: readonly string[];
  readonly durationMs: number;
}

/** Options of a report. */
export interface ReporterOptions {
  readonly output: Writable & { readonly isTTY?: boolean; readonly columns?: number };
  readonly filesTotal: number;
  /** Prints every test, and what tests print. */
  readonly isVerbose: boolean;
  /** Paths are printed from here. */
  readonly root: string;
  /** The time between two lines of progress. */
  readonly progressEveryMs?: number;
}

/** How many of the files that took longest are printed at the end of a run of more files. */
const slowestShown = 10;

const progressEveryMs = { terminal: 1000, elsewhere: 30_000 };

/** What is known of a file that is running. */
interface Running {
  readonly startedAt: number;
  /** The names of the open suites and tests, by nesting. */
  readonly path: string[];
  printed: string;
  hasFailed: boolean;
  readonly events: TestEvent[];
}

/** The report of one run. */
export class Reporter {
  readonly #options: ReporterOptions;
  readonly #isTerminal: boolean;
  readonly #startedAt = performance.now();
  readonly #timesAtStart = processorTimes();
  readonly #running = new Map<string, Running>();
  readonly #timer: NodeJS.Timeout;
  readonly #tookMs = new Map<string, number>();
  #passed = 0;
  #failed = 0;
  #filesEnded = 0;

  constructor(options: ReporterOptions) {
    this.#options = options;
    this.#isTerminal = options.output.isTTY === true;
    const everyMs = options.progressEveryMs ?? progressEveryMs[this.#isTerminal ? "terminal" : "elsewhere"];
    this.#timer = setInterval(() => this.#progress(), everyMs);
    this.#timer.unref();
  }

  /** A file's process starts. */
  fileStarted(file: string): void {
    this.#running.set(file, { startedAt: performance.now(), path: [], printed: "", hasFailed: false, events: [] });
  }

  /** node:test reports something about a file. */
  event(file: string, event: TestEvent): void {
    const running = this.#running.get(file);
    if (running === undefined) return;
    const { type, data } = event;
    if (this.#options.isVerbose) running.events.push(event);
    if (type === "test:start") {
      running.path.length = data.nesting;
      running.path.push(data.name);
    } else if (type === "test:stdout" || type === "test:stderr") running.printed += data.message;
    else if (type === "test:pass" && data.details.type !== "suite" && data.name !== file) this.#passed += 1;
    else if (type === "test:fail" && isOwnFailure(data.details.error)) {
      this.#failed += 1;
      running.hasFailed = true;
      const names = data.name === file ? [] : [...running.path.slice(0, data.nesting), data.name];
      const place = { file: this.#short(data.file ?? file), line: data.line ?? null };
      this.#print(failureText({ ...place, names, durationMs: data.details.duration_ms, error: data.details.error }));
    }
  }

  /** A file's process has ended. */
  fileEnded(file: string): void {
    const running = this.#running.get(file);
    if (running === undefined) return;
    this.#running.delete(file);
    this.#filesEnded += 1;
    this.#tookMs.set(file, performance.now() - running.startedAt);
    if (this.#options.isVerbose) void this.#printEvents(file, running);
    else if (running.hasFailed && running.printed.trim() !== "") {
      this.#print(`  printed by ${this.#short(file)}:\n${lastLines(running.printed, "  | ")}\n`);
    }
    if (this.#isTerminal) this.#progress();
  }

  /** Prints what failed, what doesn't count, and the closing lines. */
  async end({ counts, failed, faults, durationMs }: Ending): Promise<void> {
    clearInterval(this.#timer);
    this.#clearLine();
    if (this.#tookMs.size > slowestShown) {
      const slowest = [...this.#tookMs].toSorted(([, left], [, right]) => right - left).slice(0, slowestShown);
      this.#print(
        `${this.#busy()}\nslowest files:\n${slowest.map(([file, tookMs]) => `  ${clockOf(tookMs)}  ${this.#short(file)}\n`).join("")}`,
      );
    }
    for (const name of failed) this.#print(`failed: ${name}\n`);
    for (const fault of faults) this.#print(`doesn't count: ${fault}\n`);
    const lines = [
      `tests ${counts.tests}`,
      `suites ${counts.suites}`,
      `pass ${counts.passed}`,
      `fail ${counts.failed}`,
      `cancelled ${counts.cancelled}`,
      `skipped ${counts.skipped}`,
      `todo ${counts.todo}`,
      `duration_ms ${durationMs}`,
    ];
    const closing = lines.map((message) => ({ type: "test:diagnostic", data: { nesting: 0, message, level: "info" } }));
    if (!this.#options.output.write(await inSpec(closing as TestEvent[]))) await once(this.#options.output, "drain");
  }

  /** How far the run is, as one line. */
  #progress(): void {
    const done = `${this.#passed} passed, ${this.#failed} failed`;
    const left = this.#options.filesTotal - this.#filesEnded;
    const names = [...this.#running.keys()].map((file) => this.#short(file));
    const line = `${clockOf(performance.now() - this.#startedAt)}  ${done}, ${left} files left: ${names.join(", ")}`;
    if (!this.#isTerminal) this.#options.output.write(`${line}\n`);
    else {
      this.#clearLine();
      this.#options.output.write(line.slice(0, (this.#options.output.columns ?? 80) - 1));
    }
  }

  /** Whether more files at once would help. */
  #busy(): string {
    const [before, now] = [this.#timesAtStart, processorTimes()];
    const share = (now.busyMs - before.busyMs) / Math.max(1, now.wholeMs - before.wholeMs);
    return `${cpus().length} processors, busy for ${Math.round(share * 100)} % of the time`;
  }

  #print(lines: string): void {
    this.#clearLine();
    this.#options.output.write(this.#isTerminal ? lines : stripVTControlCharacters(lines));
  }

  #clearLine(): void {
    if (this.#isTerminal) this.#options.output.write("\r\u001b[2K");
  }

  /** Prints everything about a file together: files run at the same time. */
  async #printEvents(file: string, { events }: Running): Promise<void> {
    // Every file's run has closing lines of its own.
    const own = events.filter(({ type, data }) => type !== "test:diagnostic" || Object(data).file !== undefined);
    this.#print(`${this.#short(file)}\n${await inSpec(own)}`);
  }

  #short(file: string): string {
    return relative(this.#options.root, file);
  }
}

/** The time of all processors since the machine started. */
function processorTimes(): { busyMs: number; wholeMs: number } {
  const sums = cpus().map(({ times: { user, nice, sys, irq, idle } }) => [user + nice + sys + irq, idle] as const);
  const busyMs = sums.reduce((sum, [busy]) => sum + busy, 0);
  return { busyMs, wholeMs: busyMs + sums.reduce((sum, [, idle]) => sum + idle, 0) };
}

/** Whether the test itself failed, rather than one in it. */
export function isOwnFailure(error: Error): boolean {
  return Object(error).failureType !== "subtestsFailed";
}

/** Events as node:test's own reporter prints them. */
async function inSpec(events: readonly TestEvent[]): Promise<string> {
  const reporter = new spec();
  const read = text(reporter.pipe(new PassThrough()));
  for (const event of events) reporter.write(event);
  reporter.end();
  return await read;
}
