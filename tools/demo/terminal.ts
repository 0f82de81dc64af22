/** The demo's parts: a terminal to print to, and the real programs as child processes. */
import { spawn, type ChildProcess } from "node:child_process";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));
/**
 * The programs run from their sources; this cache saves each start from compiling them again. The packed ones have one
 * too.
 */
const compiled = `${root}node_modules/.cache/svc-demo`;
const color = process.stdout.isTTY && process.env["NO_COLOR"] === undefined;
const paint = (code: number, text: string): string => (color ? `\u001b[${code}m${text}\u001b[0m` : text);

/** Prints lines for a person. */
export const tell = {
  title: (text: string): void => console.log(`\n${paint(1, text)}`),
  step: (number: number, text: string): void => console.log(`\n${paint(36, `${number}.`)} ${paint(1, text)}`),
  command: (text: string): void => console.log(`   ${paint(2, "$")} ${text}`),
  respond: (text: string): void => {
    for (const line of text.trimEnd().split("\n")) console.log(`   ${paint(2, "│")} ${line}`);
  },
  note: (text: string): void => console.log(`   ${paint(2, text)}`),
  proof: (text: string): void => console.log(`   ${paint(32, "✔")} ${text}`),
};

/** Where the programs are. */
export const programs: Record<"svc" | "svc-server", string> = {
  svc: `${root}node_modules/.bin/svc`,
  "svc-server": `${root}node_modules/.bin/svc-server`,
};

/** A command's output and exit code. */
export type Ran = { stdout: string; stderr: string; exitCode: number };

/** Runs one of the project's programs to completion. */
export function runProgram(
  program: keyof typeof programs,
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
  stdin = "",
): Promise<Ran> {
  const child = start(program, args, environment);
  child.stdin?.end(stdin);
  const ran = { stdout: "", stderr: "", exitCode: -1 };
  child.stdout?.on("data", (bytes: Buffer) => (ran.stdout += bytes.toString()));
  child.stderr?.on("data", (bytes: Buffer) => (ran.stderr += bytes.toString()));
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => resolve({ ...ran, exitCode: code ?? -1 }));
  });
}

/** Starts the server and waits until it is ready. */
export async function startServer(
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<{ log(): string; stop(): Promise<void> }> {
  const child = start("svc-server", ["serve", ...args], environment);
  let log = "";
  child.stdout?.on("data", (bytes: Buffer) => (log += bytes.toString()));
  child.stderr?.on("data", (bytes: Buffer) => (log += bytes.toString()));
  const ended = new Promise<void>((resolve) => child.once("close", () => resolve()));
  const stop = async (): Promise<void> => {
    child.kill("SIGTERM");
    await ended;
  };
  process.once("exit", () => child.kill("SIGKILL"));
  const deadline = Date.now() + 15_000;
  while (Date.now() < deadline && child.exitCode === null) {
    const ready = await fetch(`${environment["SVC_PUBLIC_URL"]}/readyz`).then(
      (response) => response.ok,
      () => false,
    );
    if (ready) return { log: () => log, stop };
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  await stop();
  throw new Error(`The server did not become ready:\n${log}`);
}

function start(
  program: keyof typeof programs,
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
): ChildProcess {
  return spawn(programs[program], args, {
    env: {
      PATH: process.env["PATH"] ?? "",
      HOME: process.env["HOME"] ?? "",
      NO_COLOR: "1",
      NODE_COMPILE_CACHE: compiled,
      ...environment,
    },
    stdio: ["pipe", "pipe", "pipe"],
  });
}
