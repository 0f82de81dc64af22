/** A program that serves HTTP on loopback for a test. It never outlives the process that started it. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as delay } from "node:timers/promises";

/** The program to start, and how to detect that it is ready. */
export type Program = {
  name: string;
  command: string;
  args: readonly string[];
  env?: Readonly<Record<string, string | undefined>>;
  /** An address that answers 2xx when it is ready. */
  readyUrl: string;
  /** Any answer there means that it is ready. */
  isReadyAnyhow?: true;
};

const readyWithinMs = 30_000;

/** Starts a program. @returns a function that stops it. @throws Error if it doesn't become ready. */
export async function startProgram({
  name,
  command,
  args,
  env,
  readyUrl,
  ...ready
}: Program): Promise<() => Promise<void>> {
  const child = spawn(command, args, { stdio: "ignore", ...(env === undefined ? {} : { env }) });
  const ended = once(child, "close");
  const kill = (): void => void child.kill("SIGKILL");
  process.once("exit", kill);
  const close = async (): Promise<void> => {
    process.off("exit", kill);
    kill();
    await ended;
  };
  const isReady = (): Promise<boolean> =>
    fetch(readyUrl).then(
      ({ ok }) => ok || ready.isReadyAnyhow === true,
      () => false,
    );
  const untilMs = performance.now() + readyWithinMs;
  while (!(await isReady())) {
    if (child.exitCode === null && performance.now() < untilMs) await delay(50);
    else {
      await close();
      throw new Error(`${name} didn't become ready at ${readyUrl}.`);
    }
  }
  return close;
}
