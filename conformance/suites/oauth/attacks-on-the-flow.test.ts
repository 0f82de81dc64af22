/** Attacks with another person's browser, state, provider or code. Two cookie jars are two people. */
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { assertProblem, testReturnUrl, verifies, withOtherEnd } from "../../harness/index.ts";
import { agreeAt } from "../../harness/oauth/consent-clicks.ts";
import { CookieClient, type Page } from "../../harness/oauth/cookie-client.ts";
import { pressAgree, returnedWith, type Journey } from "../../harness/oauth/journey.ts";
import { oauthSuite, type OAuthFixture } from "../../harness/oauth/fixture.ts";

const victim = { login: "octocat" };
const attacker = { login: "hubot" };

oauthSuite("attacks on the flow", (fixture) => {
  verifies("oauth.attack.link-to-victim", "creates no connection for a victim who finishes the flow", async () => {
    const journey = await fixture().journey({ completion: "confirmed" });
    const back = await journey.land(await journey.toCallback(victim));
    const { completion_code: code = "" } = returnedWith(back, testReturnUrl);
    await assertOnlyItsOwnBackendCompletes(fixture(), journey, code);
  });

  verifies("oauth.attack.authorize-url", "opens once, and its page works in one browser", async () => {
    const journey = await fixture().journey();
    const url = await journey.authorizationUrl();
    const first = await journey.openPage(url);
    const other = new CookieClient();
    await assertRefused(await other.get(url));
    await assertRefused(await pressAgree(other, { ...first, setCookies: [] }));
    await fixture().assertNothingMade(journey);
    // A new request invalidates the previous URL.
    const [old, fresh] = [await journey.authorizationUrl(), await journey.authorizationUrl()];
    await assertRefused(await other.get(old));
    await journey.land(await agreeAt(journey.browser, await journey.toProvider(await journey.openPage(fresh)), victim));
    assert.equal((await journey.state()).status, "completed");
  });

  verifies(
    "oauth.attack.authorize-url",
    "gives the attacker no completion code if a victim opens the URL",
    async () => {
      const journey = await fixture().journey({ completion: "confirmed" });
      const url = await journey.authorizationUrl();
      const victimsBrowser = new CookieClient();
      const atProvider = await journey.toProvider(await journey.openPage(url, victimsBrowser), victimsBrowser);
      const back = await victimsBrowser.get(await agreeAt(victimsBrowser, atProvider, victim));
      const { completion_code: code = "" } = returnedWith(back, testReturnUrl);
      const seen = JSON.stringify(await journey.frontendState());
      assert.ok(!seen.includes(code), "the maker of the link reads the code off the frontend API");
      await assertOnlyItsOwnBackendCompletes(fixture(), journey, code);
    },
  );

  verifies("oauth.attack.other-browser", "refuses a callback without the cookie, before using the code", async () => {
    const journey = await fixture().journey();
    const callback = await journey.toCallback(victim);
    const asked = fixture().authorization.tokenRequests.length;
    const elsewhere = new CookieClient();
    await assertRefused(await journey.land(callback, elsewhere));
    // A browser with its own flow's cookie is still a different browser.
    const own = await fixture().journey();
    await own.toProvider();
    await assertRefused(await journey.land(callback, own.browser));
    assert.equal(fixture().authorization.tokenRequests.length, asked);
    await fixture().assertNothingMade(journey);
    await fixture().assertNothingMade(own);
    await assertHonestWay(journey);
  });

  verifies("oauth.attack.state-replay", "ignores a second callback and requests no token", async () => {
    const journey = await fixture().journey();
    const callback = await journey.toCallback(victim);
    const withCookie = copyOf(journey.browser);
    await journey.land(callback);
    assert.equal((await journey.state()).status, "completed");
    const before = await fixture().connectionsOf(journey.session.tenant_id);
    const asked = fixture().authorization.tokenRequests.length;
    const withOtherCode = new URL(callback);
    withOtherCode.searchParams.set("code", (await freshCode(fixture())).searchParams.get("code") ?? "");
    for (const url of [callback, withOtherCode]) {
      await journey.land(url);
      await journey.land(url, withCookie);
    }
    assert.equal(fixture().authorization.tokenRequests.length, asked);
    assert.deepEqual(await fixture().connectionsOf(journey.session.tenant_id), before);
  });

  verifies("oauth.attack.state-replay", "requests one token for twenty concurrent callbacks", async () => {
    const journey = await fixture().journey();
    const callback = await journey.toCallback(victim);
    const asked = fixture().authorization.tokenRequests.length;
    await Promise.all(Array.from({ length: 20 }, () => journey.land(callback)));
    assert.equal((await journey.state()).status, "completed");
    assert.equal(fixture().authorization.tokenRequests.length, asked + 1);
    assert.equal((await fixture().connectionsOf(journey.session.tenant_id)).length, 1);
  });

  verifies("oauth.attack.state-replay", "uses up a failed state", async () => {
    const journey = await fixture().journey();
    fixture().github.origin.tokenFaults.push({ kind: "status", status: 500 });
    const refused = await journey.toCallback(victim);
    const withCookie = copyOf(journey.browser);
    await assertRefused(await journey.land(refused), 600);
    const asked = fixture().authorization.tokenRequests.length;
    const replay = await freshCode(fixture());
    replay.searchParams.set("state", refused.searchParams.get("state") ?? "");
    await assertRefused(await journey.land(replay));
    await assertRefused(await journey.land(replay, withCookie));
    assert.equal(fixture().authorization.tokenRequests.length, asked);
    await fixture().assertNothingMade(journey);
    await assertHonestWay(journey);
  });

  verifies("oauth.attack.other-provider", "refuses a state at another provider's callback", async () => {
    const journey = await fixture().journey();
    const asked = fixture().authorization.tokenRequests.length;
    for (const slug of ["doppler", "gitlab", "GitHub", "github%2f", "github/..", "__proto__"]) {
      const callback = await journey.toCallback(victim);
      callback.pathname = `/connect/oauth/${slug}/callback`;
      await assertRefused(await journey.land(callback));
    }
    assert.equal(fixture().authorization.tokenRequests.length, asked);
    assert.ok((await fixture().refusalsOf(journey)).includes("other_provider"));
    await fixture().assertNothingMade(journey);
    await assertHonestWay(journey);
  });

  verifies("oauth.attack.forged-callback", "refuses a response to the attacker's request", async () => {
    const victims = await fixture().journey();
    const states = [
      (await victims.toProvider()).searchParams.get("state") ?? "",
      "",
      randomBytes(32).toString("base64url"),
    ];
    const asked = fixture().authorization.tokenRequests.length;
    const attackers = await fixture().journey();
    const forged = await attackers.toCallback(attacker);
    await assertRefused(await victims.land(forged));
    for (const state of states.slice(1)) {
      const url = new URL(forged);
      url.searchParams.set("state", state);
      await assertRefused(await victims.land(url));
    }
    const without = new URL(forged);
    without.searchParams.delete("state");
    await assertRefused(await victims.land(without));
    for (const name of ["state", "code", "iss"]) {
      const twice = new URL(forged);
      twice.searchParams.append(name, states[0] ?? "");
      await assertRefused(await victims.land(twice));
    }
    assert.equal(fixture().authorization.tokenRequests.length, asked);
    for (const journey of [victims, attackers]) await fixture().assertNothingMade(journey);
    await assertHonestWay(victims);
  });

  verifies("oauth.attack.issuer", "ends the flow on a different iss, before using the code", async () => {
    const journey = await fixture().journey();
    const asked = fixture().authorization.tokenRequests.length;
    for (const iss of [
      "https://attacker.example",
      "",
      `${fixture().github.origin.url}/login/oauth/`,
      "https://gitlab.com",
    ]) {
      const callback = await journey.toCallback(victim);
      assert.ok(callback.searchParams.has("iss"), "the authorization server sends its iss");
      callback.searchParams.set("iss", iss);
      await journey.land(callback);
      assert.equal(fixture().authorization.tokenRequests.length, asked, `iss ${iss}`);
      await fixture().assertNothingMade(journey);
    }
    assert.deepEqual(await fixture().refusalsOf(journey), ["issuer_unknown"]);
    await assertHonestWay(journey);
  });

  verifies("oauth.attack.code-injection", "refuses another flow's code because of its verifier", async () => {
    const [victims, attackers] = [await fixture().journey(), await fixture().journey()];
    const stolen = (await victims.toCallback(victim)).searchParams.get("code") ?? "";
    const injected = await attackers.toCallback(attacker);
    injected.searchParams.set("code", stolen);
    const asked = fixture().authorization.tokenRequests.length;
    await attackers.land(injected);
    const responses = fixture().authorization.tokenRequests.slice(asked);
    assert.deepEqual(responses, [{ grantType: "authorization_code", status: 400 }]);
    const session = await fixture().assertNothingMade(attackers);
    assert.ok(["opened", "failed"].includes(session.status), session.status);
    await assertHonestWay(victims);
  });
});

/** Asserts that the flow ended on a page of the service, without a redirect. */
async function assertRefused(page: Page, below = 500): Promise<void> {
  assert.ok(page.status >= 400 && page.status < below, `${page.status}: ${page.text.slice(0, 300)}`);
  assert.equal(page.location, null);
}

/** A browser that keeps deleted cookies. */
function copyOf(browser: CookieClient): CookieClient {
  const copy = new CookieClient();
  copy.stealFrom(browser);
  return copy;
}

async function assertHonestWay(journey: Journey): Promise<void> {
  const session = await journey.goAllTheWay(victim);
  assert.equal(session.status, "completed");
}

/** A callback without a flow, with a valid code. */
async function freshCode(fixture: OAuthFixture): Promise<URL> {
  return await (await fixture.journey()).toCallback(attacker);
}

/**
 * The victim returns with the code to the application, which completes under the victim's tenant and gets
 * CONNECT_SESSION_NOT_FOUND. The attacker can't guess the code.
 */
async function assertOnlyItsOwnBackendCompletes(fixture: OAuthFixture, journey: Journey, code: string): Promise<void> {
  assert.match(code, /^\S{16,}$/);
  const victimsTenant = await fixture.tenant();
  const path = `/v1/tenants/${victimsTenant}/connect-sessions/${journey.session.id}:complete`;
  assertProblem(await fixture.caller.post(path, { completionCode: code }), "CONNECT_SESSION_NOT_FOUND");
  assert.deepEqual(await fixture.connectionsOf(victimsTenant), []);
  assertProblem(await journey.complete(withOtherEnd(code)), "COMPLETION_CODE_INVALID");
  const session = await fixture.assertNothingMade(journey);
  assert.equal(session.status, "awaiting_confirmation");
}
