/** SIGKILL at the points of a keyed write: one after another until a run completes, then at random points. */
import type { Engine } from "../../conformance/harness/index.ts";
import { CrashFixture, type GatedServer } from "./fixture.ts";
import type { Breach } from "./invariants.ts";
import { Ledger, type Counts, type WriteKind } from "./ledger.ts";
import { pointName, type Point, type PointKind } from "./trigger.ts";

/** The plan for killing. */
export interface CrashPlan {
  readonly engine: Engine;
  /** SIGKILLs in all. */
  readonly kills: number;
  /** Numbers in [0, 1). */
  readonly random: () => number;
  /** True: every point of a write first, then random ones. False: all random, three in four during single writes. */
  readonly isEnumerated: boolean;
  readonly log: (line: string) => void;
}

export interface CrashResult {
  readonly kills: number;
  /** The distinct points of a single write at which it was killed. */
  readonly points: ReadonlySet<string>;
  readonly counts: Counts;
  readonly breaches: readonly Breach[];
}

const kinds: readonly WriteKind[] = ["set", "delete"];
const streams = 4;
/** On PostgreSQL, a dead server's lease lasts up to 5 s, so many kills are judged together. */
const writesBeforeJudgement: Readonly<Record<Engine, number>> = { sqlite: 20, postgres: 60 };

/** Kills the server at points of its writes, on a new home. */
export async function runCrashes(plan: CrashPlan): Promise<CrashResult> {
  const fixture = await CrashFixture.make(plan.engine);
  try {
    const run = await CrashRun.begin(plan, fixture);
    await run.killAll();
    return await run.finish();
  } finally {
    await fixture.dispose();
  }
}

/** A point of one kind of write. */
interface CrashSite {
  readonly write: WriteKind;
  readonly point: Point;
}

/** A running scenario. */
class CrashRun {
  readonly #plan: CrashPlan;
  readonly #fixture: CrashFixture;
  readonly #gated: GatedServer;
  readonly #ledger: Ledger;
  readonly #points = new Set<string>();
  #sites: CrashSite[] = [];
  #kills = 0;

  private constructor(plan: CrashPlan, fixture: CrashFixture, gated: GatedServer) {
    this.#plan = plan;
    this.#fixture = fixture;
    this.#gated = gated;
    this.#ledger = new Ledger(fixture);
  }

  /** Starts the server and, for random points, counts the points of a write. */
  static async begin(plan: CrashPlan, fixture: CrashFixture): Promise<CrashRun> {
    const run = new CrashRun(plan, fixture, await fixture.addServer());
    // The first write of a process prepares statements for the later ones.
    for (const kind of kinds) await run.#ledger.write(fixture.at(run.#gated), kind);
    if (!plan.isEnumerated) await run.#findPlaces();
    return run;
  }

  /** Kills as often as planned; an enumeration always completes. */
  async killAll(): Promise<void> {
    const { isEnumerated, kills, random } = this.#plan;
    if (isEnumerated) await this.#enumerate();
    while (this.#kills < kills) {
      const isSingle = this.#kills < (kills * 3) / 4;
      // The first kill happens when the provider has acted and its response is on the way, the others at random.
      const drawn = this.#kills === 0 ? 0 : Math.floor(random() * this.#sites.length);
      const [site] = isSingle ? this.#sites.splice(drawn, 1) : [];
      if (site === undefined) await this.#killAmongMany();
      else await this.#killAt(site);
    }
  }

  /** Judges the entire run at the end. */
  async finish(): Promise<CrashResult> {
    await this.#ledger.judge(this.#gated);
    await this.#ledger.judgeWhole(this.#gated);
    const { counts, breaches } = this.#ledger;
    return { kills: this.#kills, points: this.#points, counts, breaches };
  }

  /** Kills before and after the n-th event, n = 1… until a run completes. */
  async #enumerate(): Promise<void> {
    for (const write of kinds) {
      for (const kind of ["statement", "byte"] as const) {
        for (const side of ["before", "after"] as const) {
          for (let n = 1; await this.#killAt({ write, point: { kind, n, side } }); n += 1);
        }
      }
    }
  }

  async #findPlaces(): Promise<void> {
    for (const write of kinds) {
      const met = await this.#count(write);
      this.#sites.unshift({ write, point: { kind: "byte", n: met.byte, side: "before" } });
      for (const kind of ["statement", "byte"] as const) {
        for (let n = 1; n <= met[kind]; n += 1) {
          for (const side of ["before", "after"] as const) this.#sites.push({ write, point: { kind, n, side } });
        }
      }
    }
  }

  async #count(write: WriteKind): Promise<Record<PointKind, number>> {
    this.#gated.arm(null, "kill");
    await this.#ledger.write(this.#fixture.at(this.#gated), write);
    this.#gated.disarm();
    return { statement: this.#gated.met("statement").length, byte: this.#gated.met("byte").length };
  }

  /** Makes one write, killed at the point. @returns false if the write finished before it. */
  async #killAt({ write, point }: CrashSite): Promise<boolean> {
    this.#gated.arm(point, "kill");
    await this.#ledger.write(this.#fixture.at(this.#gated), write);
    const fired = this.#gated.disarm();
    if (fired === null) {
      this.#plan.log(`${this.#plan.engine}: secrets.${write} is clean at ${pointName(point)}`);
      return false;
    }
    this.#points.add(`secrets.${write}, ${fired}`);
    await this.#afterKill();
    return true;
  }

  /** Makes concurrent writes, killed at a point among them. */
  async #killAmongMany(): Promise<void> {
    const { random } = this.#plan;
    const kind: PointKind = random() < 0.5 ? "statement" : "byte";
    const n = 1 + Math.floor(random() * streams * 18);
    this.#gated.arm({ kind, n, side: random() < 0.5 ? "before" : "after" }, "kill");
    const connected = this.#fixture.at(this.#gated);
    const writes = Array.from({ length: streams }, () =>
      this.#ledger.write(connected, random() < 0.7 ? "set" : "delete"),
    );
    await Promise.all(writes);
    if (this.#gated.disarm() !== null) await this.#afterKill();
    else await this.#judgeSometimes();
  }

  async #afterKill(): Promise<void> {
    this.#kills += 1;
    await this.#gated.restart();
    if (this.#kills % 100 === 0) this.#plan.log(`${this.#plan.engine}: ${this.#kills} kills`);
    await this.#judgeSometimes();
  }

  async #judgeSometimes(): Promise<void> {
    if (this.#ledger.waiting >= writesBeforeJudgement[this.#plan.engine]) await this.#ledger.judge(this.#gated);
  }
}
