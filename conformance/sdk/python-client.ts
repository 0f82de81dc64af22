/** The Python SDK under test: a process that reads calls from its input, one per line, and writes their outcomes. */
import { spawn, type ChildProcessWithoutNullStreams } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { SdkClient, SdkOutcome } from "./client.ts";
import { methods } from "./methods.ts";

/** The folder of the Python SDK. */
export const pythonFolder: string = join(import.meta.dirname, "../../sdk/python");

/** The machine's Python, with the SDK's sources on its path and without the caller's settings. */
export function spawnPython(
  args: readonly string[],
  variables: Readonly<Record<string, string>> = {},
): ChildProcessWithoutNullStreams {
  const { PATH = "" } = process.env;
  return spawn("python3", ["-B", "-W", "always::ResourceWarning", ...args], {
    cwd: pythonFolder,
    env: { PATH, PYTHONPATH: join(pythonFolder, "src"), ...variables },
  });
}

/** Why a test can't run here. */
export const pythonMissing =
  "The tests of the Python SDK need python3 (3.9 or newer) on the PATH. On Debian: apt-get install python3";

/** Runs Python to completion. @returns its output on both streams. @throws Error if it fails. */
export async function runPython(
  args: readonly string[],
  variables: Readonly<Record<string, string>> = {},
): Promise<string> {
  const child = spawnPython(args, variables);
  let printed = "";
  child.stdout.on("data", (bytes: Buffer) => (printed += bytes.toString()));
  child.stderr.on("data", (bytes: Buffer) => (printed += bytes.toString()));
  child.stdin.end();
  const [code] = (await once(child, "close").catch(() => {
    throw new Error(pythonMissing);
  })) as [number];
  if (code !== 0) throw new Error(`python3 exited with ${code}:\n${printed}`);
  return printed;
}

/** @param mode the SDK's client to use: the blocking one or the one for asyncio. */
export function startPython(mode: "sync" | "async"): SdkClient {
  const child = spawnPython(["tests/table_client.py", mode]);
  const lines = createInterface({ input: child.stdout });
  const responses = lines[Symbol.asyncIterator]();
  let complaint = "";
  child.stderr.on("data", (bytes: Buffer) => (complaint += bytes.toString()));
  let failure: Error | null = null;
  child.once("error", () => (failure = new Error(pythonMissing)));
  child.stdin.on("error", () => undefined);
  const ended = once(child, "close").catch(() => undefined);
  return {
    name: `Python, ${mode}`,
    async call(call) {
      child.stdin.write(`${JSON.stringify({ ...call, method: methods[call.operation] })}\n`);
      const { value, done } = await responses.next();
      if (failure !== null) throw failure;
      if (done === true) throw new Error(`python3 ended:\n${complaint}`);
      return JSON.parse(value) as SdkOutcome;
    },
    async close() {
      child.stdin.end();
      await ended;
      if (complaint !== "") throw new Error(`python3 complained:\n${complaint}`);
    },
  };
}
