/** The project's programs as child processes, and the folder and database that a server of a test has. */
import { randomInt } from "node:crypto";
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { join } from "node:path";

const binaries = join(import.meta.dirname, "../../node_modules/.bin");

/** What a program is given of this process's environment, besides what the test names. */
function environmentOf(own: Readonly<Record<string, string>>): Record<string, string> {
  return { PATH: process.env["PATH"] ?? "", HOME: process.env["HOME"] ?? "", NO_COLOR: "1", ...own };
}

/** How a program ended, and what it printed. */
export interface Ran {
  /** -1 where a signal ended it. */
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Where and how to run a program. */
export interface Surroundings {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
}

/** Starts one of the project's programs; the process that is started is the program itself. */
export function spawnProgram(program: "svc" | "svc-server", args: readonly string[], at: Surroundings): ChildProcess {
  return spawn(join(binaries, program), args, {
    cwd: at.cwd,
    env: environmentOf(at.env),
    stdio: ["pipe", "pipe", "pipe"],
  });
}

/** Runs one of the project's programs to its end. */
export async function runProgram(
  program: "svc" | "svc-server",
  args: readonly string[],
  at: Surroundings & { readonly stdin?: string },
): Promise<Ran> {
  const child = spawnProgram(program, args, at);
  const printed = { stdout: "", stderr: "" };
  child.stdout?.on("data", (bytes: Buffer) => (printed.stdout += bytes.toString()));
  child.stderr?.on("data", (bytes: Buffer) => (printed.stderr += bytes.toString()));
  child.stdin?.end(at.stdin ?? "");
  const [code] = (await once(child, "close")) as [number | null];
  return { exitCode: code ?? -1, ...printed };
}

/** Below the ports that the system gives out by itself, so that no connection takes one before its server listens. */
const portRange = { from: 20_000, to: 32_000 };

/** A port of the loopback that nobody listens on. @throws Error where none is found. */
export async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < 50; attempt += 1) {
    const port = randomInt(portRange.from, portRange.to);
    const probe = createServer();
    const isFree = await new Promise<boolean>((resolve) => {
      probe.once("error", () => resolve(false)).listen(port, "127.0.0.1", () => resolve(true));
    });
    await new Promise((resolve) => probe.close(resolve));
    if (isFree) return port;
  }
  throw new Error("No port is free.");
}
