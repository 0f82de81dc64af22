/** svc: the command line. Ends with an exit code of contract §7. */
import { CommanderError } from "commander";
import { processEnvironment, type Environment } from "./environment.ts";
import { endingOf } from "./failure.ts";
import { printJson } from "./output.ts";
import { createProgram } from "./program.ts";

/** A service key anywhere in an argument: argument lists are seen by other users and kept in histories. */
const keyPattern = /svc_live_[0-9A-Za-z]{20}/;

/**
 * Runs one command line.
 * @param args without the program's own name.
 * @returns the exit code.
 */
export async function runCommandLine(args: readonly string[], io: Environment): Promise<number> {
  if (args.some((argument) => keyPattern.test(argument) || /^--token(?:=|$)/.test(argument))) {
    io.err("error: A service key does not belong into an argument. Export it as SVC_TOKEN, and replace this one.\n");
    return 2;
  }
  try {
    await createProgram(io).parseAsync(args, { from: "user" });
    return 0;
  } catch (error) {
    // Commander has already said what is wrong, or printed the help that was asked for.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    const ending = endingOf(error);
    for (const line of ending.lines) io.err(`${line}\n`);
    if (ending.document !== undefined && wantsJson(args)) printJson(io, ending.document);
    return ending.exitCode;
  }
}

function wantsJson(args: readonly string[]): boolean {
  return args.some(
    (argument, index) => argument === "--format=json" || (argument === "--format" && args[index + 1] === "json"),
  );
}

if (import.meta.main) process.exitCode = await runCommandLine(process.argv.slice(2), processEnvironment());
