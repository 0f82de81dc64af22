/** Operators who sign in with the company's account at two replicas on one PostgreSQL. */
import assert from "node:assert/strict";
import { after, before, beforeEach, test } from "node:test";
import { CookieClient } from "../../../../../conformance/harness/oauth/cookie-client.ts";
import { testDatabase, type TestDatabase } from "../../../../../tools/postgres/index.ts";
import { makeCompany, type Company } from "./company.ts";
import { makeFixture, type Fixture } from "./fixture.ts";

let database: TestDatabase;
let company: Company;
let other: Fixture;
before(async () => {
  database = await testDatabase();
  company = await makeCompany({ SVC_DATABASE_URL: database.url }, true);
  other = await makeFixture(company.settings, { empty: true, tokenName: "Charles" });
});
after(async () => {
  await other.close();
  await company.close();
  await database.drop();
});
beforeEach(() => {
  company.issuer.reset();
  pass(10_000);
});

/** Of both replicas' machines. */
function pass(ms: number): void {
  company.fixture.clock.aheadMs += ms;
  other.clock.aheadMs = company.fixture.clock.aheadMs;
}

/** A browser whose load balancer sends it to one replica, and later perhaps to the other. */
function balanced(): { browser: CookieClient; goTo(replica: Fixture): void } {
  let replica: Fixture = company.fixture;
  const browser = new CookieClient((url) =>
    url.origin === company.fixture.origin ? new URL(url.pathname + url.search, replica.origin) : url,
  );
  return { browser, goTo: (next) => void (replica = next) };
}

async function signedIn(): Promise<ReturnType<typeof balanced>> {
  const own = balanced();
  const back = await company.goThere(own.browser);
  own.goTo(other);
  await own.browser.get(back);
  return own;
}

test("a sign-in that begins at one replica ends at the other, and is good at both", async () => {
  const { browser, goTo } = await signedIn();
  assert.equal(await company.whoIs(browser), "Grace Hopper (admin)");
  goTo(company.fixture);
  assert.equal(await company.whoIs(browser), "Grace Hopper (admin)");
});

test("a logout token that reaches one replica ends the session at the other", async () => {
  const { browser } = await signedIn();
  assert.equal(await company.whoIs(browser), "Grace Hopper (admin)");
  assert.equal(await company.logOut(await company.issuer.signed(company.issuer.logoutClaims())), 200);
  assert.equal(await company.whoIs(browser), null);
});

test("a role that is taken away is gone at both within a minute, and the provider is asked once", async () => {
  const { browser, goTo } = await signedIn();
  company.issuer.knobs.person = { ...company.issuer.knobs.person, groups: ["support"] };
  pass(60_000);
  const asked = company.issuer.grants.length;
  assert.equal(await company.whoIs(browser), "Grace Hopper (viewer)");
  goTo(company.fixture);
  assert.equal(await company.whoIs(browser), "Grace Hopper (viewer)");
  assert.equal(company.issuer.grants.length, asked + 1);
});

test("a code is redeemed once, also if the browser brings it to both", async () => {
  const { browser, goTo } = balanced();
  const back = await company.goThere(browser);
  await browser.get(back);
  const grants = company.issuer.grants.length;
  goTo(other);
  const stranger = new CookieClient((url) => new URL(url.pathname + url.search, other.origin));
  stranger.stealFrom(browser);
  await stranger.get(back);
  assert.equal(company.issuer.grants.length, grants);
});
