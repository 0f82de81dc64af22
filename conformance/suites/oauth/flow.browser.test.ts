/** From the application's page through consent at a real authorization server to a read and a write, in Chromium. */
import assert from "node:assert/strict";
import { after, before, describe } from "node:test";
import type { Browser, BrowserContext, Page } from "../../../judges/pages/playwright.ts";
import { Connected, openSession, until, verifies, type TestClient } from "../../harness/index.ts";
import {
  agreeInWindow,
  continueToProvider,
  openFromApp,
  startApp,
  startChromium,
  type App,
  type Mode,
} from "./chromium.ts";
import { Journey, type OpenedSession } from "../../harness/oauth/journey.ts";
import {
  makeOAuthClient,
  OAuthFixture,
  repository,
  requestedActions,
  startOAuthServer,
  startSimulatedGithub,
  type SimulatedGithub,
} from "../../harness/oauth/fixture.ts";

describe("OAuth in Chromium", () => {
  let browser: Browser;
  let app: App;
  let github: SimulatedGithub;
  let fixture: OAuthFixture;
  let client: TestClient;

  before(async () => {
    browser = await startChromium();
    github = await startSimulatedGithub();
    const server = await startOAuthServer("sqlite", github);
    app = await startApp(() => server.url);
    client = await makeOAuthClient(server, { allowedOrigins: [app.origin], returnUrls: [`${app.origin}/connected`] });
    fixture = new OAuthFixture({ engine: "sqlite", github, server, client });
  });
  after(async () => {
    await browser.close();
    await fixture.server.dispose();
    await github.close();
    await app.close();
  });

  async function newSession(fields: Readonly<Record<string, unknown>> = {}): Promise<OpenedSession> {
    return await openSession(client.caller, await fixture.tenant(), {
      provider: "github",
      authKind: "oauth2_authorization_code",
      allowedOrigin: app.origin,
      returnUrl: `${app.origin}/connected?tab=settings`,
      requestedActions: [...requestedActions],
      ...fields,
    });
  }

  /** A new profile with the application open. Collects the errors of its pages. */
  async function newUser(): Promise<{ context: BrowserContext; page: Page; complaints: string[] }> {
    const context = await browser.newContext({ locale: "en-US" });
    const complaints: string[] = [];
    context.on("console", (message) => {
      // Chromium's requests for icons don't matter here.
      const isExpected = message.location().url.endsWith("/favicon.ico");
      if (message.type() === "error" && !isExpected) complaints.push(message.text());
    });
    context.on("weberror", (error) => complaints.push(error.error().message));
    const page = await context.newPage();
    await page.goto(`${app.origin}/`);
    return { context, page, complaints };
  }

  async function assertWorks(session: OpenedSession): Promise<void> {
    const { status, connection_id: id } = await new Journey({ caller: client.caller, session }).state();
    assert.equal(status, "completed");
    const connected = new Connected(client.caller, session.tenant_id, id ?? "");
    const title = `Written in ${session.id}`;
    await connected.run("issues.create", { ...repository, title }, { idempotencyKey: session.id });
    const { output } = await connected.run("issues.list", repository);
    assert.ok((output as { issues: { title: string }[] }).issues.some((issue) => issue.title === title));
  }

  const modes: readonly Mode[] = ["redirect", "popup", "modal"];
  for (const mode of modes) {
    verifies("oauth.flow", `as a ${mode}, from the application's page to a read and a write`, async () => {
      const session = await newSession();
      const { context, page, complaints } = await newUser();
      const hosted = await openFromApp(page, { session, token: session.token, mode });
      await agreeInWindow(await continueToProvider(context, hosted), "octocat");
      if (mode === "redirect") {
        await page.waitForURL((url) => url.pathname === "/connected");
        const read = await page.evaluate("SvcConnect.readReturn(location)");
        assert.deepEqual(read, { session: session.id, status: "completed" });
        assert.equal(new URL(page.url()).searchParams.get("tab"), "settings");
      } else {
        const result = (await page.evaluate("window.result")) as { status: string; connection_id: string };
        assert.equal(result.status, "completed");
        assert.match(result.connection_id, /^con_/);
        await until(5000, "the window at the provider is closed", () => (context.pages().length === 1 ? true : null));
      }
      await assertWorks(session);
      assert.deepEqual(complaints, []);
      await context.close();
    });
  }

  for (const mode of ["redirect", "modal"] as const) {
    verifies("oauth.return", `confirmed, as a ${mode}: returns the code that completes the session`, async () => {
      const session = await newSession({ completion: "confirmed" });
      const { context, page } = await newUser();
      const hosted = await openFromApp(page, { session, token: session.token, mode });
      await agreeInWindow(await continueToProvider(context, hosted), "octocat");
      // Only the redirect of the browser that agreed has the code; the page with the session's secret doesn't get it.
      const code = await until(10_000, "the user returns", () => codeOfReturn(app, session.id));
      const journey = new Journey({ caller: client.caller, session });
      assert.equal((await fixture.assertNothingMade(journey)).status, "awaiting_confirmation");
      const completed = await journey.complete(code);
      assert.equal(completed.status, 200, completed.text);
      if (mode !== "redirect") {
        const result = (await page.evaluate("window.result")) as { status: string };
        assert.equal(result.status, "completed");
      }
      await assertWorks(session);
      await context.close();
    });
  }

  verifies("oauth.attack.other-browser", "accepts neither URL nor callback in a second profile", async () => {
    const session = await newSession();
    const { context, page } = await newUser();
    const callbacks: string[] = [];
    page.on("request", (request) => {
      if (new URL(request.url()).pathname.endsWith("/callback")) callbacks.push(request.url());
    });
    const hosted = await openFromApp(page, { session, token: session.token, mode: "redirect" });
    const consent = await continueToProvider(context, hosted);
    const other = await (await browser.newContext({ locale: "en-US" })).newPage();
    const assertRefused = async (url: string): Promise<void> => {
      const response = await other.goto(url);
      assert.equal(response?.status(), 403);
      assert.equal(new URL(other.url()).origin, fixture.server.url);
      assert.equal(await other.locator("form").count(), 0);
      assert.ok(!(await other.content()).includes("Acme Inc."), "another browser sees the tenant's name");
    };
    await assertRefused(consent.url());
    await agreeInWindow(consent, "octocat");
    await page.waitForURL((url) => url.pathname === "/connected");
    const [callback, ...more] = callbacks;
    assert.ok(callback !== undefined && more.length === 0);
    await assertRefused(callback);
    await assertWorks(session);
    await Promise.all([context.close(), other.context().close()]);
  });
});

function codeOfReturn({ requests }: App, sessionId: string): string | null {
  const queries = requests.map((url) => new URL(url, "http://app.invalid").searchParams);
  return queries.find((query) => query.get("connect_session_id") === sessionId)?.get("completion_code") ?? null;
}
