/** One user's OAuth session, step by step over plain HTTP: a test can repeat a step, or let someone else make it. */
import assert from "node:assert/strict";
import type { ConnectSession, CreatedConnectSession, FrontendSession } from "@svc/contract";
import { Frontend, untilSettled, type HttpResponse, type Caller } from "../index.ts";
import { agreeAt, deselect, type Clicks } from "./consent-clicks.ts";
import { CookieClient, formsOf, type Page } from "./cookie-client.ts";

/** How a session differs from the default, and who uses it. */
export interface SessionFields {
  readonly caller?: Caller;
  readonly tenantId?: string;
  readonly browser?: CookieClient;
  readonly requestedActions?: readonly string[];
  readonly requestedEvents?: readonly string[];
  readonly connection_id?: string;
  readonly completion?: "automatic" | "confirmed";
  readonly returnUrl?: string;
}

/** A session with its token. */
export type OpenedSession = CreatedConnectSession & { token: string };

/** One session, the browser of its user, and the steps. */
export class Journey {
  readonly caller: Caller;
  readonly session: OpenedSession;
  readonly browser: CookieClient;
  readonly frontend: Frontend;
  #secret: string | null = null;

  constructor(parts: { caller: Caller; session: OpenedSession; browser?: CookieClient }) {
    this.caller = parts.caller;
    this.session = parts.session;
    this.browser = parts.browser ?? new CookieClient();
    this.frontend = new Frontend(parts.caller.http, parts.session.allowedOrigin);
  }

  /** The session's secret; the first use exchanges the token. */
  async secret(): Promise<string> {
    this.#secret ??= await this.frontend.open(this.session.token);
    return this.#secret;
  }

  /** Requests a one-time URL. */
  async authorize(): Promise<HttpResponse> {
    return await this.frontend.send("POST", "/connect/v1/authorize", {}, await this.secret());
  }

  /** Gets a one-time URL, which must succeed. */
  async authorizationUrl(): Promise<URL> {
    const response = await this.authorize();
    assert.equal(response.status, 200, response.text);
    return new URL((response.json as { authorizationUrl: string }).authorizationUrl);
  }

  /** Opens a one-time URL, which must show the service's consent page. */
  async openPage(url?: URL, browser: CookieClient = this.browser): Promise<Page> {
    const page = await browser.get(url ?? (await this.authorizationUrl()));
    assert.equal(page.status, 200, page.text);
    return page;
  }

  /** Agrees on the service's page. @returns the provider's URL, not visited yet. */
  async toProvider(page?: Page, browser: CookieClient = this.browser): Promise<URL> {
    const left = await pressAgree(browser, page ?? (await this.openPage(undefined, browser)));
    assert.ok(left.location !== null, `${left.status}: ${left.text}`);
    return left.location;
  }

  /** Agrees on both sides. @returns the callback with the provider's response, not visited yet. */
  async toCallback(clicks: Clicks): Promise<URL> {
    return await agreeAt(this.browser, await this.toProvider(), clicks);
  }

  /** Agrees on the service's page and on a simulated provider's, which is one form, and visits the callback. */
  async agreeAtSimulator({ login, withoutScope }: Partial<Clicks> = {}): Promise<void> {
    const consent = await this.browser.get(await this.toProvider());
    assert.equal(consent.status, 200, consent.text);
    const [form] = formsOf(consent);
    assert.ok(form !== undefined, consent.text);
    deselect(form, withoutScope);
    const who = login === undefined ? {} : { login };
    const back = await this.browser.submit(form, consent.url, { ...who, decision: "authorize" });
    assert.ok(back.location !== null, back.text);
    await this.land(back.location);
  }

  /** Visits the callback. @returns its response. */
  land(callback: URL, browser: CookieClient = this.browser): Promise<Page> {
    return browser.get(callback);
  }

  /** Makes all steps. @returns the ended session. */
  async goAllTheWay(clicks: Clicks): Promise<ConnectSession> {
    await this.land(await this.toCallback(clicks));
    return await untilSettled(this.caller, this.session.tenant_id, this.session.id);
  }

  /** The session as its backend sees it. */
  async state(): Promise<ConnectSession> {
    const response = await this.caller.get(`/v1/tenants/${this.session.tenant_id}/connect-sessions/${this.session.id}`);
    assert.equal(response.status, 200, response.text);
    return response.json as ConnectSession;
  }

  /** The session as its frontend sees it. */
  async frontendState(): Promise<FrontendSession> {
    const response = await this.frontend.send("GET", "/connect/v1/session", undefined, await this.secret());
    assert.equal(response.status, 200, response.text);
    return response.json as FrontendSession;
  }

  /** Confirms a completion. */
  complete(completionCode: string, caller: Caller = this.caller): Promise<HttpResponse> {
    const path = `/v1/tenants/${this.session.tenant_id}/connect-sessions/${this.session.id}:complete`;
    return caller.post(path, { completionCode });
  }
}

/** Presses the button on the service's page that continues to the provider. */
export async function pressAgree(browser: CookieClient, page: Page): Promise<Page> {
  const form = formsOf(page).find(({ method }) => method.toLowerCase() === "post");
  assert.ok(form !== undefined, `no form on the page: ${page.text.slice(0, 500)}`);
  return await browser.submit(form, page.url, { decision: "continue" });
}

/** The parameters of a redirect to the application. @throws Error for another response. */
export function returnedWith(page: Page, returnUrl: string): Readonly<Record<string, string>> {
  assert.ok(page.location !== null, `${page.status}: ${page.text.slice(0, 500)}`);
  const expected = new URL(returnUrl);
  assert.equal(page.location.origin + page.location.pathname, expected.origin + expected.pathname);
  assert.equal(page.location.hash, "");
  const query = new Map(page.location.searchParams);
  for (const name of expected.searchParams.keys()) query.delete(name);
  return Object.fromEntries(query);
}
