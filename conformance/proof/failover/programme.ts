/**
 * A database that fails over under load. Afterwards every key is repeated, and three books are held against each other: what
 * callers were told, what the provider did, and what the database holds.
 */
import assert from "node:assert/strict";
import { setTimeout as pause } from "node:timers/promises";
import { startDopplerSimulator, type DopplerSimulator } from "@svc/provider-doppler/simulator";
import {
  Caller,
  makeClient,
  operateJson,
  Stage,
  startServer,
  until,
  type Connected,
  type RunningServer,
} from "../../harness/index.ts";
import { effectsByName, listExecutions, ProviderBook } from "../../reliability/books.ts";
import { Callers } from "./callers.ts";
import { Cluster } from "./cluster.ts";

/** What fails over, and how often. */
export interface FailoverPlan {
  /**
   * `synchronous`: one of two standbys is promoted, and commits wait for one of them. `asynchronous`: the only standby is cut off
   * before it is promoted. `restart`: the only server is killed and started again, and its role says `synchronous_commit = off`.
   */
  readonly kind: "synchronous" | "asynchronous" | "restart";
  readonly times: number;
  readonly log: (line: string) => void;
}

/** What came of it. */
export interface FailoverResult {
  readonly times: number;
  readonly keys: number;
  /** From the primary's death, or from the operator's word, to the end of the first write that began after it, in milliseconds. */
  readonly firstWriteMs: readonly number[];
  /** Keys with more than one changing request. */
  readonly twice: readonly string[];
  /** Keys whose caller was told 200 and that are not known as that any more. */
  readonly lost: readonly string[];
  /** Effects without a record, and records that say otherwise than the provider's ledger. */
  readonly untrue: readonly string[];
  /** Changing requests between a promotion that may have lost something and the operator's word. */
  readonly sentWhileClosed: readonly string[];
  /** Servers that did not say before that a failover can lose writes, or went on as ready after it. */
  readonly unannounced: readonly string[];
  readonly faults: readonly string[];
}

const many = 1_000_000;
const withinMs = 120_000;
const dayMs = 86_400_000;
const env = { SVC_RATE_LIMIT_RPS: "0", SVC_LOG_LEVEL: "warn" } as const;

/** Runs it on a cluster of its own. */
export async function runFailovers(plan: FailoverPlan): Promise<FailoverResult> {
  const trial = await Trial.make(plan);
  try {
    return await trial.run();
  } finally {
    await trial.dispose();
  }
}

class Trial {
  readonly #plan: FailoverPlan;
  readonly #cluster: Cluster;
  readonly #provider: DopplerSimulator;
  readonly #book: ProviderBook;
  readonly #servers: RunningServer[] = [];
  readonly #firstWriteMs: number[] = [];
  readonly #sentWhileClosed: string[] = [];
  readonly #unannounced: string[] = [];

  private constructor(plan: FailoverPlan, cluster: Cluster, provider: DopplerSimulator) {
    this.#plan = plan;
    this.#cluster = cluster;
    this.#provider = provider;
    this.#book = new ProviderBook(provider);
  }

  static async make(plan: FailoverPlan): Promise<Trial> {
    const standbys = { synchronous: 2, asynchronous: 1, restart: 0 }[plan.kind];
    const cluster = await Cluster.start({ standbys, isSynchronous: plan.kind === "synchronous" });
    const switches = { readsPerMinute: many, secretReadsPerMinute: many, writesPerMinute: many };
    return new Trial(plan, cluster, await startDopplerSimulator({ switches }));
  }

  async run(): Promise<FailoverResult> {
    const { times, kind, log } = this.#plan;
    const connected = await this.#start();
    const delay = { kind: "delay", ms: 100, when: "after_effect" } as const;
    this.#provider.faults.add({ match: { method: "POST" }, times: "always", fault: delay });
    const callers = new Callers(connected);
    try {
      if (kind === "restart") await this.#makeCommitsCareless();
      for (let time = 1; time <= times; time += 1) {
        await this.#grown(callers, 20);
        if (kind === "synchronous") await this.#failOver(callers, time % 4 === 2);
        if (kind === "asynchronous") await this.#loseAndAccept(callers);
        if (kind === "restart") await this.#restart(callers);
        await this.#cluster.rebuild();
        log(`${kind}, ${time}: the first 200 after ${this.#firstWriteMs.at(-1)?.toFixed(0) ?? ""} ms`);
      }
      await this.#grown(callers, 20);
    } finally {
      await callers.stop();
    }
    const [first] = connected;
    assert.ok(first !== undefined);
    return {
      times: this.#firstWriteMs.length,
      keys: callers.writes.length,
      firstWriteMs: this.#firstWriteMs,
      ...(await this.#judge(callers, first)),
      sentWhileClosed: this.#sentWhileClosed,
      unannounced: this.#unannounced,
      faults: callers.faults,
    };
  }

  async dispose(): Promise<void> {
    for (const server of this.#servers) await server.kill9();
    await this.#provider.close();
    await this.#cluster.home.remove();
  }

  /** Starts two servers. @returns the one connection, called at each of them. */
  async #start(): Promise<readonly Connected[]> {
    const { home } = this.#cluster;
    for (let index = 0; index < 2; index += 1) {
      this.#servers.push(await startServer({ engine: "postgres", home, sandboxProvider: this.#provider.url, env }));
    }
    const [server] = this.#servers;
    assert.ok(server !== undefined);
    const parts = { engine: "postgres", provider: this.#provider, server, client: await makeClient(server) } as const;
    const connected = await new Stage(parts, env).connected();
    return this.#servers.map(({ http }) => connected.by(new Caller(http, connected.caller.key)));
  }

  /** Waits until so many more writes were acknowledged. */
  async #grown(callers: Callers, by: number): Promise<void> {
    const from = callers.acknowledged;
    callers.allow(by + 40);
    await until(withinMs, "writes are acknowledged", () => (callers.acknowledged >= from + by ? true : null));
  }

  async #firstWrite(callers: Callers, from: number): Promise<void> {
    callers.allow(20);
    const at = await until(withinMs, "a write succeeds again", () => callers.firstAfter(from));
    this.#firstWriteMs.push(at - from);
  }

  /** A promotion that loses nothing. @param cancels whether someone cancels commits that wait for a standby before it. */
  async #failOver(callers: Callers, cancels: boolean): Promise<void> {
    if (cancels) {
      this.#cluster.cutStandbysOff();
      callers.allow(20);
      for (let times = 0; times < 10; times += 1) {
        await pause(200);
        await this.#cluster.primary("select pg_cancel_backend(pid) from pg_stat_activity where wait_event = 'SyncRep'");
      }
    }
    callers.allow(20);
    const from = performance.now();
    await this.#cluster.failOver();
    this.#cluster.moveAddress();
    await this.#firstWrite(callers, from);
  }

  /** A promotion of a standby that was cut off, and the operator's word after it. */
  async #loseAndAccept(callers: Callers): Promise<void> {
    const since = new Date();
    this.#cluster.cutStandbysOff();
    await this.#grown(callers, 20);
    this.#assertAnnounced();
    await this.#cluster.failOver();
    const sent = this.#book.changes.length;
    this.#cluster.moveAddress();
    callers.allow(20);
    await until(withinMs, "both servers are not ready", async () => {
      const ready = await Promise.all(this.#servers.map(({ url }) => fetch(`${url}/readyz`)));
      return ready.every(({ status }) => status === 503) ? true : null;
    });
    await pause(2000);
    for (const { bodyText } of this.#book.changes.slice(sent)) this.#sentWhileClosed.push(bodyText);
    const [server] = this.#servers;
    assert.ok(server !== undefined);
    const undatedUntil = new Date(Date.now() + dayMs).toISOString();
    const from = performance.now();
    await operateJson(server, ["failover", "accept", "--since", since.toISOString(), "--undated-until", undatedUntil]);
    await this.#firstWrite(callers, from);
  }

  /** The server's role no longer waits for the disk unless it says so itself, and the log is written rarely. */
  async #makeCommitsCareless(): Promise<void> {
    const { role } = this.#cluster;
    await this.#cluster.primary(`alter role "${role}" set synchronous_commit = off`);
    await this.#cluster.primary("alter system set wal_writer_delay = '3s'");
    await this.#cluster.primary("select pg_reload_conf()");
    await this.#cluster.primary(`select pg_terminate_backend(pid) from pg_stat_activity where usename = '${role}'`);
  }

  async #restart(callers: Callers): Promise<void> {
    callers.allow(20);
    const from = performance.now();
    await this.#cluster.killAndStart();
    await this.#firstWrite(callers, from);
  }

  #assertAnnounced(): void {
    for (const server of this.#servers) {
      if (!/replicates asynchronously/.test(server.log())) this.#unannounced.push(`${server.url}: ${server.log()}`);
    }
  }

  /** Repeats every key, and holds the books against each other. */
  async #judge(callers: Callers, connected: Connected): Promise<Pick<FailoverResult, "twice" | "lost" | "untrue">> {
    const lost: string[] = [];
    for (const write of callers.writes) {
      const told = write.status;
      let last = "";
      const again = await until(withinMs, `${write.name} is answered`, async () => {
        const answer = await callers.send(write);
        assert.deepEqual(callers.faults, []);
        last = answer?.text ?? "no answer";
        // A 503 that is replayed is how the record ended.
        const isOpen = answer?.status === 503 && answer.headers["idempotent-replayed"] !== "true";
        return answer === null || answer.status === 409 || isOpen ? null : answer;
      }).catch((error: unknown) => {
        throw new Error(`${write.name}, told ${told}, is answered again and again: ${last}`, { cause: error });
      });
      if (told === 200 && again.status !== 200) lost.push(`${write.name}: told 200, now ${again.status}`);
    }
    const effects = effectsByName(this.#book.effects);
    const twice = [...effects].flatMap(([name, count]) => (count > 1 ? [`${name}: ${count} changes`] : []));
    const statuses = new Map<string, Set<string>>();
    for (const { summary, status } of await listExecutions(connected)) {
      const { name = "" } = summary.input as { name?: string };
      statuses.set(name, (statuses.get(name) ?? new Set()).add(status));
    }
    const untrue: string[] = [];
    for (const { name } of callers.writes) {
      const said = statuses.get(name) ?? new Set();
      const isDone = effects.has(name);
      const isTrue = said.has("outcome_unknown") || said.has("succeeded") === isDone;
      if (!isTrue)
        untrue.push(`${name}: ${isDone ? "done" : "not done"}, recorded as ${[...said].join(", ") || "nothing"}`);
    }
    return { twice, lost, untrue };
  }
}
