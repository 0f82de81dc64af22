/** The OAuth suites' fixture: a server, GitHub's simulated API behind a real authorization server, and its users. */
import assert from "node:assert/strict";
import { after, before, describe } from "node:test";
import type { AuditEventList, Connection, ConnectSession, Tenant } from "@svc/contract";
import {
  GithubWorld,
  seedWorld,
  startGithubSimulator,
  type AcceptedToken,
  type GithubSimulator,
} from "@svc/provider-github/simulator";
import {
  oneEngine,
  Connected,
  makeClient,
  openSession,
  startServer,
  uniqueName,
  type Caller,
  type ClientLists,
  type Engine,
  type RunningServer,
  type ServerHome,
  type TestClient,
} from "../index.ts";
import type { RegisteredApp } from "./authorization-server.ts";
import { Journey, type SessionFields } from "./journey.ts";
import { startProviderOrigin, type ProviderOrigin } from "./provider-origin.ts";

/** The server under test, as registered at the authorization server. */
export const app = {
  clientId: "svc-conformance",
  clientSecret: "svc-conformance-client-secret-c2VjcmV0",
  // A loopback redirect URI is valid with any port (RFC 8252 §7.3).
  redirectUris: ["http://127.0.0.1/connect/oauth/github/callback"],
};

/** Variables that enable GitHub. */
export const appEnvironment: Readonly<Record<string, string>> = {
  SVC_OAUTH_GITHUB_CLIENT_ID: app.clientId,
  SVC_OAUTH_GITHUB_CLIENT_SECRET: app.clientSecret,
  SVC_RATE_LIMIT_RPS: "0",
};

/** Two reads and a write. */
export const requestedActions = ["issues.list", "issues.create", "user.get"] as const;

/** A simulated repository that `octocat` may change. */
export const repository = { owner: "octocat", repo: "hello-world" } as const;

/** The provider of these suites. */
export interface SimulatedGithub {
  readonly origin: ProviderOrigin;
  readonly api: GithubSimulator;
  close(): Promise<void>;
}

const many = 1_000_000;

/** Starts GitHub's simulated API without rate limits, behind a real authorization server with these apps. */
export async function startSimulatedGithub(apps: readonly RegisteredApp[] = [app]): Promise<SimulatedGithub> {
  const world = new GithubWorld({
    seed: seedWorld,
    switches: { corePerWindow: many, searchPerWindow: many, contentPerMinute: many },
  });
  let api: GithubSimulator | undefined;
  const origin = await startProviderOrigin({ apps, scopes: ["repo", "read:user"] }, async (authorization) => {
    const acceptToken = async (token: string): Promise<AcceptedToken | null> => {
      const owner = await authorization.ownerOf(token);
      return owner === null ? null : { userId: world.account(owner.login).id, scopes: owner.scopes };
    };
    api = await startGithubSimulator({ world, acceptToken });
    return api;
  });
  assert.ok(api !== undefined);
  const behind = api;
  return {
    origin,
    api: behind,
    async close() {
      await origin.close();
      await behind.close();
    },
  };
}

/** Starts a server with the app's credentials. */
export function startOAuthServer(
  engine: Engine,
  github: Pick<SimulatedGithub, "origin">,
  more: { readonly env?: Readonly<Record<string, string>>; readonly home?: ServerHome } = {},
): Promise<RunningServer> {
  return startServer({
    engine,
    env: { ...appEnvironment, ...more.env },
    sandboxProviders: { github: github.origin.url },
    ...(more.home === undefined ? {} : { home: more.home }),
  });
}

/** The resources of one suite on one engine. */
export class OAuthFixture {
  readonly engine: Engine;
  readonly github: SimulatedGithub;
  readonly server: RunningServer;
  readonly client: TestClient;

  constructor(parts: Pick<OAuthFixture, "engine" | "github" | "server" | "client">) {
    this.engine = parts.engine;
    this.github = parts.github;
    this.server = parts.server;
    this.client = parts.client;
  }

  /** The calls of {@link OAuthFixture.client}. */
  get caller(): Caller {
    return this.client.caller;
  }

  /** The authorization server. */
  get authorization(): ProviderOrigin["authorization"] {
    return this.github.origin.authorization;
  }

  /** A new tenant. */
  async tenant(caller: Caller = this.caller): Promise<string> {
    const body = { externalId: uniqueName("tenant"), displayName: "Acme Inc." };
    const response = await caller.post("/v1/tenants", body, { idempotencyKey: uniqueName("tenant") });
    assert.equal(response.status, 201, response.text);
    return (response.json as Tenant).id;
  }

  /** A user with a new session; `fields` override the defaults. */
  async journey(fields: SessionFields = {}): Promise<Journey> {
    const { tenantId = await this.tenant(fields.caller), caller = this.caller, browser, ...more } = fields;
    const session = await openSession(caller, tenantId, {
      provider: "github",
      authKind: "oauth2_authorization_code",
      requestedActions: [...requestedActions],
      ...more,
    });
    return new Journey({ caller, session, ...(browser === undefined ? {} : { browser }) });
  }

  /** Connects as `login` and returns the active connection. */
  async connected(fields: SessionFields & { readonly login?: string } = {}): Promise<Connected> {
    const { login = "octocat", ...more } = fields;
    const journey = await this.journey(more);
    const session = await journey.goAllTheWay({ login });
    assert.equal(session.status, "completed", JSON.stringify(session.error));
    assert.ok(session.connection_id !== null);
    return new Connected(journey.caller, session.tenant_id, session.connection_id);
  }

  /** One more service client. */
  another(lists?: ClientLists): Promise<TestClient> {
    return makeOAuthClient(this.server, lists);
  }

  async connectionsOf(tenantId: string, caller: Caller = this.caller): Promise<readonly Connection[]> {
    const response = await caller.get(`/v1/tenants/${tenantId}/connections`);
    assert.equal(response.status, 200, response.text);
    return (response.json as { connections: Connection[] }).connections;
  }

  /** The audited reasons why a session's callbacks were refused, oldest first. */
  async refusalsOf({ session, caller }: Journey): Promise<readonly string[]> {
    const query = `subject=${session.id}&type=connect_session.callback_refused`;
    const response = await caller.get(`/v1/audit-events?${query}`);
    assert.equal(response.status, 200, response.text);
    return (response.json as AuditEventList).auditEvents.map(({ data }) => String(data["reason"])).reverse();
  }

  /** Asserts that a session has created no connection so far. */
  async assertNothingMade(journey: Journey): Promise<ConnectSession> {
    const session = await journey.state();
    assert.notEqual(session.status, "completed");
    assert.equal(session.connection_id, null);
    assert.deepEqual(await this.connectionsOf(session.tenant_id, journey.caller), []);
    return session;
  }
}

/** Creates a service client that may use GitHub's actions. */
export function makeOAuthClient(server: RunningServer, lists: ClientLists = {}): Promise<TestClient> {
  return makeClient(server, { allowActions: ["github/*"], ...lists });
}

/** Registers a suite on one engine, or on the given ones, each with its own server, provider and client. */
export function oauthSuite(
  subject: string,
  register: (fixture: () => OAuthFixture) => void,
  options: { readonly env?: Readonly<Record<string, string>>; readonly engines?: readonly Engine[] } = {},
): void {
  for (const engine of options.engines ?? oneEngine()) {
    describe(`${subject} on ${engine}`, () => {
      let fixture: OAuthFixture | undefined;
      let github: SimulatedGithub | undefined;
      let server: RunningServer | undefined;
      before(async () => {
        github = await startSimulatedGithub();
        server = await startOAuthServer(engine, github, { env: options.env ?? {} });
        fixture = new OAuthFixture({ engine, github, server, client: await makeOAuthClient(server) });
      });
      after(async () => {
        await server?.dispose();
        await github?.close();
      });
      register(() => {
        assert.ok(fixture !== undefined, "the suite has not started");
        return fixture;
      });
    });
  }
}
