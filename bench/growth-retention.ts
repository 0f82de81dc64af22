/**
 * Runs retention on a grown database, half of which is older than a month: how many rows leave in a limited time, and
 * whether a run fails or a plan of its statements scans a big table.
 */
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { Engine, ServerHome } from "../conformance/harness/index.ts";
import { countingEnv } from "./fixture.ts";
import { scansOf, type CommandCost } from "./growth-commands.ts";
import { openSql, type Sql } from "./growth-sql.ts";
import { takeCounts } from "./measure.ts";
import { startService } from "./targets.ts";

const keptDays = 30;
const env = {
  SVC_EXECUTION_RETENTION_DAYS: String(keptDays),
  SVC_SESSION_RETENTION_DAYS: String(keptDays),
  SVC_AUDIT_RETENTION_DAYS: String(keptDays),
  SVC_EVENT_RETENTION_DAYS: String(keptDays),
};

/** Retention begins a minute after the start; what it hasn't removed by then, a later run removes. */
const measuredMs = 180_000;
const lookEveryMs = 1000;

/** Per kind: how much was removed so far, and the time of the oldest row left. */
const progress = {
  executions: `select id as number, created_at as at from executions
    where id like 'act_01%' and status <> 'outcome_unknown' order by id limit 1`,
  "audit events": `select h.anchor_seq as number, j.at from journal_heads as h
    left join journal as j on j.client_id = h.client_id and j.seq = h.anchor_seq + 1 where h.client_id = ?`,
  events: `select h.pruned_seq as number, j.at from journal_heads as h
    left join journal as j on j.client_id = h.client_id and j.public_seq = h.pruned_seq + 1 where h.client_id = ?`,
} as const;
type Kind = keyof typeof progress;

/** Starts a server on the database of a stopped one, and waits until its retention is done or the time is over. */
export async function measureRetention(
  engine: Engine,
  home: ServerHome,
  { upstream, clientId }: { upstream: string; clientId: string },
): Promise<readonly CommandCost[]> {
  const countsFile = join(home.folder, "retention-counts");
  const logFile = join(home.folder, "log");
  rmSync(logFile, { force: true });
  const sql = await openSql(engine, home.databaseUrl);
  const kinds = Object.keys(progress) as Kind[];
  const look = async (): Promise<readonly Progress[]> => {
    const found: Progress[] = [];
    for (const kind of kinds) found.push(await lookAt(sql, kind, clientId));
    return found;
  };
  const before = await look();
  const cutoff = Date.now() - keptDays * 86_400_000;
  const startedAt = performance.now();
  const target = await startService(home, upstream, { ...env, ...countingEnv(countsFile) });
  try {
    const endedAt = new Map<Kind, number>();
    let now = before;
    while (endedAt.size < kinds.length && performance.now() - startedAt < measuredMs) {
      await pause(lookEveryMs);
      now = await look();
      for (const { kind, at } of now) {
        if (at >= cutoff && !endedAt.has(kind)) endedAt.set(kind, performance.now());
      }
    }
    const counts = await takeCounts(target.pid, countsFile);
    const scans = await scansOf(engine, home, counts);
    const failures = readFileSync(logFile, "utf8")
      .split("\n")
      .filter((line) => / failed/.test(line));
    return kinds.map((kind, index) => {
      const removed = (now[index]?.number ?? 0) - (before[index]?.number ?? 0);
      const ended = endedAt.get(kind);
      const faults = [...(removed > 0 ? [] : ["nothing was removed"]), ...(index === 0 ? [...failures, ...scans] : [])];
      const name = `retention of ${kind}: ${removed} rows${ended === undefined ? ", not all" : ""}`;
      return { name, seconds: ((ended ?? performance.now()) - startedAt) / 1000, mostMiB: 0, faults };
    });
  } finally {
    await target.stop();
    await sql.close();
  }
}

type Progress = { kind: Kind; number: number; at: number };

async function lookAt(sql: Sql, kind: Kind, clientId: string): Promise<Progress> {
  const [row] = await sql.rows(progress[kind].replace("?", `'${clientId}'`));
  const number = row === undefined ? "0" : String(row["number"]).replace(/^act_01/, "0x");
  return { kind, number: Number(number), at: Number(row?.["at"] ?? Infinity) };
}
