/** Starts the bench's programs as child processes, which exit with their parent. */
import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";

/** A running program of this folder, and its first message. */
export interface Started<First> {
  readonly child: ChildProcess;
  readonly pid: number;
  readonly first: First;
  stop(): Promise<void>;
}

/**
 * Starts a file of this folder, which receives `order` as its first argument, as JSON.
 * @throws Error if it exits before its first message.
 */
export async function startProgram<First>(
  file: string,
  order: unknown,
  env: Readonly<Record<string, string>> = {},
): Promise<Started<First>> {
  const child = fork(join(import.meta.dirname, file), [JSON.stringify(order)], {
    execArgv: ["--disable-warning=ExperimentalWarning"],
    env: { PATH: process.env["PATH"] ?? "", ...env },
  });
  const ended = once(child, "exit").then(() => {
    throw new Error(`${file} exited before it was ready.`);
  });
  const [first] = (await Promise.race([once(child, "message"), ended])) as [First];
  ended.catch(() => undefined);
  return {
    child,
    first,
    pid: child.pid ?? -1,
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const exit = once(child, "exit");
      child.kill("SIGTERM");
      await exit;
    },
  };
}

/** In such a program: reads its order, and exits with the parent. */
export function orderOf(): unknown {
  process.once("disconnect", () => process.exit(0));
  return JSON.parse(process.argv[2] ?? "null");
}

/** In such a program: sends a message to the parent. */
export function tell(message: object): void {
  process.send?.(message);
}
