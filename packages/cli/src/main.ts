/** svc: the command line. Ends with an exit code of contract §7.4. */
import { CommanderError } from "commander";
import { processEnvironment, watchProcess, type Environment } from "./environment.ts";
import type { Ending } from "./failure.ts";
import { printable, printJson } from "./output.ts";
import { createProgram } from "./program.ts";

/** A service key: more of it than the public id, which is ten characters. Others see argument lists; shells keep them. */
const keyPattern = /svc_live_[0-9A-Za-z]{11}/;
const tokenFlag = /^--?[a-z-]*(?:token|secret|password|api-?key|bearer|authorization)(?:=|$)/i;

/**
 * Runs one command line.
 * @param args without the program's own name.
 * @returns the exit code.
 */
export async function runCommandLine(args: readonly string[], io: Environment): Promise<number> {
  const json = args.some((argument, at) => /^--format=json$/.test(argument) || isFormatJson(argument, args[at + 1]));
  if (args.some((argument) => holdsToken(argument, io.token))) {
    const detail =
      "A service key does not belong in an argument: others can read it there. Export it as SVC_TOKEN, and have a key that was typed replaced.";
    return end(io, json, usageEnding([`error: ${detail}`], detail));
  }
  const said: string[] = [];
  try {
    await createProgram(io, (text) => said.push(text)).parseAsync(args, { from: "user" });
    return 0;
  } catch (error) {
    if (error instanceof CommanderError) return endOfParsing(io, json, error, said.join(""));
    const { endingOf } = await import("./ending.ts");
    return end(io, json, endingOf(error));
  }
}

/** @param said what the parser wrote for stderr. */
function endOfParsing(io: Environment, json: boolean, error: CommanderError, said: string): number {
  // Help that was asked for has been printed. A group by itself asks for it as well, and the parser meant it for stderr.
  if (error.exitCode === 0) return 0;
  if (error.code === "commander.help") {
    io.out(said);
    return 0;
  }
  return end(io, json, usageEnding(said.trimEnd().split("\n"), error.message.replace(/^error: /, "")));
}

function usageEnding(lines: string[], detail: string): Ending {
  return { exitCode: 2, lines, document: { error: { code: null, detail } } };
}

function end(io: Environment, json: boolean, { exitCode, lines, document }: Ending): number {
  for (const line of lines) io.err(`${printable(line)}\n`);
  if (json && document !== undefined) printJson(io, document);
  return exitCode;
}

function isFormatJson(argument: string, next: string | undefined): boolean {
  return argument === "--format" && next === "json";
}

function holdsToken(argument: string, token: string | null): boolean {
  return keyPattern.test(argument) || tokenFlag.test(argument) || (token !== null && argument.includes(token));
}

/** Runs this process's own command line and sets its exit code. */
export async function runProcess(): Promise<void> {
  watchProcess();
  process.exitCode = await runCommandLine(process.argv.slice(2), processEnvironment());
}

if (import.meta.main) await runProcess();
