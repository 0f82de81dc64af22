/** The fixture of a suite: a server on each engine, the simulated provider, a service client and its calls. */
import assert from "node:assert/strict";
import { after, before, describe } from "node:test";
import { errorTable, type ErrorCode, type ExecutedAction, type Problem, type Tenant } from "@svc/contract";
import { startDopplerSimulator, type DopplerSimulator } from "@svc/provider-doppler/simulator";
import { Caller, makeClient, uniqueName, type CallOptions, type ClientLists, type TestClient } from "./caller.ts";
import { connect } from "./connect.ts";
import { chosenEngines, oneEngine } from "./engines.ts";
import type { HttpResponse } from "./http.ts";
import { startServer, type Engine, type RunningServer } from "./server.ts";

/** A config of the simulated provider that its `serviceAccount` token may change. */
export const devConfig = { project: "harbor-api", config: "dev" } as const;

/** The resources of one suite on one engine. */
export class Fixture {
  readonly engine: Engine;
  readonly provider: DopplerSimulator;
  /** The current server; {@link Fixture.restart} replaces it. */
  server: RunningServer;
  /** A service client with every action allowed, and its calls to the current server. */
  client: TestClient;
  #env: Readonly<Record<string, string>>;

  constructor(
    parts: Pick<Fixture, "engine" | "provider" | "server" | "client">,
    env: Readonly<Record<string, string>>,
  ) {
    this.engine = parts.engine;
    this.provider = parts.provider;
    this.server = parts.server;
    this.client = parts.client;
    this.#env = env;
  }

  /** The calls of {@link Fixture.client}. */
  get caller(): Caller {
    return this.client.caller;
  }

  /** A new tenant of the client, or of another caller. */
  async tenant(caller: Caller = this.caller): Promise<string> {
    const body = { externalId: uniqueName("tenant"), displayName: "Acme Inc." };
    const response = await caller.post("/v1/tenants", body, { idempotencyKey: uniqueName("tenant") });
    assert.equal(response.status, 201, response.text);
    return (response.json as Tenant).id;
  }

  /** A new tenant with one active connection; `credential` is the service account with all permissions by default. */
  async connected(fields: ConnectedOptions = {}): Promise<Connected> {
    const caller = fields.caller ?? this.caller;
    const tenantId = fields.tenantId ?? (await this.tenant(caller));
    const credential = fields.credential ?? this.provider.tokens.serviceAccount;
    const session = fields.requestedActions === undefined ? {} : { requestedActions: fields.requestedActions };
    const connectionId = await connect(caller, tenantId, credential, session);
    return new Connected(caller, tenantId, connectionId);
  }

  /** One more service client. */
  another(lists?: ClientLists): Promise<TestClient> {
    return makeClient(this.server, lists);
  }

  /** Stops the server and starts one on the same data; these variables override those of the first start. */
  async restart(env: Readonly<Record<string, string>> = {}): Promise<void> {
    await this.server.stop();
    const { home } = this.server;
    const merged = { ...this.#env, ...env };
    this.server = await startServer({ engine: this.engine, env: merged, sandboxProvider: this.provider.url, home });
    this.client = { ...this.client, caller: new Caller(this.server.http, this.client.key) };
  }
}

/** Options of a new connection. */
export interface ConnectedOptions {
  readonly caller?: Caller;
  readonly tenantId?: string;
  readonly credential?: string;
  readonly requestedActions?: readonly string[];
}

/** One active connection, and calls on it. */
export class Connected {
  readonly caller: Caller;
  readonly tenantId: string;
  readonly id: string;

  constructor(caller: Caller, tenantId: string, id: string) {
    this.caller = caller;
    this.tenantId = tenantId;
    this.id = id;
  }

  get path(): string {
    return `/v1/tenants/${this.tenantId}/connections/${this.id}`;
  }

  /** The same connection, used by another caller or on another server. */
  by(caller: Caller): Connected {
    return new Connected(caller, this.tenantId, this.id);
  }

  execute(action: string, input: unknown, options?: CallOptions): Promise<HttpResponse> {
    return this.caller.post(`${this.path}/actions/${action}:execute`, { input }, options);
  }

  /** Executes an action that must succeed. */
  async run(action: string, input: unknown, options?: CallOptions): Promise<ExecutedAction> {
    const response = await this.execute(action, input, options);
    assert.equal(response.status, 200, response.text);
    return response.json as ExecutedAction;
  }

  /** Sets a secret in {@link devConfig}; the value is a canary unless given. */
  set(name: string, idempotencyKey: string, value = `canary-value-of-${name}`): Promise<HttpResponse> {
    return this.execute("secrets.set", { ...devConfig, name, value }, { idempotencyKey });
  }
}

/** Asserts that a response is a problem with this code and its status, and returns it. */
export function assertProblem(response: HttpResponse, code: ErrorCode): Problem {
  assert.equal(response.headers["content-type"]?.split(";")[0], "application/problem+json", response.text);
  const problem = response.problem();
  assert.equal(problem.code, code, response.text);
  assert.equal(response.status, errorTable[code].status);
  return problem;
}

export interface SuiteOptions {
  readonly env?: Readonly<Record<string, string>>;
}

/**
 * Registers a suite on one engine, with its own server, provider and client. Formats, policy and pages don't depend on
 * the engine; `npm run test:postgres` runs every suite on PostgreSQL.
 * @param register registers the tests; they may call `fixture()` once they run.
 */
export function suite(subject: string, register: (fixture: () => Fixture) => void, options: SuiteOptions = {}): void {
  registerOn(oneEngine(), subject, register, options);
}

/** Registers a suite once per engine, because SQL decides: order, locks, row-level security, transactions. */
export function suiteOnBothEngines(
  subject: string,
  register: (fixture: () => Fixture) => void,
  options: SuiteOptions = {},
): void {
  registerOn(chosenEngines(), subject, register, options);
}

function registerOn(
  engines: readonly Engine[],
  subject: string,
  register: (fixture: () => Fixture) => void,
  { env = {} }: SuiteOptions,
): void {
  for (const engine of engines) {
    describe(`${subject} on ${engine}`, () => {
      let fixture: Fixture | undefined;
      let provider: DopplerSimulator | undefined;
      before(async () => {
        provider = await startDopplerSimulator();
        const server = await startServer({ engine, env, sandboxProvider: provider.url });
        try {
          fixture = new Fixture({ engine, provider, server, client: await makeClient(server) }, env);
        } catch (error) {
          await server.dispose();
          throw error;
        }
      });
      after(async () => {
        await fixture?.server.dispose();
        await provider?.close();
      });
      register(() => {
        assert.ok(fixture !== undefined, "the suite has not started");
        return fixture;
      });
    });
  }
}
