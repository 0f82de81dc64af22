/**
 * A database that fails over under load. Afterwards, every key is repeated, and three sources are compared: the
 * callers' answers, the provider's ledger, and the database.
 */
import { setTimeout as pause } from "node:timers/promises";
import { operateJson, until } from "../../conformance/harness/index.ts";
import type { Callers } from "./callers.ts";
import { FailoverFixture, withinMs, type Findings } from "./fixture.ts";
import { countOpen, settledWithinMs } from "./troubles.ts";

/** The kind of failover, and the number of them. */
export interface FailoverPlan {
  /**
   * `synchronous`: one of two standbys is promoted, and commits wait for one of them. `asynchronous`: the only standby
   * is cut off before it is promoted. `restart`: the only server is killed and started again, and its role sets
   * `synchronous_commit = off`.
   */
  readonly kind: "synchronous" | "asynchronous" | "restart";
  /** Whether one of the two servers dies together with the primary, as when a zone is lost. */
  readonly losesZone?: boolean;
  /** Acknowledged writes before each time; 20 by default. */
  readonly writes?: number;
  readonly times: number;
  readonly log: (line: string) => void;
}

export interface FailoverResult extends Findings {
  readonly times: number;
  readonly keys: number;
  /** From the primary's death, or the operator's acceptance, to the end of the first later write, in milliseconds. */
  readonly firstWriteMs: readonly number[];
  /** Changing requests between a promotion that may have lost data and the operator's acceptance. */
  readonly sentWhileClosed: readonly string[];
  /** Servers that didn't warn that a failover can lose writes, or stayed ready after it. */
  readonly unannounced: readonly string[];
  /** Accepted writes that waited for the operator although their server was dead, over all times. */
  readonly leftOpen: number;
  readonly faults: readonly string[];
}

const dayMs = 86_400_000;
const standbys = { synchronous: 2, asynchronous: 1, restart: 0 } as const;

/** Runs it on a new cluster. */
export async function runFailovers(plan: FailoverPlan): Promise<FailoverResult> {
  const cluster = { standbys: standbys[plan.kind], isSynchronous: plan.kind === "synchronous" };
  const busy = plan.losesZone === true ? { streams: 24, readsSlowly: true } : {};
  const fixture = await FailoverFixture.start(cluster, busy);
  try {
    return await new Trial(plan, fixture).run();
  } finally {
    await fixture.dispose();
  }
}

class Trial {
  readonly #plan: FailoverPlan;
  readonly #fixture: FailoverFixture;
  readonly #callers: Callers;
  readonly #firstWriteMs: number[] = [];
  readonly #sentWhileClosed: string[] = [];
  readonly #unannounced: string[] = [];
  #leftOpen = 0;

  constructor(plan: FailoverPlan, fixture: FailoverFixture) {
    this.#plan = plan;
    this.#fixture = fixture;
    this.#callers = fixture.callers;
  }

  async run(): Promise<FailoverResult> {
    const { times, kind, writes = 20, losesZone = false, log } = this.#plan;
    try {
      if (kind === "restart") await this.#makeCommitsCareless();
      for (let time = 1; time <= times; time += 1) {
        await this.#fixture.grown(writes);
        if (kind === "synchronous") await this.#failOver(time % 4 === 2 && !losesZone);
        if (kind === "asynchronous") await this.#loseAndAccept();
        if (kind === "restart") await this.#restart();
        await this.#fixture.cluster.rebuild();
        if (losesZone) await this.#fixture.startSecond();
        log(`${kind}, ${time}: the first 200 after ${this.#firstWriteMs.at(-1)?.toFixed(0) ?? ""} ms`);
      }
      await this.#fixture.grown(20);
    } finally {
      await this.#callers.stop();
    }
    return {
      times: this.#firstWriteMs.length,
      keys: this.#callers.writes.length,
      firstWriteMs: this.#firstWriteMs,
      ...(await this.#fixture.judge()),
      leftOpen: this.#leftOpen,
      sentWhileClosed: this.#sentWhileClosed,
      unannounced: this.#unannounced,
      faults: this.#callers.faults,
    };
  }

  async #firstWrite(from: number): Promise<void> {
    this.#callers.allow(20);
    const at = await until(withinMs, "a write succeeds again", () => this.#callers.firstAfter(from));
    this.#firstWriteMs.push(at - from);
  }

  /** Promotes without losses. @param cancels whether someone first cancels commits that wait for a standby. */
  async #failOver(cancels: boolean): Promise<void> {
    if (cancels) {
      this.#fixture.cluster.cutStandbysOff();
      this.#callers.allow(20);
      for (let times = 0; times < 10; times += 1) {
        await pause(200);
        await this.#fixture.cluster.primary(
          "select pg_cancel_backend(pid) from pg_stat_activity where wait_event = 'SyncRep'",
        );
      }
    }
    this.#callers.allow(20);
    const from = performance.now();
    await this.#failOverAndKill();
    this.#fixture.cluster.moveAddresses();
    await this.#firstWrite(from);
  }

  /** Promotes a standby after the primary died, alone or with the second server. */
  async #failOverAndKill(): Promise<void> {
    const kills = this.#plan.losesZone === true ? [this.#fixture.killSecond()] : [];
    await Promise.all([this.#fixture.cluster.failOver(), ...kills]);
  }

  /** Promotes a standby that was cut off; the operator then accepts the database. */
  async #loseAndAccept(): Promise<void> {
    const since = new Date();
    this.#fixture.cluster.cutStandbysOff();
    await this.#fixture.grown(this.#plan.writes ?? 20);
    await this.#assertAnnounced();
    await this.#failOverAndKill();
    const sent = this.#fixture.ledger.changes.length;
    this.#fixture.cluster.moveAddresses();
    this.#callers.allow(20);
    await until(withinMs, "both servers are not ready", async () => {
      const ready = await Promise.all(this.#fixture.living.map(({ url }) => fetch(`${url}/readyz`)));
      return ready.every(({ status }) => status === 503) ? true : null;
    });
    await pause(this.#plan.losesZone === true ? settledWithinMs : 2000);
    if (this.#plan.losesZone === true) {
      const [row] = await this.#fixture.cluster.inDatabase(countOpen);
      this.#leftOpen += Number(row?.["count"]);
    }
    for (const { bodyText } of this.#fixture.ledger.changes.slice(sent)) this.#sentWhileClosed.push(bodyText);
    const undatedUntil = new Date(Date.now() + dayMs).toISOString();
    const from = performance.now();
    await operateJson(this.#fixture.first, [
      "failover",
      "accept",
      "--since",
      since.toISOString(),
      "--undated-until",
      undatedUntil,
    ]);
    await this.#firstWrite(from);
  }

  /** Turns `synchronous_commit` off for the server's role, and makes log writes rare. */
  async #makeCommitsCareless(): Promise<void> {
    const { role } = this.#fixture.cluster;
    await this.#fixture.cluster.primary(`alter role "${role}" set synchronous_commit = off`);
    await this.#fixture.cluster.primary("alter system set wal_writer_delay = '3s'");
    await this.#fixture.cluster.primary("select pg_reload_conf()");
    await this.#fixture.cluster.primary(
      `select pg_terminate_backend(pid) from pg_stat_activity where usename = '${role}'`,
    );
  }

  async #restart(): Promise<void> {
    this.#callers.allow(20);
    const from = performance.now();
    await this.#fixture.cluster.killAndStart();
    await this.#firstWrite(from);
  }

  async #assertAnnounced(): Promise<void> {
    for (const server of this.#fixture.servers) {
      await server
        .untilLogged("replicates asynchronously")
        .catch(() => this.#unannounced.push(`${server.url}: ${server.log()}`));
    }
  }
}
