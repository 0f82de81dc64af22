/**
 * Clocks that jump, under running servers and before starts. Afterwards, every key is repeated on a server with the
 * right clock, before and after the operator accepts the clock; the provider's ledger shows how often each acted.
 */
import assert from "node:assert/strict";
import { setTimeout as pause } from "node:timers/promises";
import { startDopplerSimulator, type DopplerSimulator } from "@svc/provider-doppler/simulator";
import {
  Caller,
  makeClient,
  makeHome,
  operateJson,
  Fixture,
  startServer,
  until,
  type HttpResponse,
  type Connected,
  type Engine,
  type RunningServer,
  type ServerHome,
} from "../../conformance/harness/index.ts";
import { effectsByName, listExecutions, ProviderLedger } from "../../conformance/harness/ledger.ts";
import { OwnPostgres } from "../crash/own-postgres.ts";
import { SetClock } from "./set-clock.ts";

/** Whose clock jumps: that of a SQLite server's machine, of one of two replicas, or of their database. */
export type WhoseClock = "machine" | "replica" | "database";

/** One jump. */
export interface ClockPlan {
  readonly whose: WhoseClock;
  readonly when: "running" | "start";
  readonly jumpMs: number;
  /** The clock's initial offset, in milliseconds. */
  readonly beginsMs?: number;
  /** How long to wait for a round of pruning, in milliseconds. */
  readonly pruneMs: number;
  readonly log: (line: string) => void;
}

/** The result of a jump. */
export interface ClockResult {
  readonly keys: number;
  /** Keys with more than one changing request. */
  readonly twice: readonly string[];
  /** Keys whose repetition had a different response. */
  readonly otherResponses: readonly string[];
  /** Keys whose execution no longer exists. */
  readonly gone: readonly string[];
  /** Writes of a living server whose record differs from its response. */
  readonly madeUnknown: readonly string[];
}

const many = 1_000_000;
// A busy machine may start a server slowly while writes are held; none of them may reach its own deadline.
const settings = { SVC_RATE_LIMIT_RPS: "0", SVC_CALL_TIMEOUT_MS: "120000" } as const;
const keysBefore = 12;
const heldWrites = 4;
/** How long the provider holds writes after the jump, in milliseconds: time for some clock samples and sweeps. */
const heldMs = 8000;

/** How long a server on a busy machine may refuse writes, in milliseconds. */
const refusedMaxMs = 120_000;

const change = { method: "POST", path: "/v3/configs/config/secrets" } as const;

/** Runs it on a new home. */
export async function runClock(plan: ClockPlan): Promise<ClockResult> {
  const trial = await Trial.make(plan);
  try {
    return await trial.run();
  } finally {
    await trial.dispose();
  }
}

class Trial {
  readonly #plan: ClockPlan;
  readonly #engine: Engine;
  readonly #provider: DopplerSimulator;
  readonly #clock: SetClock;
  readonly #home: ServerHome;
  readonly #servers: RunningServer[] = [];
  readonly #twice = new Set<string>();
  readonly #other = new Set<string>();
  readonly #gone = new Set<string>();
  #connected: Connected | null = null;

  private constructor(plan: ClockPlan, parts: { provider: DopplerSimulator; clock: SetClock; home: ServerHome }) {
    this.#plan = plan;
    this.#engine = plan.whose === "machine" ? "sqlite" : "postgres";
    this.#provider = parts.provider;
    this.#clock = parts.clock;
    this.#home = parts.home;
  }

  static async make(plan: ClockPlan): Promise<Trial> {
    const clock = new SetClock();
    clock.set(plan.beginsMs ?? 0);
    const switches = { readsPerMinute: many, secretReadsPerMinute: many, writesPerMinute: many };
    const provider = await startDopplerSimulator({ switches });
    const home =
      plan.whose === "database"
        ? (await OwnPostgres.start(clock.environment)).home
        : await makeHome(plan.whose === "machine" ? "sqlite" : "postgres");
    return new Trial(plan, { provider, clock, home });
  }

  async run(): Promise<ClockResult> {
    const { whose, when, pruneMs, jumpMs, beginsMs = 0 } = this.#plan;
    await this.#start();
    const ledger = new ProviderLedger(this.#provider);
    const keys = Array.from({ length: keysBefore }, (_, index) => `KEY_${index}`);
    for (const [index, key] of keys.entries()) await this.#write(index, key);
    // Writes of a living server that span the jump.
    const held: Promise<string[]>[] = [];
    if (when === "start") {
      const stopped = this.#servers.splice(whose === "replica" ? 1 : 0);
      for (const server of stopped) await server.stop();
    }
    if (this.#servers.length > 0) held.push(this.#hold("HELD"));
    await this.#untilHeld(held.length);
    this.#clock.set(beginsMs + jumpMs);
    const jumpedAt = performance.now();
    await this.#start();
    await pause(2000);
    held.push(this.#hold("LATE"));
    await this.#untilHeld(held.length);
    await pause(heldMs);
    this.#provider.release();
    const madeUnknown = (await Promise.all(held)).flat();
    keys.push(...[...effectsByName(ledger.effects).keys()].filter((name) => !keys.includes(name)));
    for (let index = 0; index < 4; index += 1) {
      keys.push(`AFTER_${index}`);
      await this.#write(index, `AFTER_${index}`);
    }
    await pause(Math.max(0, pruneMs - (performance.now() - jumpedAt)));
    await this.#judge("before it is accepted", keys, ledger);
    const [here] = this.#servers;
    assert.ok(here !== undefined);
    const { state } = await operateJson<{ state: string }>(here, ["clock"]);
    if (state === "jumped") {
      await operateJson(here, ["clock", "accept"]);
      await pause(pruneMs);
      await this.#judge("after it was accepted", keys, ledger);
    }
    this.#plan.log(`${this.#named}: ${keys.length} keys, the clock was ${state}`);
    const breaches = { twice: [...this.#twice], otherResponses: [...this.#other], gone: [...this.#gone] };
    return { keys: keys.length, ...breaches, madeUnknown };
  }

  async dispose(): Promise<void> {
    for (const server of this.#servers) await server.kill9();
    await this.#provider.close();
    await this.#home.remove();
    this.#clock.dispose();
  }

  get #named(): string {
    const { whose, when, jumpMs } = this.#plan;
    return `${whose}, ${when}, ${jumpMs / 1000} s`;
  }

  /** Starts the stopped servers: one on SQLite, two on PostgreSQL, the first with the right time. */
  async #start(): Promise<void> {
    const { whose } = this.#plan;
    for (let index = this.#servers.length; index < (whose === "machine" ? 1 : 2); index += 1) {
      const isSet = whose === "machine" || (whose === "replica" && index === 1);
      const env = { ...settings, ...(isSet ? this.#clock.environment : {}) };
      const { url: sandboxProvider } = this.#provider;
      this.#servers.push(await startServer({ engine: this.#engine, home: this.#home, sandboxProvider, env }));
    }
    const [server] = this.#servers;
    assert.ok(server !== undefined);
    if (this.#connected !== null) return;
    const fixture = new Fixture(
      { engine: this.#engine, provider: this.#provider, server, client: await makeClient(server) },
      {},
    );
    this.#connected = await fixture.connected();
  }

  /** The connection, on each server in turn; the first has the right time. */
  #at(index: number): Connected {
    const server = this.#servers[index % this.#servers.length];
    assert.ok(server !== undefined && this.#connected !== null);
    return this.#connected.by(new Caller(server.http, this.#connected.caller.key));
  }

  /** Sends a write, and resends it while an overloaded server refuses it unsent. @returns the first other response. */
  async #set(index: number, key: string): Promise<HttpResponse> {
    return await until(refusedMaxMs, `${key} is not refused (${this.#named})`, async () => {
      const response = await this.#at(index).set(key, key);
      const isRefused = response.status === 503 && response.headers["idempotent-replayed"] !== "true";
      if (isRefused) this.#plan.log(`${this.#named}: ${key} was refused: ${response.text}`);
      return isRefused ? null : response;
    });
  }

  async #write(index: number, key: string): Promise<void> {
    const response = await this.#set(index, key);
    if (response.status !== 200) this.#other.add(`${key}: first answered ${response.status} (${this.#named})`);
  }

  /** Makes writes that the provider holds. @returns those that didn't succeed. */
  async #hold(prefix: string): Promise<string[]> {
    this.#provider.faults.add({ match: change, times: heldWrites, fault: { kind: "hold", when: "after_effect" } });
    const keys = Array.from({ length: heldWrites }, (_, index) => `${prefix}_${index}`);
    const responses = await Promise.all(keys.map((key, index) => this.#set(index, key)));
    return responses.flatMap(({ status, text }, index) =>
      status === 200 ? [] : [`${keys[index] ?? ""}: ${status} ${text} (${this.#named})`],
    );
  }

  async #untilHeld(groups: number): Promise<void> {
    const wanted = groups * heldWrites;
    await until(2 * refusedMaxMs, `writes are under way (${this.#named})`, () =>
      this.#provider.held === wanted ? true : null,
    );
  }

  async #judge(when: string, keys: readonly string[], ledger: ProviderLedger): Promise<void> {
    for (const key of keys) {
      const response = await this.#set(0, key);
      if (response.status !== 200) this.#other.add(`${key}: answered ${response.status} ${when} (${this.#named})`);
    }
    for (const [name, count] of effectsByName(ledger.effects)) {
      if (count !== 1) this.#twice.add(`${name}: ${count} changes ${when} (${this.#named})`);
    }
    const known = new Set(
      (await listExecutions(this.#at(0))).map(({ summary }) => (summary.input as { name?: string }).name),
    );
    for (const key of keys) if (!known.has(key)) this.#gone.add(`${key}: no execution ${when} (${this.#named})`);
  }
}
