/** What the process says when a defect ends it: where, and never what. Node.js's own report would quote errors and variables. */
import { traceOf } from "../entry/rest/problems.ts";

/**
 * From now on, an error that nothing catches leaves a line with its class, code and place, and ends the process with exit code
 * 1. Node.js's diagnostic reports, which an operator can switch on, leave out the environment. The report of a process that ran
 * out of memory doesn't, so `config.ts` takes the secrets out of the environment.
 * @param err writes to the standard error output, at once.
 */
export function installUncaughtHandler(err: (text: string) => void): void {
  // https://nodejs.org/docs/latest-v24.x/api/process.html#processreportexcludeenv
  process.report.excludeEnv = true;
  // Rejected promises that nothing waits for come here too.
  process.on("uncaughtException", (error) => {
    err(crashLine(error));
    process.exit(1);
  });
}

/** The line that an uncaught error leaves. */
export function crashLine(error: unknown): string {
  const { name, code, at } = traceOf(error);
  return `svc-server: a defect ended this process (${[name, code].filter((part) => part !== "").join(", ")}) ${at.join(" ")}\n`;
}
