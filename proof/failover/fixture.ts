/**
 * Two servers on a PostgreSQL that fails over, a provider with a ledger, and callers whose answers are compared with
 * it.
 */
import assert from "node:assert/strict";
import { startDopplerSimulator, type DopplerSimulator } from "@svc/provider-doppler/simulator";
import {
  Caller,
  makeClient,
  Fixture,
  startServer,
  until,
  type Connected,
  type RunningServer,
} from "../../conformance/harness/index.ts";
import { effectsByName, listExecutions, ProviderLedger } from "../../conformance/harness/ledger.ts";
import { Callers, usualStreams } from "./callers.ts";
import { Cluster, type ClusterPlan } from "./cluster.ts";

/** Violations of the failover's promises. */
export interface Findings {
  /** Keys with more than one changing request. */
  readonly twice: readonly string[];
  /** Keys that got a 200 but that the service no longer has. */
  readonly lost: readonly string[];
  /** Effects without a record, and records that contradict the provider's ledger. */
  readonly untrue: readonly string[];
  /** How many keys have an unknown outcome. */
  readonly unknown: number;
}

/** How long anything may take on a busy machine, in milliseconds. */
export const withinMs = 120_000;

const many = 1_000_000;

/** Options of the servers and their callers. */
export interface FixturePlan {
  /** For both servers. */
  readonly env?: Readonly<Record<string, string>>;
  readonly streams?: number;
  /**
   * Whether the read before a change takes as long as the change, so that many writes are accepted and not dispatched
   * at any moment.
   */
  readonly readsSlowly?: boolean;
}

/** The servers, their database and their callers. */
export class FailoverFixture {
  readonly cluster: Cluster;
  readonly provider: DopplerSimulator;
  readonly ledger: ProviderLedger;
  readonly servers: RunningServer[];
  /** One connection, on each of the servers. */
  readonly connected: Connected[];
  readonly callers: Callers;
  readonly #start: (server: 0 | 1) => Promise<RunningServer>;
  #isSecondDead = false;

  private constructor(
    parts: Pick<FailoverFixture, "cluster" | "provider" | "servers" | "connected"> & {
      streams: number;
      start: (server: 0 | 1) => Promise<RunningServer>;
    },
  ) {
    this.#start = parts.start;
    this.cluster = parts.cluster;
    this.provider = parts.provider;
    this.servers = parts.servers;
    this.connected = parts.connected;
    this.ledger = new ProviderLedger(parts.provider);
    this.callers = new Callers(parts.connected, parts.streams);
  }

  /** Starts everything. A change takes 100 ms at the provider, so some are always running. */
  static async start(
    plan: ClusterPlan,
    { env = {}, streams = usualStreams, readsSlowly = false }: FixturePlan = {},
  ): Promise<FailoverFixture> {
    const cluster = await Cluster.start(plan);
    const switches = { readsPerMinute: many, secretReadsPerMinute: many, writesPerMinute: many };
    const provider = await startDopplerSimulator({ switches });
    const delay = { kind: "delay", ms: 100, when: "after_effect" } as const;
    const settings = { SVC_RATE_LIMIT_RPS: "0", SVC_LOG_LEVEL: "warn", ...env };
    const start = (server: 0 | 1) =>
      startServer({
        engine: "postgres",
        home: cluster.homes[server],
        sandboxProvider: provider.url,
        env: settings,
      });
    const server = await start(0);
    const servers = [server, await start(1)];
    const parts = { engine: "postgres", provider, server, client: await makeClient(server) } as const;
    const one = await new Fixture(parts, settings).connected();
    provider.faults.add({ match: { method: "POST" }, times: "always", fault: delay });
    if (readsSlowly) provider.faults.add({ match: { method: "GET" }, times: "always", fault: delay });
    const connected = servers.map(({ http }) => one.by(new Caller(http, one.caller.key)));
    return new FailoverFixture({ cluster, provider, servers, connected, streams, start });
  }

  /** The server that runs operator commands. */
  get first(): RunningServer {
    const [server] = this.servers;
    assert.ok(server !== undefined);
    return server;
  }

  /** The servers that weren't killed. */
  get living(): readonly RunningServer[] {
    return this.#isSecondDead ? [this.first] : this.servers;
  }

  /** Kills the second server, with everything that it is doing. */
  async killSecond(): Promise<void> {
    this.#isSecondDead = true;
    await this.servers[1]?.kill9();
  }

  /** Starts the second server again. It is ready only while writes are accepted. */
  async startSecond(): Promise<void> {
    const server = await this.#start(1);
    const [connected] = this.connected;
    assert.ok(connected !== undefined);
    this.servers[1] = server;
    this.connected[1] = connected.by(new Caller(server.http, connected.caller.key));
    this.#isSecondDead = false;
  }

  async dispose(): Promise<void> {
    for (const server of this.living) await server.kill9();
    await this.provider.close();
    await this.cluster.remove();
  }

  /** Waits for a number of further acknowledged writes. */
  async grown(by: number): Promise<void> {
    const from = this.callers.acknowledged;
    this.callers.allow(by + 40);
    await until(withinMs, "writes are acknowledged", () => (this.callers.acknowledged >= from + by ? true : null));
  }

  /** Repeats every key, and compares answers, ledger and records. */
  async judge(): Promise<Findings> {
    const [connected] = this.connected;
    assert.ok(connected !== undefined);
    const lost: string[] = [];
    for (const write of this.callers.writes) {
      const told = write.status;
      let last = "";
      const again = await until(withinMs, `${write.name} is answered`, async () => {
        const response = await this.callers.send(write);
        assert.deepEqual(this.callers.faults, []);
        last = response?.text ?? "no response";
        // A replayed 503 is final.
        const isOpen = response?.status === 503 && response.headers["idempotent-replayed"] !== "true";
        return response === null || response.status === 409 || isOpen ? null : response;
      }).catch((error: unknown) => {
        throw new Error(`${write.name}, told ${told}, gets no final response: ${last}`, { cause: error });
      });
      if (told === 200 && again.status !== 200) lost.push(`${write.name}: told 200, now ${again.status}`);
    }
    const effects = effectsByName(this.ledger.effects);
    const twice = [...effects].flatMap(([name, count]) => (count > 1 ? [`${name}: ${count} changes`] : []));
    const statuses = new Map<string, Set<string>>();
    for (const { summary, status } of await listExecutions(connected)) {
      const { name = "" } = summary.input as { name?: string };
      statuses.set(name, (statuses.get(name) ?? new Set()).add(status));
    }
    const untrue: string[] = [];
    let unknown = 0;
    for (const { name } of this.callers.writes) {
      const said = statuses.get(name) ?? new Set();
      const isDone = effects.has(name);
      if (said.has("outcome_unknown")) unknown += 1;
      const isTrue = said.has("outcome_unknown") || said.has("succeeded") === isDone;
      if (!isTrue)
        untrue.push(`${name}: ${isDone ? "done" : "not done"}, recorded as ${[...said].join(", ") || "nothing"}`);
    }
    return { twice, lost, untrue, unknown };
  }
}
