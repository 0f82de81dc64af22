/** Sessions of people who signed in with the company's account: how roles change, and how sessions end. */
import assert from "node:assert/strict";
import { after, before, beforeEach, describe, test } from "node:test";
import { verifies } from "../../../../../conformance/harness/verifies.ts";
import type { CookieClient } from "../../../../../conformance/harness/oauth/cookie-client.ts";
import { createPersonSecrets } from "../../../src/app/secrets.ts";
import {
  confirmEveryMs,
  personSessionLifeMs,
  unaskableLifeMs,
  unconfirmedMsMax,
} from "../../../src/domain/operator-sign-in/sessions.ts";
import { sessionIdleMs } from "../../../src/domain/operators/sessions.ts";
import { makeCompany, onwardFrom, signOut, type Company } from "./company.ts";

let company: Company;
before(async () => {
  company = await makeCompany();
});
after(() => company.close());
beforeEach(() => {
  company.issuer.reset();
  // An earlier test's outage is over.
  pass(10_000);
});

const minuteMs = 60_000;

async function signedIn(): Promise<CookieClient> {
  const browser = company.browser();
  await company.signIn(browser);
  assert.equal(await company.whoIs(browser), "Grace Hopper (admin)");
  return browser;
}

const pass = (ms: number): void => void (company.fixture.clock.aheadMs += ms);

/** Sends a form that changes something; returns the status and the page. */
async function change(browser: CookieClient): Promise<{ status: number; text: string }> {
  const { origin, seeded } = company.fixture;
  const page = await browser.get(`${origin}/audit`);
  const csrf = /name="csrf" value="([^"]+)"/.exec(page.text)?.[1] ?? "";
  const own = { origin, "sec-fetch-site": "same-origin" };
  const url = new URL(`${origin}/connections/${seeded.connectionId}/test`);
  return await browser.post(url, new URLSearchParams({ csrf }), own);
}

describe("a role", () => {
  verifies(
    "operators.role-taken",
    "that is taken away or changed works within a minute, in a session that is in use",
    async () => {
      const browser = await signedIn();
      company.issuer.knobs.person = { ...company.issuer.knobs.person, groups: ["support"] };
      const asked = company.issuer.grants.length;
      pass(minuteMs);
      assert.equal(await company.whoIs(browser), "Grace Hopper (viewer)");
      assert.equal((await change(browser)).status, 403);
      assert.equal(company.issuer.grants.length, asked + 1, "one request a minute");
      company.issuer.knobs.person = { ...company.issuer.knobs.person, groups: [] };
      pass(minuteMs);
      assert.equal(await company.whoIs(browser), null);
      const [ended, _refused, changed] = await company.journal();
      assert.match(ended ?? "", /^operator.session_ended system \{"reason":"role"\}$/);
      assert.match(changed ?? "", /^operator.role_changed system \{"role":"viewer"\}$/);
      // The provider is asked only about sessions in use, and never about one that has ended.
      const before = company.issuer.grants.length;
      pass(minuteMs);
      assert.equal(await company.whoIs(browser), null);
      assert.equal(company.issuer.grants.length, before);
    },
  );

  test("is asked for once, however many requests come at the same time", async () => {
    const browser = await signedIn();
    pass(confirmEveryMs);
    const asked = company.issuer.grants.length;
    const all = await Promise.all([1, 2, 3, 4].map(() => company.whoIs(browser)));
    assert.deepEqual([new Set(all), company.issuer.grants.length], [new Set(["Grace Hopper (admin)"]), asked + 1]);
  });

  test("ends the session if the provider has ended its own, or names another person", async () => {
    const browser = await signedIn();
    company.issuer.forget();
    pass(minuteMs);
    assert.equal(await company.whoIs(browser), null);
    assert.match((await company.journal())[0] ?? "", /operator.session_ended system \{"reason":"provider"\}/);
    const other = await signedIn();
    company.issuer.knobs.person = { ...company.issuer.knobs.person, sub: "u2" };
    pass(minuteMs);
    assert.equal(await company.whoIs(other), null);
  });
});

describe("while the provider is down", () => {
  verifies(
    "operators.unconfirmed",
    "a session may look but not change anything, and ends after ten minutes",
    async () => {
      const browser = await signedIn();
      company.issuer.knobs.isDown = true;
      pass(minuteMs);
      assert.equal(await company.whoIs(browser), "Grace Hopper (admin)");
      const refused = await change(browser);
      assert.equal(refused.status, 403);
      assert.match(refused.text, /can(?:'|&#39;)t confirm your role right now/);
      pass(unconfirmedMsMax - 2 * minuteMs);
      assert.equal(await company.whoIs(browser), "Grace Hopper (admin)");
      pass(minuteMs);
      assert.equal(await company.whoIs(browser), null);
      assert.match((await company.journal())[0] ?? "", /operator.session_ended system \{"reason":"unconfirmed"\}/);
    },
  );

  test("a session is whole again once it is back", async () => {
    const browser = await signedIn();
    company.issuer.knobs.isDown = true;
    pass(2 * minuteMs);
    assert.equal((await change(browser)).status, 403);
    company.issuer.knobs.isDown = false;
    pass(20_000);
    assert.notEqual((await change(browser)).status, 403);
  });

  test("the sign-in page says so, and a token still works", async () => {
    company.issuer.knobs.isDown = true;
    // What is known of the provider is read again.
    pass(11 * minuteMs);
    const browser = company.browser();
    const { fixture } = company;
    const page = await browser.get(`${fixture.origin}/login`);
    assert.match(page.text, /Acme can(?:'|&#39;)t be reached right now/);
    const begun = await browser.get(`${fixture.origin}/login/oidc`);
    assert.deepEqual([begun.status, begun.location], [200, null]);
    const form = new URLSearchParams({ token: fixture.token });
    const own = { origin: fixture.origin, "sec-fetch-site": "same-origin" };
    assert.equal((await browser.post(new URL(`${fixture.origin}/login`), form, own)).status, 303);
    assert.match((await company.whoIs(browser)) ?? "", /Lovelace/);
    company.issuer.knobs.isDown = false;
    pass(10_000);
    assert.doesNotMatch((await company.browser().get(`${fixture.origin}/login`)).text, /be reached right now/);
  });
});

describe("a session ends", () => {
  test("after 12 hours of use, and when it is idle", async () => {
    const browser = await signedIn();
    for (let passed = 0; passed < personSessionLifeMs - 10 * minuteMs; passed += 10 * minuteMs) {
      pass(10 * minuteMs);
      assert.equal(await company.whoIs(browser), "Grace Hopper (admin)");
    }
    pass(10 * minuteMs);
    assert.equal(await company.whoIs(browser), null);
    const idle = await signedIn();
    pass(sessionIdleMs);
    assert.equal(await company.whoIs(idle), null);
  });

  test("after five minutes if the provider can't be asked again", async () => {
    company.issuer.knobs.givesRefreshTokens = false;
    company.issuer.knobs.person = { ...company.issuer.knobs.person, email_verified: false };
    company.issuer.knobs.userinfoSubject = "u2";
    const browser = await signedIn();
    pass(unaskableLifeMs - 1000);
    assert.equal(await company.whoIs(browser), "Grace Hopper (admin)");
    pass(1000);
    assert.equal(await company.whoIs(browser), null);
  });

  test("with userinfo's word if there is no refresh token", async () => {
    company.issuer.knobs.givesRefreshTokens = false;
    const browser = await signedIn();
    pass(minuteMs);
    company.issuer.knobs.person = { ...company.issuer.knobs.person, groups: ["support"] };
    assert.equal(await company.whoIs(browser), "Grace Hopper (viewer)");
  });

  test("with the provider's, when its person signs out", async () => {
    const browser = await signedIn();
    const { origin } = company.fixture;
    const to = onwardFrom(await signOut(company.fixture, browser));
    assert.equal(to.origin + to.pathname, `${company.issuer.url}/end`);
    assert.equal(to.searchParams.get("post_logout_redirect_uri"), `${origin}/login`);
    assert.ok(company.issuer.secrets.includes(to.searchParams.get("id_token_hint") ?? ""));
    assert.equal(await company.whoIs(browser), null);
    assert.match((await company.journal())[0] ?? "", /^operator.signed_out operator:opp_/);
  });
});

describe("a logout token", () => {
  const { signed, logoutClaims } = {
    signed: (...given: Parameters<Company["issuer"]["signed"]>) => company.issuer.signed(...given),
    logoutClaims: (...given: Parameters<Company["issuer"]["logoutClaims"]>) => company.issuer.logoutClaims(...given),
  };

  verifies("operators.signed-out", "ends the sessions of its person, or only the session that it names", async () => {
    const [one, two] = [await signedIn(), await signedIn()];
    assert.equal(await company.logOut(await signed(logoutClaims(), { typ: "logout+jwt" })), 200);
    assert.deepEqual([await company.whoIs(one), await company.whoIs(two)], [null, null]);
    const three = await signedIn();
    assert.equal(await company.logOut(await signed(logoutClaims({ sub: undefined, sid: "another" }))), 200);
    assert.equal(await company.logOut(await signed(logoutClaims({ sub: "another" }))), 200);
    assert.equal(await company.whoIs(three), "Grace Hopper (admin)");
    assert.equal(await company.logOut(await signed(logoutClaims({ sub: undefined, sid: "sid-u1" }))), 200);
    assert.equal(await company.whoIs(three), null);
    assert.match((await company.journal())[0] ?? "", /operator.session_ended system \{"reason":"logout_token"\}/);
  });

  test("does nothing if it is forged, replayed, for somebody else, old, or none", async () => {
    const used = await signed(logoutClaims());
    assert.equal(await company.logOut(used), 200);
    const browser = await signedIn();
    const now = Math.floor((Date.now() + company.fixture.clock.aheadMs) / 1000);
    const { events: _events, ...idToken } = logoutClaims();
    const none = Buffer.from(JSON.stringify({ alg: "none" })).toString("base64url");
    const body = (await signed(logoutClaims())).split(".")[1] ?? "";
    const tokens = {
      replayed: used,
      "signed by somebody else": await signed(logoutClaims(), { stranger: true }),
      "without a signature": `${none}.${body}.`,
      "for another client": await signed(logoutClaims({ aud: "another" })),
      "of another issuer": await signed(logoutClaims({ iss: "https://evil.example" })),
      "an ID token": await signed(idToken),
      "with a nonce": await signed(logoutClaims({ nonce: "n" })),
      "with another event": await signed(logoutClaims({ events: { "https://evil.example": {} } })),
      "with a list of events": await signed(
        logoutClaims({ events: ["http://schemas.openid.net/event/backchannel-logout"] }),
      ),
      "without an id": await signed(logoutClaims({ jti: undefined })),
      "without a time": await signed(logoutClaims({ iat: undefined })),
      old: await signed(logoutClaims({ iat: now - 400, exp: now + 1000 })),
      expired: await signed(logoutClaims({ exp: now - 100 })),
      "from the future": await signed(logoutClaims({ iat: now + 100 })),
      "for no one": await signed(logoutClaims({ sub: undefined })),
      nonsense: "nonsense",
      nothing: "",
    };
    for (const [what, token] of Object.entries(tokens)) assert.equal(await company.logOut(token), 400, what);
    assert.equal(await company.whoIs(browser), "Grace Hopper (admin)");
  });
});

test("the tokens of the provider are sealed in the database, for their own session only", async () => {
  const { deployment, origin } = company.fixture;
  const [one, two] = [await signedIn(), await signedIn()];
  const secrets = createPersonSecrets(deployment.vault.hashes, deployment.platform);
  const stored = async (browser: CookieClient) => {
    const secret = browser.cookiesFor(new URL(origin)).get("svc_operator") ?? "";
    return await deployment.store.people.session(secrets.hashUnderEveryKey("person-session", secret));
  };
  const [first, second] = [await stored(one), await stored(two)];
  assert.ok(first !== null && second !== null);
  for (const secret of company.issuer.secrets) assert.ok(!JSON.stringify([first, second]).includes(secret));
  assert.notEqual(secrets.open("person-tokens", first.session.hash, first.session.tokens), null);
  assert.equal(secrets.open("person-tokens", second.session.hash, first.session.tokens), null);
});
