/** The authorization flow's time limits, the sessions that may use it, and the URLs that it may redirect to. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { throughProvider } from "./steps.ts";
import { appOrigin, makeFixture } from "./fixture.ts";

test("an address and a state are valid for ten minutes, within their session's lifetime", async (t) => {
  const fixture = await makeFixture(t);
  const session = await fixture.open();
  const browser = fixture.browser();
  const address = await fixture.authorize(session);
  const forgotten = await fixture.authorize(await fixture.open());
  fixture.clock.aheadMs = 10 * 60_000 - 2000;
  const location = await browser.consent(address);
  fixture.clock.aheadMs = 10 * 60_000 + 2000;
  assert.equal((await browser.go(address)).status, 200, "the consent restarted the ten minutes");
  assert.equal((await browser.go(forgotten)).status, 410);
  fixture.clock.aheadMs = 20 * 60_000 + 2000;
  const late = await browser.go(fixture.server.agree(location));
  assert.equal(late.status, 410);
  const unopened = await fixture.authorize(session);
  fixture.clock.aheadMs = 29 * 60_000 + 59_000;
  const last = await browser.go(unopened);
  assert.equal(last.status, 200, "the address has not expired, and the session is open");
  fixture.clock.aheadMs = 30 * 60_000 + 1000;
  assert.equal((await browser.go(unopened)).status, 410);
  assert.equal(fixture.server.tokenRequests.length, 0);
  assert.equal((await fixture.frontend("POST", "authorize", session.secret)).body["code"], "CONNECT_SESSION_EXPIRED");
});

test("rejects the response if the session ended while its user was away", async (t) => {
  const fixture = await makeFixture(t);
  const session = await fixture.open();
  const browser = fixture.browser();
  const location = await browser.consent(await fixture.authorize(session));
  await fixture.frontend("POST", "cancel", session.secret);
  const page = await browser.go(fixture.server.agree(location));
  assert.equal(page.status, 409);
  assert.match(page.html, /status=cancelled/);
  assert.equal(fixture.server.tokenRequests.length, 0);
});

test("a session cancelled during its code exchange connects nothing", async (t) => {
  const fixture = await makeFixture(t);
  const session = await fixture.open();
  fixture.server.beforeResponse = async () => {
    assert.equal(
      (await fixture.frontend("POST", "authorize", session.secret)).status,
      409,
      "one verification at a time",
    );
    await fixture.frontend("POST", "cancel", session.secret);
  };
  const page = await throughProvider(fixture, session);
  assert.equal(page.status, 409);
  assert.deepEqual(await fixture.connections(), []);
  assert.equal((await fixture.session(session.id)).status, "cancelled");
});

test("only the session's frontend gets the address, and only for an OAuth provider", async (t) => {
  const fixture = await makeFixture(t);
  const { secret } = await fixture.open();
  for (const origin of [null, "null", "https://evil.example"]) {
    assert.equal((await fixture.frontend("POST", "authorize", secret, origin)).body["code"], "ORIGIN_NOT_ALLOWED");
  }
  assert.equal((await fixture.frontend("POST", "authorize", "css_x")).body["code"], "CONNECT_TOKEN_INVALID");
  assert.equal((await fixture.frontend("POST", "authorize", secret, "https://svc.example")).status, 200);
});

test("rejects return URLs that only look registered", async (t) => {
  const fixture = await makeFixture(t);
  for (const returnUrl of [
    `${appOrigin}.evil.example/done`,
    `https://app.example@evil.example/done`,
    `https://app.example\\@evil.example/done`,
    "https://app.example:8443/done",
    "http://app.example/done",
    `${appOrigin}/done/../other`,
    `${appOrigin}/done%2f..%2fother`,
    `${appOrigin}/doneother`,
    `${appOrigin}/done#x`,
    `${appOrigin}/done?status=completed`,
    `${appOrigin}/Done`,
    "javascript:alert(1)",
  ]) {
    const { status } = await fixture.call("POST", `/v1/tenants/${fixture.owner.tenantId}/connect-sessions`, {
      provider: "acme",
      authKind: "oauth2_authorization_code",
      allowedOrigin: appOrigin,
      returnUrl,
      requestedActions: ["notes.list"],
    });
    assert.ok(status === 422 || status === 400, `${returnUrl} ${status}`);
  }
});
