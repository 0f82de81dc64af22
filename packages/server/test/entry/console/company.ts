/** A console whose operators sign in at the test's identity provider, and browsers on their way there and back. */
import { freePort } from "../../../../../tools/free-port.ts";
import { CookieClient, type Page } from "../../../../../conformance/harness/oauth/cookie-client.ts";
import { makeFixture, type Fixture } from "./fixture.ts";
import { clientSecret, startTestIssuer, type TestIssuer } from "./issuer.ts";

/** The console and its provider. */
export type Company = {
  fixture: Fixture;
  issuer: TestIssuer;
  /** The console's, for another replica. */
  settings: Readonly<Record<string, string>>;
  /** A new browser. */
  browser(): CookieClient;
  /** Goes to the provider; returns where it sends the browser back to. */
  goThere(browser: CookieClient, next?: string): Promise<URL>;
  /** The whole way; returns the page at its end. */
  signIn(browser: CookieClient, next?: string): Promise<Page>;
  /** Whether a browser is signed in, and as what: "Grace Hopper (admin)". */
  whoIs(browser: CookieClient): Promise<string | null>;
  /** Posts a logout token as the provider does; returns the status. */
  logOut(token: string): Promise<number>;
  /** The newest entries of the deployment's chain: type, actor and data. */
  journal(): Promise<string[]>;
  close(): Promise<void>;
};

/** Whether a browser is signed in, and as what: "Grace Hopper (admin)". */
export async function whoIs(fixture: Fixture, browser: CookieClient): Promise<string | null> {
  const { text } = await browser.get(`${fixture.origin}/tenants`);
  const [, who = null] = /Signed in as<\/span> (.*?)<\/span><\/span>/s.exec(text) ?? [];
  return who?.replaceAll(/<[^>]*>/g, "") ?? null;
}

/** Where the page sends the browser by itself. */
export function onwardFrom({ text }: Pick<Page, "text">): URL {
  const [, href = ""] = /content="0;url=([^"]+)"/.exec(text) ?? [];
  return new URL(href.replaceAll("&amp;", "&"));
}

/** Signs out with the form of a page; returns the page that follows. */
export async function signOut({ origin }: Pick<Fixture, "origin">, browser: CookieClient): Promise<Page> {
  const page = await browser.get(`${origin}/tenants`);
  const csrf = /name="csrf" value="([^"]+)"/.exec(page.text)?.[1] ?? "";
  const own = { origin, "sec-fetch-site": "same-origin" };
  return await browser.post(new URL(`${origin}/logout`), new URLSearchParams({ csrf }), own);
}

/** The rules of the tests. */
export const roles = [
  "admin=group:platform",
  "operator=group:on call%2C nights",
  "viewer=group:support",
  "viewer=email:grace@acme.example",
  "viewer=sub:u-by-sub",
].join(",");

/** @param settings more of them. @param empty without anything to show. */
export async function makeCompany(settings: Readonly<Record<string, string>> = {}, empty = false): Promise<Company> {
  const issuer = await startTestIssuer();
  const adminPort = await freePort();
  const all = {
    SVC_ADMIN_URL: `http://127.0.0.1:${adminPort}`,
    SVC_ADMIN_OIDC_ISSUER: issuer.url,
    SVC_ADMIN_OIDC_CLIENT_ID: issuer.clientId,
    SVC_ADMIN_OIDC_CLIENT_SECRET: clientSecret,
    SVC_ADMIN_OIDC_ROLES: roles,
    SVC_ADMIN_OIDC_NAME: "Acme",
    ...settings,
  };
  const fixture = await makeFixture(all, { adminPort, empty });
  issuer.aheadMs = () => fixture.clock.aheadMs;
  const goThere = async (browser: CookieClient, next = "/"): Promise<URL> => {
    // The buckets of attempts are full again.
    fixture.clock.aheadMs += 1000;
    const begun = await browser.get(`${fixture.origin}/login/oidc?${new URLSearchParams({ next }).toString()}`);
    if (begun.location === null) throw new Error(`It doesn't go to the provider: ${begun.status} ${begun.text}`);
    const { location } = await browser.get(begun.location);
    if (location === null) throw new Error("The provider doesn't send the browser back.");
    return location;
  };
  return {
    fixture,
    issuer,
    settings: all,
    browser: () => new CookieClient(),
    goThere,
    signIn: async (browser, next) => await browser.get(await goThere(browser, next)),
    whoIs: (browser) => whoIs(fixture, browser),
    async logOut(token) {
      const body = new URLSearchParams({ logout_token: token });
      const { status } = await fetch(`${fixture.origin}/login/backchannel`, { method: "POST", body });
      return status;
    },
    async journal() {
      const query = { type: null, tenantId: null, subject: null, beforeSeq: null, limit: 100 };
      const { rows } = await fixture.deployment.store.audit.list("", query);
      return rows.map(({ type, actor, data }) => `${type} ${actor} ${JSON.stringify(data)}`);
    },
    async close() {
      await fixture.close();
      await issuer.close();
    },
  };
}
