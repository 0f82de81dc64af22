/** The project's programs as child processes. */
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { builtServerVariable } from "../../tools/pack/built-server.ts";

const binaries = join(import.meta.dirname, "../../node_modules/.bin");

/** The environment of a program: a few variables of this process, and those of the test. */
function environmentOf(own: Readonly<Record<string, string>>): Record<string, string> {
  // Reusing the compile cache of other processes makes startup a third faster.
  const { NODE_COMPILE_CACHE: cache } = process.env;
  const compiled = cache === undefined ? {} : { NODE_COMPILE_CACHE: cache };
  return { PATH: process.env["PATH"] ?? "", HOME: process.env["HOME"] ?? "", NO_COLOR: "1", ...compiled, ...own };
}

/** A program's exit code and output. */
export interface Ran {
  /** -1 if it was terminated by a signal. */
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Where and how to run a program. */
export interface ProgramOptions {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
}

/** Starts one of the project's programs; the started process is the program itself. */
export function spawnProgram(program: "svc" | "svc-server", args: readonly string[], at: ProgramOptions): ChildProcess {
  // A test run builds the server once; otherwise the sources run.
  const built = program === "svc-server" ? process.env[builtServerVariable] : undefined;
  const [command, ...words] = built === undefined ? [join(binaries, program)] : [process.execPath, built];
  return spawn(command, [...words, ...args], {
    cwd: at.cwd,
    env: environmentOf(at.env),
    stdio: ["pipe", "pipe", "pipe"],
  });
}

/** Runs one of the project's programs to completion. */
export async function runProgram(
  program: "svc" | "svc-server",
  args: readonly string[],
  at: ProgramOptions & { readonly stdin?: string },
): Promise<Ran> {
  const child = spawnProgram(program, args, at);
  const printed = { stdout: "", stderr: "" };
  child.stdout?.on("data", (bytes: Buffer) => (printed.stdout += bytes.toString()));
  child.stderr?.on("data", (bytes: Buffer) => (printed.stderr += bytes.toString()));
  child.stdin?.end(at.stdin ?? "");
  const [code] = (await once(child, "close")) as [number | null];
  return { exitCode: code ?? -1, ...printed };
}
