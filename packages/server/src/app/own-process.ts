/**
 * This program: its version, and how its process behaves: when a defect ends it, when the reader of its output has gone,
 * when it is asked to open a debugger, and how much memory it takes.
 */
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { describeDefect } from "../entry/rest/problems.ts";

/**
 * Makes an uncaught error print a line with its class, code and stack places, and end the process with exit code 1.
 * Also excludes the environment from Node.js's diagnostic reports, which an operator can turn on. The report of a
 * process that ran out of memory includes it anyway, so `config.ts` removes the secrets from the environment.
 * @param err writes to standard error synchronously.
 */
export function installUncaughtHandler(err: (text: string) => void): void {
  // https://nodejs.org/docs/latest-v24.x/api/process.html#processreportexcludeenv
  process.report.excludeEnv = true;
  // This includes unhandled rejections.
  process.on("uncaughtException", (error) => {
    err(crashLine(error));
    process.exit(1);
  });
}

/** Lets a command finish although the reader of its output has closed the pipe, as `head` does. */
export function outliveReaders(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on("error", (error) => {
      if (!isClosedPipe(error)) throw error;
    });
  }
}

/** Whether an error says that the reader of a pipe has closed it. */
export function isClosedPipe(error: unknown): boolean {
  return Object(error).code === "EPIPE";
}

/** Formats the line for an uncaught error. */
function crashLine(error: unknown): string {
  const { name, code, at } = describeDefect(error);
  return `svc-server: a defect ended this process (${[name, code].filter((part) => part !== "").join(", ")}) ${at.join(" ")}\n`;
}

/**
 * Makes SIGUSR1 print a line instead of opening a debugger. All of our commands also start Node.js with
 * `--disable-sigusr1`, which works before any code has run.
 * @param err writes to the standard error output.
 */
export function refuseDebugger(err: (text: string) => void): void {
  // The packed program's entry point has already done this.
  if (process.listenerCount("SIGUSR1") > 0) return;
  process.on("SIGUSR1", () => err("svc-server: SIGUSR1 does nothing here; it opens no debugger.\n"));
}

/**
 * Makes V8 collect garbage once the old generation has grown by half since the last collection. By default V8 would
 * wait until it is four times as large: with 30 MB in use, until it takes 130 MB.
 */
export const heapGrowth = "--heap-growing-percent=50";

/** Sets the option. V8 warns about unknown options on standard error and otherwise ignores them. */
export function limitHeapGrowth(): void {
  setFlagsFromString(heapGrowth);
}

/**
 * Collects what only the start needed, and makes V8 give the memory back: about 14 of 115 MiB, most of it in the young
 * generation, which grew while modules were loaded and doesn't shrink by itself. Takes less than 0.1 s, in which
 * requests wait.
 */
export function collectStartGarbage(): void {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as NodeJS.GCFunction;
  setFlagsFromString("--no-expose-gc");
  // Only a collection as before running out of memory shrinks the young generation.
  collect({ type: "major", execution: "sync", flavor: "last-resort" });
}

/** The version in the API description and the user agent. */
export const version = "0.1.0";
