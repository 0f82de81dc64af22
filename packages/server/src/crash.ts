/** What the process says when a defect ends it: where, and never what; Node's own report would quote errors and variables. */
import { traceOf } from "./http/problems.ts";

/**
 * From now on an error that nobody caught is told by its class, code and place alone, and ends the process with exit code
 * 1. Node's diagnostic reports, which an operator can switch on, leave out the environment; that of a process that ran out
 * of memory does not, so `config.ts` takes what is secret out of it.
 * @param err writes to the standard error output, at once.
 */
export function keepCrashesQuiet(err: (text: string) => void): void {
  // https://nodejs.org/docs/latest-v24.x/api/process.html#processreportexcludeenv
  process.report.excludeEnv = true;
  // A promise that was rejected and that nobody waits for comes here as well.
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
