/**
 * Servers are stopped (SIGSTOP) at points of their writes until their lease has expired and others have swept, then
 * resumed. Statements and bytes that a gate held meanwhile reach the database and the provider late.
 */
import type { Engine } from "../../conformance/harness/index.ts";
import { until } from "../../conformance/harness/index.ts";
import { CrashFixture, type GatedServer } from "./fixture.ts";
import { Ledger, type WriteKind } from "./ledger.ts";
import type { CrashResult } from "./scenario.ts";
import type { Breach } from "./invariants.ts";
import type { Point } from "./trigger.ts";

/** The plan for stopping servers. */
export interface SleepPlan {
  readonly engine: Engine;
  readonly sleeps: number;
  /** Servers stopped at the same time; on SQLite each has its own home. */
  readonly atOnce: number;
  /** Numbers in [0, 1). */
  readonly random: () => number;
  readonly log: (line: string) => void;
}

/** Longer than the lease of 5 s. */
const sleepMs = 6000;
const statementsOfWrite = 13;
const piecesOfWrite = 20;

interface Bed {
  readonly fixture: CrashFixture;
  readonly ledger: Ledger;
  readonly gated: GatedServer;
}

/** Stops servers in rounds, and judges each round. */
export async function runSleepers(plan: SleepPlan): Promise<CrashResult> {
  const grounds: CrashFixture[] = [];
  const points = new Set<string>();
  let sleeps = 0;
  try {
    const { beds, watcher } = await makeBeds(plan, grounds);
    const ledgers = [...new Set(beds.map(({ ledger }) => ledger))];
    while (sleeps < plan.sleeps) {
      const slept = await sleepOnce(plan, beds);
      for (const point of slept) points.add(point);
      sleeps += slept.length;
      for (const ledger of ledgers) {
        const bed = beds.find((one) => one.ledger === ledger);
        const gated = watcher ?? bed?.gated;
        if (gated !== undefined) await ledger.judge(gated);
      }
      plan.log(`${plan.engine}: ${sleeps} sleeps`);
    }
    for (const { ledger, gated } of beds.slice(0, ledgers.length)) await ledger.judgeWhole(watcher ?? gated);
    const breaches: Breach[] = ledgers.flatMap((ledger) => ledger.breaches);
    const counts = { writes: 0, succeeded: 0, unknown: 0, unanswered: 0 };
    for (const ledger of ledgers) {
      counts.writes += ledger.counts.writes;
      counts.succeeded += ledger.counts.succeeded;
      counts.unknown += ledger.counts.unknown;
      counts.unanswered += ledger.counts.unanswered;
    }
    return { kills: sleeps, points, counts, breaches };
  } finally {
    for (const fixture of grounds) await fixture.dispose();
  }
}

/** PostgreSQL: one home, and a running server that sweeps. SQLite: a home for each, which sweeps when resumed. */
async function makeBeds(
  plan: SleepPlan,
  grounds: CrashFixture[],
): Promise<{ beds: readonly Bed[]; watcher: GatedServer | null }> {
  const beds: Bed[] = [];
  const open = async (): Promise<CrashFixture> => {
    const fixture = await CrashFixture.make(plan.engine);
    grounds.push(fixture);
    return fixture;
  };
  if (plan.engine === "sqlite") {
    while (beds.length < plan.atOnce) {
      const fixture = await open();
      beds.push({ fixture, ledger: new Ledger(fixture), gated: await fixture.addServer() });
    }
    return { beds, watcher: null };
  }
  const fixture = await open();
  const watcher = await fixture.addServer();
  const ledger = new Ledger(fixture);
  while (beds.length < plan.atOnce) beds.push({ fixture, ledger, gated: await fixture.addServer() });
  return { beds, watcher };
}

/** One write on each server, stopped at its own point. @returns these points. */
async function sleepOnce({ random }: SleepPlan, beds: readonly Bed[]): Promise<readonly string[]> {
  const writes: Promise<unknown>[] = [];
  const answered = new Set<Bed>();
  for (const bed of beds) {
    bed.gated.arm(pointOf(bed.fixture.engine, random), "stop");
    const kind: WriteKind = random() < 0.7 ? "set" : "delete";
    writes.push(bed.ledger.write(bed.fixture.at(bed.gated), kind).then(() => answered.add(bed)));
  }
  await until(60_000, "each write sleeps or has ended", () =>
    beds.every((bed) => answered.has(bed) || bed.gated.fired() !== null) ? true : null,
  );
  // A finished write's server must not be stopped later at its heartbeat, when nothing would resume it.
  for (const bed of answered) bed.gated.disarm();
  const slept = beds.filter(({ gated }) => gated.fired() !== null);
  await new Promise((resolve) => setTimeout(resolve, sleepMs));
  for (const { gated } of slept) gated.wake();
  await Promise.all(writes);
  for (const { gated } of beds) gated.disarm();
  return slept.flatMap(({ gated }) => gated.fired() ?? []);
}

/** Two in five stop at the dispatch or the settlement, which matter most; the others anywhere. */
function pointOf(engine: Engine, random: () => number): Point {
  const side = random() < 0.5 ? "before" : "after";
  const label = engine === "sqlite" ? 'update "executions" set' : 'select "execution_';
  if (random() < 0.4) return { kind: "statement", n: random() < 0.7 ? 1 : 2, side, label };
  const kind = random() < 0.6 ? "statement" : "byte";
  const n = 1 + Math.floor(random() * (kind === "statement" ? statementsOfWrite : piecesOfWrite));
  return { kind, n, side };
}
