/** Operators sign in at Canaille, an identity provider in Python: in, with a role that is taken away, and out. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { CookieClient, formsOf, type Page } from "../../../../../conformance/harness/oauth/cookie-client.ts";
import { freePort } from "../../../../../tools/free-port.ts";
import { canaillePerson, startCanaille, type Canaille } from "../../../../../tools/real-servers/canaille.ts";
import { onwardFrom, signOut, whoIs } from "./company.ts";
import { makeFixture, type Fixture } from "./fixture.ts";

const client = { id: "svc-console", secret: "s+cret/with:signs" };
let canaille: Canaille;
let fixture: Fixture;
before(async () => {
  const adminPort = await freePort();
  const adminUrl = `http://127.0.0.1:${adminPort}`;
  canaille = await startCanaille({
    ...client,
    redirectUri: `${adminUrl}/login/callback`,
    postLogoutUri: `${adminUrl}/login`,
  });
  const settings = {
    SVC_ADMIN_URL: adminUrl,
    SVC_ADMIN_OIDC_ISSUER: canaille.url,
    SVC_ADMIN_OIDC_CLIENT_ID: client.id,
    SVC_ADMIN_OIDC_CLIENT_SECRET: client.secret,
    SVC_ADMIN_OIDC_ROLES: `admin=group:${canaillePerson.group}`,
    SVC_ADMIN_OIDC_SCOPES: "openid profile email groups",
  };
  fixture = await makeFixture(settings, { adminPort });
});
after(async () => {
  await fixture.close();
  await canaille.close();
});

/** Goes through the provider's pages, as its person, and back. */
async function signIn(browser: CookieClient): Promise<Page> {
  const isBack = (next: URL): boolean => next.origin === fixture.origin;
  let page = await browser.follow(await browser.get(`${fixture.origin}/login/oidc`), isBack);
  for (let step = 0; step < 4 && page.location === null; step += 1) {
    const form = formsOf(page).find(({ fields }) => fields.has("login") || fields.has("password"));
    assert.ok(form !== undefined, page.text);
    const { login, password } = canaillePerson;
    const filled = form.fields.has("login") ? { login } : { password };
    page = await browser.follow(await browser.submit(form, page.url, filled), isBack);
  }
  assert.ok(page.location !== null);
  return await browser.get(page.location);
}

test("signs a person in with the role of their group, takes it away within a minute, and signs them out", async () => {
  const browser = new CookieClient();
  const page = await signIn(browser);
  assert.equal(page.status, 200, page.text);
  assert.equal(await whoIs(fixture, browser), `${canaillePerson.name} (admin)`);
  fixture.clock.aheadMs += 60_000;
  assert.equal(await whoIs(fixture, browser), `${canaillePerson.name} (admin)`);

  const leaving = onwardFrom(await signOut(fixture, browser));
  assert.equal(leaving.origin, canaille.url);
  assert.equal(await whoIs(fixture, browser), null);
  const left = await browser.follow(await browser.get(leaving), (next) => next.origin === fixture.origin);
  assert.equal(left.location?.href, `${fixture.origin}/login`);

  const again = new CookieClient();
  await signIn(again);
  await canaille.leaveGroup();
  fixture.clock.aheadMs += 60_000;
  assert.equal(await whoIs(fixture, again), null);
  const refused = await signIn(new CookieClient());
  assert.equal(refused.status, 403);
  assert.match(refused.text, /you have no role in this console/);
});
