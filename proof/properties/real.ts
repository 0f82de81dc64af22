/** The real system: a server process that is restarted on one home, and the simulated providers. */
import assert from "node:assert/strict";
import { startDopplerSimulator, type DopplerSimulator } from "@svc/provider-doppler/simulator";
import { startGithubSimulator, type GithubSimulator } from "@svc/provider-github/simulator";
import {
  Caller,
  Frontend,
  makeClient,
  makeHome,
  startServer,
  type HttpResponse,
  type Engine,
  type RunningServer,
  type ServerHome,
  type TestClient,
} from "../../conformance/harness/index.ts";
import { CookieClient } from "../../conformance/harness/oauth/cookie-client.ts";
import { startWebhookReceiver, type WebhookReceiver } from "./receiver.ts";

const publicUrl = "https://svc.example.com";

/** The service's app at the simulated authorization server. */
const app = {
  kind: "github_app",
  clientId: "svc-properties",
  clientSecret: "svc-properties-client-secret-c2VjcmV0",
  name: "svc",
  callbackUrls: [`${publicUrl}/connect/oauth/github/callback`],
  installedOn: ["octocat"],
} as const;

/** The time limit for a provider call in milliseconds, short so that hangs don't slow the run. */
const callTimeoutMs = 1500;
const many = 1_000_000;

const env = {
  SVC_RATE_LIMIT_RPS: "0",
  SVC_CALL_TIMEOUT_MS: String(callTimeoutMs),
  SVC_LOG_LEVEL: "error",
  // Answers contain it, and must be the same after a restart on another port.
  SVC_PUBLIC_URL: publicUrl,
  SVC_OAUTH_GITHUB_CLIENT_ID: app.clientId,
  SVC_OAUTH_GITHUB_CLIENT_SECRET: app.clientSecret,
  // The webhook lease follows from this; it delays deliveries after a kill.
  SVC_WEBHOOK_TIMEOUT_MS: "2000",
};

/** The system that commands act on. It outlives a run: each run creates new tenants. */
export class Real {
  readonly engine: Engine;
  readonly provider: DopplerSimulator;
  readonly github: GithubSimulator;
  readonly receiver: WebhookReceiver;
  readonly home: ServerHome;
  readonly client: TestClient;
  /** The client id of the app at the simulated authorization server. */
  readonly appClientId: string = app.clientId;
  /** A client without resources. */
  readonly #strangerKey: string;
  #server: RunningServer;
  /** The client's valid keys by name; calls use the last one. */
  readonly keys: { readonly name: string; readonly key: string }[];
  /** How often each kind of command has run. */
  readonly counts = new Map<string, number>();
  /** The position in the event log. */
  cursor: string | null = null;
  #names = 0;

  private constructor(
    parts: Pick<Real, "engine" | "provider" | "github" | "receiver" | "home" | "client">,
    at: RunningServer,
    stranger: string,
  ) {
    this.engine = parts.engine;
    this.provider = parts.provider;
    this.github = parts.github;
    this.receiver = parts.receiver;
    this.home = parts.home;
    this.client = parts.client;
    this.keys = [{ name: "default", key: parts.client.key }];
    this.#server = at;
    this.#strangerKey = stranger;
  }

  /** Starts everything. */
  static async start(engine: Engine): Promise<Real> {
    const provider = await startDopplerSimulator({
      switches: { readsPerMinute: many, secretReadsPerMinute: many, writesPerMinute: many },
    });
    const github = await startGithubSimulator({
      apps: [app],
      switches: { corePerWindow: many, searchPerWindow: many, contentPerMinute: many, autoApprove: "octocat" },
    });
    const receiver = await startWebhookReceiver();
    const home = await makeHome(engine);
    const server = await startServer({ engine, home, ...simulatorsOf({ provider, github }), env });
    const client = await makeClient(server, { allowActions: ["doppler/*", "github/*"] });
    const stranger = await makeClient(server);
    return new Real({ engine, provider, github, receiver, home, client }, server, stranger.key);
  }

  /** The current server. */
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

  /** A browser for which the public URL resolves to the current server. */
  browser(): CookieClient {
    return new CookieClient((url) =>
      url.origin === publicUrl ? new URL(url.pathname + url.search, this.#server.url) : url,
    );
  }

  /** The number of commands that have run. */
  get executed(): number {
    return [...this.counts.values()].reduce((sum, count) => sum + count, 0);
  }

  /** A unique name for a secret, key or tenant. */
  name(prefix: string): string {
    this.#names += 1;
    return `${prefix}_${this.#names}`;
  }

  /** A new provider token for a connection. */
  newToken(): string {
    const name = this.name("token");
    const value = `dp.sa.${name.replaceAll("_", "").padEnd(43, "t")}`;
    const { grants, workplace } = this.provider.world.tokenByValue(this.provider.tokens.serviceAccount) ?? {};
    assert.ok(grants !== undefined && workplace !== undefined);
    const of = { kind: "service_account", access: "read", expiresAtMs: null } as const;
    this.provider.world.addToken({ name, value, workplace, grants, ...of });
    return value;
  }

  /** Stops or kills the server, and starts one on the same home. */
  async restart(how: "stop" | "kill"): Promise<void> {
    assert.deepEqual(this.#server.errors(), []);
    if (how === "kill") await this.#server.kill9();
    else assert.equal(await this.#server.stop(), 0);
    const { engine, home } = this;
    this.#server = await startServer({ engine, home, ...simulatorsOf(this), env });
  }

  /** Resets the state that belongs to one run. */
  betweenRuns(): void {
    this.provider.faults.clear();
    this.github.faults.clear();
    this.#server.http.exchanges.length = 0;
  }

  /** Disposes of everything. */
  async dispose(): Promise<void> {
    await this.#server.kill9();
    await this.provider.close();
    await this.github.close();
    await this.receiver.close();
    await this.home.remove();
  }
}

function simulatorsOf({ provider, github }: Pick<Real, "provider" | "github">) {
  return { sandboxProvider: provider.url, sandboxProviders: { github: github.url } };
}

/** Asserts that a response is a problem with one of these codes. */
export function assertCode(response: HttpResponse, ...codes: readonly string[]): void {
  assert.ok(response.status >= 400 && codes.includes(response.problem().code), `${codes.join(", ")}: ${response.text}`);
}

/** Asserts a response's status. */
export function assertStatus(response: HttpResponse, status: number): void {
  assert.equal(response.status, status, response.text);
}
