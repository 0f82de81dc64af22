/** An operator's command that is killed at random points, and begun again until it has come to its end. */
import { once } from "node:events";
import { spawnProgram } from "../../conformance/harness/index.ts";
import type { VaultFixture } from "./fixture.ts";

/** How one run ended. */
export interface CommandEnd {
  /** Null where it was killed. */
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** When it is killed: so many milliseconds after it has said so many lines on standard error. */
export interface KillPoint {
  readonly lines: number;
  readonly ms: number;
}

/** Runs `svc-server` on the ground. @param kill without it, it is left alone. */
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

/** What a command that was killed again and again came to. */
export interface KilledCommand {
  readonly kills: number;
  /** The JSON that the last run printed. */
  readonly answer: Readonly<Record<string, unknown>>;
}

/**
 * Kills the command this many times, then lets it end.
 * @param next the arguments of the next run, from what the first run said on standard error.
 * @throws Error where a run that was left alone fails.
 */
export async function runKilled(
  fixture: VaultFixture,
  plan: { kills: number; linesMax: number; random: () => number; next: (firstStderr: string) => readonly string[] },
): Promise<KilledCommand> {
  let firstStderr = "";
  let kills = 0;
  for (let turn = 0; turn < plan.kills; turn += 1) {
    const lines = 1 + Math.floor(plan.random() * plan.linesMax);
    // A batch takes about as long, so that the middle of one is met as well.
    const ms = Math.floor(plan.random() * 80);
    const ended = await runCommand(fixture, plan.next(firstStderr), { lines, ms });
    if (!firstStderr.includes("\n")) firstStderr = ended.stderr;
    if (ended.exitCode === null) kills += 1;
    else if (ended.exitCode !== 0) throw new Error(`It failed by itself: ${ended.stderr}`);
  }
  const last = await runCommand(fixture, plan.next(firstStderr));
  if (last.exitCode !== 0) throw new Error(`It failed: ${last.stderr}`);
  return { kills, answer: JSON.parse(last.stdout) as Record<string, unknown> };
}
