/** The fixture of the browser tests: a sandbox server, the simulated provider, an app's origin, and Chromium. */
import assert from "node:assert/strict";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { DatabaseSync } from "node:sqlite";
import type { CreatedConnectSession, Tenant } from "@svc/contract";
import { startDopplerSimulator, type DopplerSimulator } from "@svc/provider-doppler/simulator";
import type { Browser, BrowserContext, BrowserContextOptions } from "../../../judges/pages/playwright.ts";
import { makeClient, uniqueName, type Caller } from "../../../conformance/harness/caller.ts";
import { until } from "../../../conformance/harness/until.ts";
import { startServer, type RunningServer } from "../../../conformance/harness/server.ts";
import { launchChromium } from "../../../tools/browser/launch.ts";

/** A website of the app. Tests set its responses, "" for 204 No Content; everything else is an empty page. */
export type AppSite = { origin: string; pages: Map<string, string>; requests: string[]; close(): Promise<void> };

/** A session with its token, and its tenant. */
export type OpenedSession = CreatedConnectSession & { token: string };

/** The fixture of one test file. */
export class Fixture {
  readonly server: RunningServer;
  readonly provider: DopplerSimulator;
  readonly app: AppSite;
  readonly browser: Browser;
  readonly caller: Caller;

  constructor(parts: Pick<Fixture, "server" | "provider" | "app" | "browser" | "caller">) {
    this.server = parts.server;
    this.provider = parts.provider;
    this.app = parts.app;
    this.browser = parts.browser;
    this.caller = parts.caller;
  }

  /** A new browser context, without cookies or storage from others. */
  context(options: BrowserContextOptions = {}): Promise<BrowserContext> {
    return this.browser.newContext({ locale: "en-US", viewport: { width: 480, height: 900 }, ...options });
  }

  /** A new tenant. */
  async tenant(displayName = "Acme Inc."): Promise<string> {
    const body = { externalId: uniqueName("tenant"), displayName };
    const response = await this.caller.post("/v1/tenants", body, { idempotencyKey: uniqueName("tenant") });
    assert.equal(response.status, 201, response.text);
    return (response.json as Tenant).id;
  }

  /** A new session for the app's origin; `fields` override the defaults. */
  async session(fields: Readonly<Record<string, unknown>> = {}, tenantId?: string): Promise<OpenedSession> {
    const body = {
      provider: "doppler",
      authKind: "static_credential",
      allowedOrigin: this.app.origin,
      returnUrl: `${this.app.origin}/connected?tab=settings`,
      requestedActions: ["secrets.names.list", "secrets.get", "secrets.set", "secrets.delete"],
      ...fields,
    };
    const path = `/v1/tenants/${tenantId ?? (await this.tenant())}/connect-sessions`;
    const response = await this.caller.post(path, body, { idempotencyKey: uniqueName("session") });
    assert.equal(response.status, 201, response.text);
    const session = response.json as CreatedConnectSession;
    const { token } = session;
    assert.ok(token !== undefined);
    return { ...session, token };
  }

  /** The session as its backend currently sees it. */
  async readSession({ tenant_id, id }: OpenedSession): Promise<CreatedConnectSession> {
    return (await this.caller.get(`/v1/tenants/${tenant_id}/connect-sessions/${id}`)).json as CreatedConnectSession;
  }

  /**
   * Waits until the provider holds a request. The page shows that it is checking before the request reaches the
   * provider.
   */
  async untilHeld(): Promise<void> {
    await until(60_000, "the provider is asked", () => (this.provider.held > 0 ? true : null));
  }

  /** A tenant's number of connections. */
  async connectionCount(tenantId: string): Promise<number> {
    const response = await this.caller.get(`/v1/tenants/${tenantId}/connections`);
    return (response.json as { connections: unknown[] }).connections.length;
  }

  /** Sets the session's expiry to the past, as if its lifetime were over. */
  expire(session: OpenedSession): void {
    const database = new DatabaseSync(this.server.home.databaseUrl.slice("sqlite:".length));
    try {
      database.exec("PRAGMA busy_timeout = 5000");
      const changed = database.prepare("UPDATE connect_sessions SET expires_at = 1 WHERE id = ?").run(session.id);
      assert.equal(changed.changes, 1);
    } finally {
      database.close();
    }
  }

  /** Stops everything. */
  async close(): Promise<void> {
    await Promise.all(this.browser.contexts().map(closeContext));
    await this.browser.close();
    await this.server.dispose();
    await this.provider.close();
    await this.app.close();
  }
}

/**
 * Starts the fixture. Fails if Chromium is missing.
 * @param sandboxProviders URLs of other providers' simulators, by slug.
 */
export async function openFixture(
  env: Readonly<Record<string, string>> = {},
  sandboxProviders: Readonly<Record<string, string>> = {},
): Promise<Fixture> {
  const browser = await launchChromium();
  const app = await startAppSite();
  const provider = await startDopplerSimulator();
  const server = await startServer({ engine: "sqlite", env, sandboxProvider: provider.url, sandboxProviders });
  const { caller } = await makeClient(server, {
    allowedOrigins: [app.origin],
    returnUrls: [`${app.origin}/connected`],
    allowActions: ["doppler/*", "vault/*", "infisical/*", "aws-secrets-manager/*"],
  });
  return new Fixture({ browser, app, provider, server, caller });
}

/** Starts a website on its own port, so that its origin differs from the server's. */
export async function startAppSite(): Promise<AppSite> {
  const pages = new Map<string, string>();
  const requests: string[] = [];
  const server: Server = createServer((request, response) => {
    requests.push(`${request.url ?? ""} referer=${request.headers.referer ?? ""}`);
    const path = (request.url ?? "").split("?", 1)[0] ?? "";
    // A browser that gets a 204 stays on its page.
    if (pages.get(path) === "") return void response.writeHead(204).end();
    response.setHeader("content-type", "text/html; charset=utf-8");
    response.end(pages.get(path) ?? "<!doctype html><html lang=en><title>App</title><h1>App</h1>");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://localhost:${port}`,
    pages,
    requests,
    close: () => new Promise((resolve) => (server.closeAllConnections(), server.close(() => resolve()))),
  };
}

/** Closes a context. Otherwise a request that the test answers would fail later, and fail the test. */
export async function closeContext(context: BrowserContext): Promise<void> {
  await context.unrouteAll({ behavior: "ignoreErrors" });
  await context.close();
}
