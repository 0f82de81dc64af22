/** The crash scenarios' fixture: a home with its provider, and servers, each behind its own gates. */
import { mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startDopplerSimulator, type DopplerSimulator } from "@svc/provider-doppler/simulator";
import {
  Caller,
  makeClient,
  makeHome,
  Fixture,
  startServer,
  type Connected,
  type Engine,
  type RunningServer,
  type ServerHome,
  type ServerOptions,
} from "../../conformance/harness/index.ts";
import { watchTransitions } from "../../conformance/harness/transition-trace.ts";
import { startPostgresGate } from "./postgres-gate.ts";
import { startProviderGate, type Gate } from "./provider-gate.ts";
import type { GateOrder } from "./sqlite-gate.ts";
import { Trigger, type Meeting, type Point, type PointKind } from "./trigger.ts";

const many = 1_000_000;

/** A home, its provider and the connection used by writes. */
export class CrashFixture {
  readonly engine: Engine;
  readonly provider: DopplerSimulator;
  readonly home: ServerHome;
  /** Everything that dead servers printed. */
  readonly printed: string[] = [];
  readonly #gatedServers: GatedServer[] = [];
  #connected: Connected | null = null;

  private constructor(engine: Engine, provider: DopplerSimulator, home: ServerHome) {
    this.engine = engine;
    this.provider = provider;
    this.home = home;
  }

  /** Creates a provider without rate limits. @param home replaces a new one. */
  static async make(engine: Engine, home?: ServerHome): Promise<CrashFixture> {
    const provider = await startDopplerSimulator({
      switches: { readsPerMinute: many, secretReadsPerMinute: many, writesPerMinute: many },
    });
    return new CrashFixture(engine, provider, home ?? (await makeHome(engine)));
  }

  /** Starts another server; the first one creates the connection, and starts the trace of status changes. */
  async addServer(): Promise<GatedServer> {
    const gated = await GatedServer.open(this);
    this.#gatedServers.push(gated);
    await gated.start();
    if (this.#connected === null) {
      await watchTransitions(this.home);
      const { engine, provider } = this;
      const { server } = gated;
      const base = new Fixture({ engine, provider, server, client: await makeClient(server) }, {});
      this.#connected = await base.connected();
      await gated.settleIn();
    }
    return gated;
  }

  /** The connection, on this server. */
  at(gated: GatedServer): Connected {
    if (this.#connected === null) throw new Error("No server has been started.");
    return this.#connected.by(new Caller(gated.server.http, this.#connected.caller.key));
  }

  /** Kills the servers and removes the home. */
  async dispose(): Promise<void> {
    for (const gated of this.#gatedServers) await gated.close();
    await this.provider.close();
    await this.home.remove();
  }
}

/** What a gated server shares with the others of its scenario. */
export interface GatedPlace {
  readonly engine: Engine;
  readonly home: ServerHome;
  /** Where to add everything that a dead server printed. */
  readonly printed: string[];
  /** The simulated secrets provider, if its bytes count. */
  readonly provider?: Pick<DopplerSimulator, "url">;
  /** Further options of the server. */
  readonly options?: Pick<ServerOptions, "env" | "sandboxProviders">;
}

/** A server that is killed and restarted behind the same gates. */
export class GatedServer {
  readonly trigger: Trigger;
  readonly #place: GatedPlace;
  readonly #gates: readonly Gate[];
  readonly #folder = mkdtempSync(join(tmpdir(), "svc-gate-"));
  readonly #databaseUrl: string;
  #server: RunningServer | null = null;
  #run = 0;
  #order: GateOrder = { run: 0, n: 0, side: "before", signal: "SIGKILL" };
  #release: () => void = () => undefined;

  private constructor(place: GatedPlace, trigger: Trigger, gates: readonly Gate[], databaseUrl: string) {
    this.#place = place;
    this.trigger = trigger;
    this.#gates = gates;
    this.#databaseUrl = databaseUrl;
    this.#give(this.#order);
  }

  /** Opens the gates; {@link GatedServer.start} starts the server. */
  static async open(place: GatedPlace): Promise<GatedServer> {
    const trigger = new Trigger();
    const { provider, engine, home } = place;
    const gates = provider === undefined ? [] : [await startProviderGate(Number(new URL(provider.url).port), trigger)];
    // The server's role, so that row-level security applies; the evidence is read with a different one.
    const { databaseUrl: adminUrl, serverDatabaseUrl = adminUrl } = home;
    const url = new URL(serverDatabaseUrl);
    if (engine === "postgres") {
      const gate = await startPostgresGate(Number(url.port), trigger);
      url.port = String(gate.port);
      gates.push(gate);
    }
    const databaseUrl = engine === "postgres" ? url.href : serverDatabaseUrl;
    return new GatedServer(place, trigger, gates, databaseUrl);
  }

  /** The current server. */
  get server(): RunningServer {
    if (this.#server === null) throw new Error("The server has been killed.");
    return this.#server;
  }

  /** Starts a server. */
  async start(): Promise<void> {
    const { engine, home, provider, options } = this.#place;
    const gate = `--import=${join(import.meta.dirname, "sqlite-gate.ts")} --disable-warning=ExperimentalWarning`;
    const env = {
      SVC_CALL_TIMEOUT_MS: "15000",
      SVC_RATE_LIMIT_RPS: "0",
      ...options?.env,
      ...(engine === "sqlite" ? { NODE_OPTIONS: gate, SVC_PROOF_GATE: this.#orderPath } : {}),
    };
    const sandboxProvider =
      provider === undefined ? {} : { sandboxProvider: `http://127.0.0.1:${this.#gates[0]?.port ?? 0}` };
    // The shared home, with this server's own path to the database.
    const own = { folder: home.folder, databaseUrl: this.#databaseUrl, remove: () => Promise.resolve() };
    this.#server = await startServer({ engine, ...options, ...sandboxProvider, env, home: own });
  }

  /** Restarts the first server gracefully: a killed one wouldn't write the compile cache for the next. */
  async settleIn(): Promise<void> {
    this.#place.printed.push(this.server.log());
    await this.server.stop();
    await this.start();
  }

  /** Kills the server and starts the next one. */
  async restart(): Promise<void> {
    await this.#end();
    await this.start();
  }

  /** Starts a new run, and performs `how` at the point, if one is given. */
  arm(point: Point | null, how: "kill" | "stop" | (() => Meeting)): void {
    this.#run += 1;
    const isInside = this.#place.engine === "sqlite" && typeof how === "string";
    const act = (): Meeting => (typeof how === "function" ? how() : this.#signal(how));
    this.trigger.set(point?.kind === "statement" && isInside ? null : point, act);
    const n = point?.kind === "statement" && isInside ? point.n : 0;
    const signal = how === "stop" ? "SIGSTOP" : "SIGKILL";
    this.#give({ run: this.#run, n, side: point?.side ?? "before", signal, label: point?.label ?? "" });
  }

  /** Stops counting and acting. @returns where it acted in this run, or null. */
  disarm(): string | null {
    this.trigger.rest();
    this.#give({ ...this.#order, run: 0, n: 0 });
    return this.fired();
  }

  /** Where it acted in this run, or null. */
  fired(): string | null {
    const [inside] = this.#logged("fired");
    return this.trigger.fired ?? inside ?? null;
  }

  /** The events of this run, in order. */
  met(kind: PointKind): readonly string[] {
    return kind === "statement" && this.#place.engine === "sqlite" ? this.#logged("met") : this.trigger.labels[kind];
  }

  /** Resumes a stopped server, and releases everything that a gate holds. */
  wake(): void {
    process.kill(this.server.pid, "SIGCONT");
    this.#release();
  }

  /** Stops the server and the gates. */
  async close(): Promise<void> {
    await this.#end();
    for (const gate of this.#gates) await gate.close();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  get #orderPath(): string {
    return join(this.#folder, "order.json");
  }

  #give(order: GateOrder): void {
    this.#order = order;
    writeFileSync(`${this.#orderPath}.new`, JSON.stringify(order));
    renameSync(`${this.#orderPath}.new`, this.#orderPath);
  }

  #logged(word: "met" | "fired"): readonly string[] {
    const start = `${this.#run} ${word} `;
    const lines = readText(`${this.#orderPath}.log`).split("\n");
    return lines.filter((line) => line.startsWith(start)).map((line) => line.slice(start.length));
  }

  #signal(how: "kill" | "stop"): Meeting {
    process.kill(this.server.pid, how === "kill" ? "SIGKILL" : "SIGSTOP");
    return new Promise((resolve) => {
      // A dead server's requests are never delivered.
      if (how === "stop") this.#release = resolve;
    });
  }

  async #end(): Promise<void> {
    if (this.#server === null) return;
    await this.#server.kill9();
    this.#place.printed.push(this.#server.log());
    this.#server = null;
  }
}

function readText(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
