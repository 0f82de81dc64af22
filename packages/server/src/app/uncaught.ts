/**
 * Reports a defect that ends the process: where it happened, without its message. Node.js itself would print messages
 * and variables.
 */
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

/** Formats the line for an uncaught error. */
export function crashLine(error: unknown): string {
  const { name, code, at } = describeDefect(error);
  return `svc-server: a defect ended this process (${[name, code].filter((part) => part !== "").join(", ")}) ${at.join(" ")}\n`;
}
