/**
 * The fixture: a whole server on a real database, two providers at one fake authorization server, and browsers with
 * cookies.
 */
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestContext } from "node:test";
import type { CreateConnectSession, CreatedConnectSession } from "@svc/contract";
import { readConfig } from "../../../src/app/config.ts";
import { openResources, type Resources } from "../../../src/app/resources.ts";
import { createEgress, defaultLimits } from "../../../src/adapters/egress/index.ts";
import { createApp } from "../../../src/entry/rest/app.ts";
import { createRequestTracker } from "../../../src/entry/rest/connections.ts";
import type { RootKeys } from "../../../src/adapters/vault/keyring.ts";
import { makeAcme } from "./acme.ts";
import { startAuthorizationServer, type FakeServer } from "./authorization-server.ts";
import { newOwner, type Owner } from "../../app/owners.ts";
import { serveRoutes } from "../../app/serve-routes.ts";
import { makeBrowser, type Browser } from "./browser.ts";

export const publicUrl = "https://svc.example";
export const appOrigin = "https://app.example";

export type { Owner } from "../../app/owners.ts";
/** A session whose token was exchanged. */
export type OpenSession = { id: string; secret: string };

/** Everything that a test controls. */
export type Fixture = {
  deployment: Resources;
  databaseFile: string;
  server: FakeServer;
  owner: Owner;
  /** How many milliseconds the clock is ahead of the fixture's creation; it does not move on its own. */
  clock: { aheadMs: number };
  log: () => string;
  newOwner(): Promise<Owner>;
  /** Makes one API call with a service key; returns status and body. @param key to repeat another call. */
  call(method: "GET" | "POST" | "DELETE", path: string, body?: unknown, owner?: Owner, key?: string): Promise<Called>;
  /** Makes one frontend API call from the application's page. */
  frontend(
    method: "GET" | "POST",
    name: string,
    secret: string,
    origin?: string | null,
    language?: string,
  ): Promise<Called>;
  submit(secret: string, credential: unknown): Promise<Called>;
  /** Returns the status of a HEAD request to one of the server's addresses. */
  head(url: string): Promise<number>;
  open(input?: Partial<CreateConnectSession>, owner?: Owner): Promise<OpenSession>;
  /** Starts the authorization; returns the one-time address. */
  authorize(session: OpenSession): Promise<string>;
  browser(language?: string): Browser;
  session(id: string, owner?: Owner): Promise<CreatedConnectSession>;
  connections(owner?: Owner): Promise<Record<string, unknown>[]>;
  audit(type: string): Promise<Record<string, unknown>[]>;
};
export type Called = { status: number; body: Record<string, unknown> };

/**
 * @param options.apps whether the providers' apps are configured; @param options.env additional variables; @param
 * options.rootKeys replaces the configured root keys.
 */
export async function makeFixture(
  t: TestContext,
  options: { apps?: boolean; env?: Readonly<Record<string, string>>; rootKeys?: RootKeys } = {},
): Promise<Fixture> {
  const folder = mkdtempSync(join(tmpdir(), "svc-oauth-"));
  const config = readConfig({
    SVC_DATABASE_URL: `sqlite:${join(folder, "svc.sqlite")}`,
    SVC_VAULT_KEYS: `k1:${Buffer.alloc(32, 7).toString("base64")}`,
    SVC_RATE_LIMIT_RPS: "0",
    ...(options.apps === false ? {} : appSettings),
    ...options.env,
  });
  const { rootKeys } = options;
  const kept = rootKeys === undefined ? {} : { rootKeys };
  const opened = await openResources(config, { sandbox: false, serve: true, ...kept });
  const clock = { aheadMs: 0 };
  const openedAtMs = Date.now();
  const platform = { ...opened.platform, nowMs: () => openedAtMs + clock.aheadMs };
  const deployment = { ...opened, platform };
  const { store } = deployment;
  const server = await startAuthorizationServer();
  const lines: string[] = [];
  const app = createApp({
    docsUrl: "https://docs.example",
    sandbox: false,
    logLevel: "silent",
    newRequestId: () => deployment.newId("evt"),
    phase: () => "open",
    requests: createRequestTracker(() => 0),
  });
  const logged = (...parts: unknown[]): void => void lines.push(JSON.stringify(parts));
  app.addHook("onRequest", (request, _reply, done) => {
    Object.assign(request.log, { info: logged, warn: logged, error: logged });
    done();
  });
  const common = { origin: server.origin, requestIdHeader: "x-request-id", responseHeaders: [], loopbackOnly: true };
  const egress = createEgress({
    targets: ["acme", "other"].flatMap((provider) => [
      { ...common, provider, service: "api" as const },
      { ...common, provider, service: "authorization" as const },
    ]),
    limits: defaultLimits,
    userAgent: "svc-test",
    monotonicMs: platform.monotonicMs,
    nowMs: platform.nowMs,
  });
  let routes: { close(): Promise<void> } | null = null;
  // Registered before the routes, because a failed start must not keep the process alive.
  t.after(async () => {
    await app.close();
    await egress.close();
    await server.close();
    await routes?.close();
    await store.close();
    rmSync(folder, { recursive: true });
  });
  routes = await serveRoutes({
    config,
    resources: deployment,
    app,
    apiUrl: publicUrl,
    docsUrl: "https://docs.example",
    providers: [makeAcme(), makeAcme({ slug: "other" })],
    authorizationOrigins: new Map([
      ["acme", server.origin],
      ["other", server.origin],
    ]),
    transport: egress,
  });
  const fixture = createFixture({
    deployment,
    databaseFile: join(folder, "svc.sqlite"),
    server,
    clock,
    log: () => lines.join(""),
    app,
  });
  return Object.assign(fixture, { owner: await fixture.newOwner() });
}

const appSettings = {
  SVC_OAUTH_ACME_CLIENT_ID: "client-1",
  SVC_OAUTH_ACME_CLIENT_SECRET: "s3cret",
  SVC_OAUTH_OTHER_CLIENT_ID: "client-2",
  SVC_OAUTH_OTHER_CLIENT_SECRET: "s3cret",
};

type Parts = Pick<Fixture, "deployment" | "databaseFile" | "server" | "clock" | "log"> & {
  app: ReturnType<typeof createApp>;
};

function createFixture({ app, ...parts }: Parts): Fixture {
  const { deployment } = parts;
  const request = async (
    method: "GET" | "POST" | "DELETE",
    path: string,
    headers: Record<string, string>,
    body?: unknown,
  ) => {
    const payload = body === undefined ? {} : { payload: JSON.stringify(body) };
    const type: Record<string, string> = body === undefined ? {} : { "content-type": "application/json" };
    const response = await app.inject({ method, url: path, headers: { ...headers, ...type }, ...payload });
    return { status: response.statusCode, body: JSON.parse(response.body) as Record<string, unknown> };
  };
  let calls = 0;
  const fixture: Omit<Fixture, "owner"> & { owner?: Owner } = {
    ...parts,
    newOwner: () =>
      newOwner(
        deployment,
        { allowedOrigins: [appOrigin], allowedReturnUrls: [`${appOrigin}/done`] },
        { displayName: "Customer <One>" },
      ),
    call: (method, path, body, owner = requireOwner(), key = `k${(calls += 1)}`) =>
      request(method, path, { authorization: `Bearer ${owner.key}`, "idempotency-key": key }, body),
    frontend: (method, name, secret, origin = appOrigin, language = "en") =>
      request(method, `/connect/v1/${name}`, {
        authorization: `Bearer ${secret}`,
        "accept-language": language,
        ...(origin === null ? {} : { origin }),
      }),
    submit: (secret, credential) =>
      request("POST", "/connect/v1/credential", { authorization: `Bearer ${secret}`, origin: appOrigin }, credential),
    head: async (url) => (await app.inject({ method: "HEAD", url: url.slice(publicUrl.length) })).statusCode,
    async open(input = {}, owner = requireOwner()) {
      const body = {
        provider: "acme",
        authKind: "oauth2_authorization_code",
        allowedOrigin: appOrigin,
        returnUrl: `${appOrigin}/done?keep=a%20b`,
        requestedActions: ["notes.list", "notes.create", "people.list"],
        ...input,
      };
      const made = await fixture.call("POST", `/v1/tenants/${owner.tenantId}/connect-sessions`, body, owner);
      assert.equal(made.status, 201, JSON.stringify(made.body));
      const exchanged = await request(
        "POST",
        "/connect/v1/exchange",
        { origin: appOrigin },
        { token: made.body["token"] },
      );
      assert.equal(exchanged.status, 200, JSON.stringify(exchanged.body));
      return { id: made.body["id"] as string, secret: exchanged.body["sessionSecret"] as string };
    },
    async authorize({ secret }) {
      const { status, body } = await fixture.frontend("POST", "authorize", secret);
      assert.equal(status, 200, JSON.stringify(body));
      return body["authorizationUrl"] as string;
    },
    browser: (language) => makeBrowser(app, publicUrl, language),
    async session(id, owner = requireOwner()) {
      const { body } = await fixture.call(
        "GET",
        `/v1/tenants/${owner.tenantId}/connect-sessions/${id}`,
        undefined,
        owner,
      );
      return body as unknown as CreatedConnectSession;
    },
    async connections(owner = requireOwner()) {
      const { body } = await fixture.call("GET", `/v1/tenants/${owner.tenantId}/connections`, undefined, owner);
      return body["connections"] as Record<string, unknown>[];
    },
    async audit(type) {
      const query = { type, tenantId: null, subject: null, beforeSeq: null, limit: 100 };
      const { rows } = await deployment.store.audit.list(requireOwner().clientId, query);
      return rows.map(({ data }) => data);
    },
  };
  const requireOwner = (): Owner => {
    if (fixture.owner === undefined) throw new Error("There is no owner yet.");
    return fixture.owner;
  };
  return fixture as Fixture;
}
