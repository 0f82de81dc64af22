/** svc: the command line. Its exit codes are those of contract §7.4. */
import { cellMarkPattern } from "@svc/contract/ids";
import { CommanderError } from "commander";
import { processEnvironment, watchProcess, type Environment } from "./environment.ts";
import type { ExitReport } from "./failure.ts";
import { printable, printJson } from "./output.ts";
import { createProgram } from "./program.ts";

/**
 * Matches a service key: anything longer than the public id of ten characters. Argument lists are visible to other
 * users.
 */
const keyPattern = new RegExp(`svc_(?:live|dt)_${cellMarkPattern}[0-9A-Za-z]{11}`);
const tokenFlag = /^(?!--print-secret$)--?[a-z-]*(?:token|secret|password|api-?key|bearer|authorization)(?:=|$)/i;

/**
 * Runs one command line.
 * @param args without the program's own name.
 * @returns the exit code.
 */
export async function runCommandLine(args: readonly string[], io: Environment): Promise<number> {
  const json = args.some(
    (argument, at) => /^--format=json$|^--json(?:=|$)/.test(argument) || isFormatJson(argument, args[at + 1]),
  );
  if (args.some((argument) => holdsToken(argument, io.token))) {
    const detail =
      "A service key must not be passed as an argument, because other users can read arguments. Export it as SVC_TOKEN, and replace a key that you typed. For a signing secret, pass a file with --secret-file.";
    return printReport(io, json, usageReport([`error: ${detail}`], detail));
  }
  const parserOutput: string[] = [];
  const program = createProgram(io, (text) => parserOutput.push(text));
  try {
    await program.parseAsync(args, { from: "user" });
    return 0;
  } catch (error) {
    if (error instanceof CommanderError) {
      const isHelp = error.exitCode === 0 || error.code === "commander.help";
      const hint = isHelp ? null : (await import("@svc/contract/terminal")).usageHint(program, args);
      return reportParserExit(io, json, error, { printed: parserOutput.join(""), hint });
    }
    const { toExitReport } = await import("./exit.ts");
    return printReport(io, json, toExitReport(error));
  }
}

/** @param said what the parser wrote to stderr, and what was probably meant. */
function reportParserExit(
  io: Environment,
  json: boolean,
  error: CommanderError,
  { printed: parserOutput, hint }: { printed: string; hint: string | null },
): number {
  // Requested help has been printed. A noun without a verb also shows help, which the parser writes to stderr.
  if (error.exitCode === 0) return 0;
  if (error.code === "commander.help") {
    io.out(parserOutput);
    return 0;
  }
  const lines = [...parserOutput.trimEnd().split("\n"), ...(hint === null ? [] : [hint])];
  return printReport(io, json, usageReport(lines, error.message.replace(/^error: /, "")));
}

function usageReport(lines: string[], detail: string): ExitReport {
  return { exitCode: 2, lines, document: { error: { code: null, detail } } };
}

function printReport(io: Environment, json: boolean, { exitCode, lines, document }: ExitReport): number {
  for (const line of lines) io.err(`${dressed(printable(line), io.messageColor)}\n`);
  if (json && document !== undefined) printJson(io, document);
  return exitCode;
}

/** An error's first word in red, if stderr takes colors. */
function dressed(line: string, color: boolean): string {
  return color ? line.replace(/^error:/, "\u001b[31merror:\u001b[39m") : line;
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
