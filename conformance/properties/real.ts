/** The real thing: a server process that comes and goes on one home, and the simulated provider. */
import assert from "node:assert/strict";
import { startDopplerSimulator, type DopplerSimulator } from "@svc/provider-doppler/simulator";
import {
  Caller,
  Frontend,
  makeClient,
  makeHome,
  startServer,
  type Answer,
  type Engine,
  type RunningServer,
  type ServerHome,
  type TestClient,
} from "../harness/index.ts";

/** One provider call at most, in milliseconds: a run must not wait long for what hangs. */
const callTimeoutMs = 1500;
const many = 1_000_000;

const env = {
  SVC_RATE_LIMIT_RPS: "0",
  SVC_CALL_TIMEOUT_MS: String(callTimeoutMs),
  SVC_LOG_LEVEL: "error",
  // Answers name it, and have to be the same after a restart on another port.
  SVC_PUBLIC_URL: "https://svc.example.com",
};

/** What commands act on. It outlives a run: each run makes tenants of its own. */
export class Real {
  readonly engine: Engine;
  readonly provider: DopplerSimulator;
  readonly home: ServerHome;
  readonly client: TestClient;
  /** A client that owns nothing. */
  readonly #strangerKey: string;
  #server: RunningServer;
  /** The client's keys that work, by their names; the last one is used. */
  readonly keys: { readonly name: string; readonly key: string }[];
  /** How often each kind of command ran. */
  readonly counts = new Map<string, number>();
  #names = 0;

  private constructor(
    parts: Pick<Real, "engine" | "provider" | "home" | "client">,
    at: RunningServer,
    stranger: string,
  ) {
    this.engine = parts.engine;
    this.provider = parts.provider;
    this.home = parts.home;
    this.client = parts.client;
    this.keys = [{ name: "default", key: parts.client.key }];
    this.#server = at;
    this.#strangerKey = stranger;
  }

  /** Starts it all. */
  static async start(engine: Engine): Promise<Real> {
    const provider = await startDopplerSimulator({
      switches: { readsPerMinute: many, secretReadsPerMinute: many, writesPerMinute: many },
    });
    const home = await makeHome(engine);
    const server = await startServer({ engine, home, sandboxProvider: provider.url, env });
    const client = await makeClient(server);
    const stranger = await makeClient(server);
    return new Real({ engine, provider, home, client }, server, stranger.key);
  }

  /** The server that runs now. */
  get server(): RunningServer {
    return this.#server;
  }

  /** The client's calls, with the newest key. */
  get caller(): Caller {
    return new Caller(this.#server.http, this.keys.at(-1)?.key ?? "");
  }

  /** Calls of another client. */
  get stranger(): Caller {
    return new Caller(this.#server.http, this.#strangerKey);
  }

  /** Calls of a frontend. */
  get frontend(): Frontend {
    return new Frontend(this.#server.http);
  }

  /** How many commands ran. */
  get executed(): number {
    return [...this.counts.values()].reduce((sum, count) => sum + count, 0);
  }

  /** A name that nothing else has: a secret's, a key's, a tenant's. */
  name(prefix: string): string {
    this.#names += 1;
    return `${prefix}_${this.#names}`;
  }

  /** A new token of the workplace that every connection is made with. */
  newToken(): string {
    const name = this.name("token");
    const value = `dp.sa.${name.replaceAll("_", "").padEnd(43, "t")}`;
    const { grants, workplace } = this.provider.world.tokenByValue(this.provider.tokens.serviceAccount) ?? {};
    assert.ok(grants !== undefined && workplace !== undefined);
    const of = { kind: "service_account", access: "read", expiresAtMs: null } as const;
    this.provider.world.addToken({ name, value, workplace, grants, ...of });
    return value;
  }

  /** Ends the server, by its leave or without, and starts one on the same home. */
  async restart(how: "stop" | "kill"): Promise<void> {
    assert.doesNotMatch(this.#server.log(), /"level":50/, "the server logged an error");
    if (how === "kill") await this.#server.kill9();
    else assert.equal(await this.#server.stop(), 0);
    const { engine, home, provider } = this;
    this.#server = await startServer({ engine, home, sandboxProvider: provider.url, env });
  }

  /** Forgets what only one run needs. */
  betweenRuns(): void {
    this.provider.faults.clear();
    this.#server.http.exchanges.length = 0;
  }

  /** Ends everything. */
  async dispose(): Promise<void> {
    await this.#server.kill9();
    await this.provider.close();
    await this.home.remove();
  }
}

/** Asserts that an answer is a problem of one of these codes. */
export function assertCode(answer: Answer, ...codes: readonly string[]): void {
  assert.ok(answer.status >= 400 && codes.includes(answer.problem().code), `${codes.join(", ")}: ${answer.text}`);
}

/** Asserts an answer's status. */
export function assertStatus(answer: Answer, status: number): void {
  assert.equal(answer.status, status, answer.text);
}
