/** Kills PostgreSQL in the middle of writes, alone or together with the server. */
import { setTimeout as delay } from "node:timers/promises";
import { until } from "../../conformance/harness/index.ts";
import { CrashFixture, type GatedServer } from "./fixture.ts";
import { Ledger } from "./ledger.ts";
import { OwnPostgres, postgresDeaths } from "./own-postgres.ts";
import type { CrashResult } from "./scenario.ts";
import type { PointKind } from "./trigger.ts";

export interface PostgresKillPlan {
  /** `database`: PostgreSQL alone. `both`: the server at the same moment. */
  readonly what: "database" | "both";
  readonly kills: number;
  /** Numbers in [0, 1). */
  readonly random: () => number;
  readonly log: (line: string) => void;
}

const streams = 4;
const killsBeforeJudgement = 10;
/** The longest time that PostgreSQL stays down. */
const outageMsMax = 1500;

/** Kills at points of concurrent writes, and judges after every ten kills. */
export async function runPostgresKills(plan: PostgresKillPlan): Promise<CrashResult> {
  const postgres = await OwnPostgres.start();
  const fixture = await CrashFixture.make("postgres", postgres.home);
  try {
    const gated = await fixture.addServer();
    const ledger = new Ledger(fixture);
    const points = new Set<string>();
    let kills = 0;
    while (kills < plan.kills) {
      const death = postgresDeaths[kills % postgresDeaths.length] ?? "all";
      const outageMs = Math.floor(plan.random() * outageMsMax);
      let revived = Promise.resolve();
      const fired = await killOnce(plan, { fixture, gated, ledger }, () => {
        postgres.kill(death);
        if (plan.what === "both") process.kill(gated.server.pid, "SIGKILL");
        // After a backend dies, PostgreSQL recovers on its own.
        if (death !== "backend") revived = delay(outageMs).then(() => postgres.revive());
      });
      await revived;
      if (fired === null) continue;
      kills += 1;
      points.add(`${death}, ${fired}`);
      if (plan.what === "both") await restartOnceReady(gated);
      else await untilReady(gated);
      if (kills % killsBeforeJudgement !== 0 && kills < plan.kills) continue;
      await ledger.judge(gated);
      plan.log(`${plan.what}: ${kills} kills`);
    }
    await ledger.judgeWhole(gated);
    return { kills, points, counts: ledger.counts, breaches: ledger.breaches };
  } finally {
    await fixture.dispose();
  }
}

interface Parties {
  readonly fixture: CrashFixture;
  readonly gated: GatedServer;
  readonly ledger: Ledger;
}

/** Runs concurrent writes, and kills at a point among them. @returns the point, or null if they finished before it. */
async function killOnce(
  { random }: PostgresKillPlan,
  { fixture, gated, ledger }: Parties,
  kill: () => void,
): Promise<string | null> {
  const kind: PointKind = random() < 0.8 ? "statement" : "byte";
  const n = 1 + Math.floor(random() * streams * 14);
  gated.arm({ kind, n, side: random() < 0.5 ? "before" : "after" }, () => {
    kill();
    // Pending requests are lost, as in reality.
    return null;
  });
  const connected = fixture.at(gated);
  const writes = Array.from({ length: streams }, () => ledger.write(connected, random() < 0.7 ? "set" : "delete"));
  await Promise.all(writes);
  return gated.disarm();
}

/** Restarts a server that refuses to start while PostgreSQL recovers, as a supervisor would. */
async function restartOnceReady(gated: GatedServer): Promise<void> {
  await until(60_000, "a server starts on the recovered database", () =>
    gated.restart().then(
      () => true as const,
      () => null,
    ),
  );
}

/** Readiness includes the database. */
async function untilReady(gated: GatedServer): Promise<void> {
  let last = "";
  const look = async (): Promise<true | null> => {
    const ready = await fetch(`${gated.server.url}/readyz`).catch(() => null);
    last = ready === null ? "no response" : await ready.text();
    return ready?.ok === true ? true : null;
  };
  await until(60_000, "the server has its database again", look).catch((error: unknown) => {
    throw new Error(`/readyz says ${last}\n${gated.server.log().slice(-4000)}`, { cause: error });
  });
}
