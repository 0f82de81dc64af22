/** Starts the programs that install things. */
import { spawn } from "node:child_process";
import { once } from "node:events";

/** Where a program runs, and what it gets beside this process's environment. */
export interface InstallerOptions {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** Runs one to its end; what it says on stderr is passed on. @returns whether it succeeded. */
export async function runInstaller(
  program: string,
  args: readonly string[],
  { cwd, env = {} }: InstallerOptions = {},
): Promise<boolean> {
  const child = spawn(program, args, {
    cwd,
    env: { ...process.env, ...env },
    stdio: ["ignore", "ignore", "inherit"],
  });
  try {
    const [code] = (await once(child, "exit")) as [number | null];
    return code === 0;
  } catch {
    // It isn't on this machine.
    return false;
  }
}
