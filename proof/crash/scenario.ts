/** SIGKILL at the points of a keyed write: one after the other until a run is clean, then at points that a seed chooses. */
import type { Engine } from "../../conformance/harness/index.ts";
import { Ground, type Seat } from "./fixture.ts";
import type { Breach } from "./invariants.ts";
import { Ledger, type Counts, type WriteKind } from "./ledger.ts";
import { pointName, type Point, type PointKind } from "./trigger.ts";

/** How to kill. */
export interface CrashPlan {
  readonly engine: Engine;
  /** SIGKILLs in all. */
  readonly kills: number;
  /** Numbers in [0, 1). */
  readonly random: () => number;
  /** True: every point of a write first, and the rest by chance. False: all by chance, three in four at single writes. */
  readonly isEnumerated: boolean;
  readonly log: (line: string) => void;
}

/** What came of it. */
export interface CrashResult {
  readonly kills: number;
  /** Different points of a single write at which it was killed, in words. */
  readonly points: ReadonlySet<string>;
  readonly counts: Counts;
  readonly breaches: readonly Breach[];
}

const kinds: readonly WriteKind[] = ["set", "delete"];
const streams = 4;
/** A dead server's lease runs on for up to 5 s on PostgreSQL, so that many kills are judged together there. */
const writesBeforeJudgement: Readonly<Record<Engine, number>> = { sqlite: 20, postgres: 60 };

/** Kills the server at the points of its writes, on a new home. */
export async function runCrashes(plan: CrashPlan): Promise<CrashResult> {
  const ground = await Ground.make(plan.engine);
  try {
    const run = await CrashRun.begin(plan, ground);
    await run.killAll();
    return await run.finish();
  } finally {
    await ground.dispose();
  }
}

/** A point of one kind of write. */
interface Place {
  readonly write: WriteKind;
  readonly point: Point;
}

/** A programme under way. */
class CrashRun {
  readonly #plan: CrashPlan;
  readonly #ground: Ground;
  readonly #seat: Seat;
  readonly #ledger: Ledger;
  readonly #points = new Set<string>();
  #places: Place[] = [];
  #kills = 0;

  private constructor(plan: CrashPlan, ground: Ground, seat: Seat) {
    this.#plan = plan;
    this.#ground = ground;
    this.#seat = seat;
    this.#ledger = new Ledger(ground);
  }

  /** Starts the server and, where points are drawn by chance, counts what there is to draw from. */
  static async begin(plan: CrashPlan, ground: Ground): Promise<CrashRun> {
    const run = new CrashRun(plan, ground, await ground.seat());
    // The first write of a process prepares what the following ones find prepared.
    for (const kind of kinds) await run.#ledger.write(ground.at(run.#seat), kind);
    if (!plan.isEnumerated) await run.#findPlaces();
    return run;
  }

  /** Kills as often as planned; an enumeration comes whole. */
  async killAll(): Promise<void> {
    const { isEnumerated, kills, random } = this.#plan;
    if (isEnumerated) await this.#enumerate();
    while (this.#kills < kills) {
      const isSingle = this.#kills < (kills * 3) / 4;
      // The first kill always comes when the provider has acted and its answer is under way, the others by chance.
      const drawn = this.#kills === 0 ? 0 : Math.floor(random() * this.#places.length);
      const [place] = isSingle ? this.#places.splice(drawn, 1) : [];
      if (place === undefined) await this.#killAmongMany();
      else await this.#killAt(place);
    }
  }

  /** The last judgement, over the whole run. */
  async finish(): Promise<CrashResult> {
    await this.#ledger.judge(this.#seat);
    await this.#ledger.judgeWhole(this.#seat);
    const { counts, breaches } = this.#ledger;
    return { kills: this.#kills, points: this.#points, counts, breaches };
  }

  /** Before and after the n-th event, n = 1… until a run is clean. */
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
      this.#places.unshift({ write, point: { kind: "byte", n: met.byte, side: "before" } });
      for (const kind of ["statement", "byte"] as const) {
        for (let n = 1; n <= met[kind]; n += 1) {
          for (const side of ["before", "after"] as const) this.#places.push({ write, point: { kind, n, side } });
        }
      }
    }
  }

  async #count(write: WriteKind): Promise<Record<PointKind, number>> {
    this.#seat.arm(null, "kill");
    await this.#ledger.write(this.#ground.at(this.#seat), write);
    this.#seat.disarm();
    return { statement: this.#seat.met("statement").length, byte: this.#seat.met("byte").length };
  }

  /** One write, killed at the point. @returns false where the write ended before the point came. */
  async #killAt({ write, point }: Place): Promise<boolean> {
    this.#seat.arm(point, "kill");
    await this.#ledger.write(this.#ground.at(this.#seat), write);
    const fired = this.#seat.disarm();
    if (fired === null) {
      this.#plan.log(`${this.#plan.engine}: secrets.${write} is clean at ${pointName(point)}`);
      return false;
    }
    this.#points.add(`secrets.${write}, ${fired}`);
    await this.#afterKill();
    return true;
  }

  /** Several writes at once, killed at a point of all of them together. */
  async #killAmongMany(): Promise<void> {
    const { random } = this.#plan;
    const kind: PointKind = random() < 0.5 ? "statement" : "byte";
    const n = 1 + Math.floor(random() * streams * 18);
    this.#seat.arm({ kind, n, side: random() < 0.5 ? "before" : "after" }, "kill");
    const connected = this.#ground.at(this.#seat);
    const writes = Array.from({ length: streams }, () =>
      this.#ledger.write(connected, random() < 0.7 ? "set" : "delete"),
    );
    await Promise.all(writes);
    if (this.#seat.disarm() !== null) await this.#afterKill();
    else await this.#judgeSometimes();
  }

  async #afterKill(): Promise<void> {
    this.#kills += 1;
    await this.#seat.restart();
    if (this.#kills % 100 === 0) this.#plan.log(`${this.#plan.engine}: ${this.#kills} kills`);
    await this.#judgeSometimes();
  }

  async #judgeSometimes(): Promise<void> {
    if (this.#ledger.waiting >= writesBeforeJudgement[this.#plan.engine]) await this.#ledger.judge(this.#seat);
  }
}
