/** Operators sign in at a certified identity provider: in, with roles that change there, and out on either side. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { CookieClient, formsOf, type Page } from "../../../../../conformance/harness/oauth/cookie-client.ts";
import { freePort } from "../../../../../tools/free-port.ts";
import { startCertifiedIssuer, type CertifiedIssuer } from "./certified-issuer.ts";
import { onwardFrom, signOut, whoIs } from "./company.ts";
import { makeFixture, type Fixture } from "./fixture.ts";

let issuer: CertifiedIssuer;
let fixture: Fixture;
before(async () => {
  const adminPort = await freePort();
  const client = { id: "svc-console", secret: "s+cret/with:signs", adminUrl: `http://127.0.0.1:${adminPort}` };
  issuer = await startCertifiedIssuer(client);
  const settings = {
    SVC_ADMIN_URL: client.adminUrl,
    SVC_ADMIN_OIDC_ISSUER: issuer.url,
    SVC_ADMIN_OIDC_CLIENT_ID: client.id,
    SVC_ADMIN_OIDC_CLIENT_SECRET: client.secret,
    SVC_ADMIN_OIDC_ROLES: "admin=group:platform,viewer=group:support",
    SVC_ADMIN_OIDC_SCOPES: "openid profile groups",
  };
  fixture = await makeFixture(settings, { adminPort });
});
after(async () => {
  await fixture.close();
  await issuer.close();
});

async function signIn(browser: CookieClient): Promise<Page> {
  return await browser.follow(await browser.get(`${fixture.origin}/login/oidc`));
}

/** Goes to the provider's page for signing out, and agrees. */
async function signOutThere(browser: CookieClient, url: URL): Promise<Page> {
  const page = await browser.get(url);
  const [form] = formsOf(page);
  assert.ok(form !== undefined, page.text);
  return await browser.submit(form, page.url, { logout: "yes" });
}

const groups = (...names: string[]): void => void issuer.people.set("u1", { name: "Grace Hopper", groups: names });

test("signs a person in, follows their groups within a minute, and lets no one in without a role", async () => {
  const browser = new CookieClient();
  assert.equal((await signIn(browser)).status, 200);
  assert.equal(await whoIs(fixture, browser), "Grace Hopper (admin)");
  groups("support", "Platform");
  fixture.clock.aheadMs += 60_000;
  assert.equal(await whoIs(fixture, browser), "Grace Hopper (viewer)");
  groups();
  fixture.clock.aheadMs += 60_000;
  assert.equal(await whoIs(fixture, browser), null);
  assert.equal((await signIn(new CookieClient())).status, 403);
  groups("platform");
});

test("signs out at the provider with the console, and at the console with the provider", async () => {
  const [here, there] = [new CookieClient(), new CookieClient()];
  await signIn(here);
  const leaving = onwardFrom(await signOut(fixture, here));
  assert.equal((await signOutThere(here, leaving)).location?.href, `${fixture.origin}/login`);

  await signIn(there);
  assert.equal(await whoIs(fixture, there), "Grace Hopper (admin)");
  await signOutThere(there, new URL(`${issuer.url}/session/end`));
  assert.equal(await whoIs(fixture, there), null);
  const query = { type: "operator.session_ended", tenantId: null, subject: null, beforeSeq: null, limit: 1 };
  const { rows } = await fixture.deployment.store.audit.list("", query);
  assert.deepEqual(rows[0]?.data, { reason: "logout_token" });
});
