/**
 * Runs every command that reads a whole deployment on a grown database: how long each takes, how much memory, and
 * whether a plan of its statements scans a big table.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, openSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Engine, ServerHome } from "../conformance/harness/index.ts";
import { countingEnv } from "./fixture.ts";
import { plansOf } from "./growth-plans.ts";
import type { ProcessCounts, StatementCounts } from "./statement-counter.ts";
import { binaries, serviceEnv } from "./targets.ts";

/** What one command or task cost. */
export interface CommandCost {
  readonly name: string;
  readonly seconds: number;
  readonly mostMiB: number;
  /** Why it failed, and each plan that scans; empty if all is well. */
  readonly faults: readonly string[];
}

/**
 * The commands, by the exit codes with which they end well: `doctor` and `restore-check` have findings about filled
 * rows.
 */
const commands: readonly (readonly [words: string, exitCodes: readonly number[], engine?: Engine])[] = [
  ["audit verify", [0]],
  ["audit export", [0]],
  ["audit export --heads-only", [0]],
  ["restore-check", [0, 1]],
  ["doctor", [0, 1]],
  ["vault status", [0]],
  ["clock status", [0]],
  ["failover status", [0], "postgres"],
  ["service-clients list", [0]],
  ["webhooks status", [0]],
  ["idempotency-keys expire --before 2020-01-01T00:00:00Z", [0]],
  ["migrate", [0]],
];

/** Runs the commands one after another. @param log called with each, once it has ended. */
export async function measureCommands(
  engine: Engine,
  home: ServerHome,
  log: (cost: CommandCost) => void,
): Promise<readonly CommandCost[]> {
  const costs: CommandCost[] = [];
  for (const [words, exitCodes, only = engine] of commands) {
    if (only !== engine) continue;
    const cost = await measureCommand(engine, home, words, exitCodes);
    log(cost);
    costs.push(cost);
  }
  return costs;
}

async function measureCommand(
  engine: Engine,
  home: ServerHome,
  words: string,
  exitCodes: readonly number[],
): Promise<CommandCost> {
  const countsFile = join(home.folder, "command-counts");
  rmSync(countsFile, { force: true });
  const startedAt = performance.now();
  const child = spawn(join(binaries, "svc-server"), [...words.split(" "), "--sandbox"], {
    cwd: home.folder,
    env: { ...serviceEnv(home, 0), ...countingEnv(countsFile) },
    stdio: ["ignore", openSync("/dev/null", "w"), "pipe"],
  });
  // Only the last of it: a command prints its progress before the reason why it failed.
  let lastStderr = "";
  child.stderr?.on("data", (bytes: Buffer) => (lastStderr = (lastStderr + bytes.toString()).slice(-1000)));
  const [code] = (await once(child, "close")) as [number | null];
  const seconds = (performance.now() - startedAt) / 1000;
  const faults = code !== null && exitCodes.includes(code) ? [] : [`exit code ${code}: ${lastStderr.trim()}`];
  const counts = existsSync(countsFile) ? (JSON.parse(readFileSync(countsFile, "utf8")) as ProcessCounts) : null;
  if (counts === null) faults.push("its statements were not counted");
  else faults.push(...(await scansOf(engine, home, counts)));
  return { name: words, seconds, mostMiB: counts?.mostMiB ?? 0, faults };
}

/** Scans in the plans of statements, other than those on `svc_room`, a table that lasts as long as its transaction. */
export async function scansOf(
  engine: Engine,
  home: ServerHome,
  { executed }: StatementCounts,
): Promise<readonly string[]> {
  const plans = await plansOf(
    engine,
    home,
    Object.keys(executed).filter((text) => !text.includes("svc_room")),
  );
  return plans.flatMap(({ statement, bad }) =>
    bad.filter((step) => !isBounded(step, statement)).map((step) => `${step}: ${statement}`),
  );
}

/**
 * SQLite's plans don't show limits: an index that is read in its order up to a limit looks like one that is read
 * entirely.
 */
function isBounded(step: string, statement: string): boolean {
  return step.startsWith("SCAN ") && step.includes(" INDEX ") && / order by .* limit /i.test(statement);
}
