/** An operator command that is killed at random points, and repeated until it completes. */
import { once } from "node:events";
import { spawnProgram } from "../../conformance/harness/index.ts";
import type { VaultFixture } from "./fixture.ts";

/** The end of one run. */
export interface CommandEnd {
  /** Null if it was killed. */
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** When to kill it: this many milliseconds after this many lines on standard error. */
export interface KillPoint {
  readonly lines: number;
  readonly ms: number;
}

/** Runs `svc-server` on the fixture. @param kill when to kill it, if at all. */
export async function runCommand(
  fixture: VaultFixture,
  args: readonly string[],
  kill?: KillPoint,
): Promise<CommandEnd> {
  const { home, env } = fixture;
  const SVC_DATABASE_URL = home.serverDatabaseUrl ?? home.databaseUrl;
  const child = spawnProgram("svc-server", [...args, "--format", "json"], {
    cwd: home.folder,
    env: { ...env, SVC_DATABASE_URL },
  });
  let [stdout, stderr] = ["", ""];
  let isArmed = false;
  const look = (): void => {
    if (kill === undefined || isArmed || stderr.split("\n").length - 1 < kill.lines) return;
    isArmed = true;
    setTimeout(() => child.kill("SIGKILL"), kill.ms).unref();
  };
  child.stdout?.on("data", (bytes: Buffer) => (stdout += bytes.toString()));
  child.stderr?.on("data", (bytes: Buffer) => {
    stderr += bytes.toString();
    look();
  });
  look();
  const [exitCode] = (await once(child, "close")) as [number | null];
  return { exitCode, stdout, stderr };
}

/** The result of a command that was killed repeatedly. */
export interface KilledCommand {
  readonly kills: number;
  /** The JSON that the last run printed. */
  readonly response: Readonly<Record<string, unknown>>;
}

/**
 * Kills the command this many times, then lets it complete.
 * @param next the arguments of the next run, from the first run's standard error.
 * @throws Error if a run fails without a kill.
 */
export async function runKilled(
  fixture: VaultFixture,
  plan: { kills: number; linesMax: number; random: () => number; next: (firstStderr: string) => readonly string[] },
): Promise<KilledCommand> {
  let firstStderr = "";
  let kills = 0;
  for (let turn = 0; turn < plan.kills; turn += 1) {
    const lines = 1 + Math.floor(plan.random() * plan.linesMax);
    // A batch takes about as long, so kills also hit the middle of one.
    const ms = Math.floor(plan.random() * 80);
    const ended = await runCommand(fixture, plan.next(firstStderr), { lines, ms });
    if (!firstStderr.includes("\n")) firstStderr = ended.stderr;
    if (ended.exitCode === null) kills += 1;
    else if (ended.exitCode !== 0) throw new Error(`It failed on its own: ${ended.stderr}`);
  }
  const last = await runCommand(fixture, plan.next(firstStderr));
  if (last.exitCode !== 0) throw new Error(`It failed: ${last.stderr}`);
  return { kills, response: JSON.parse(last.stdout) as Record<string, unknown> };
}
