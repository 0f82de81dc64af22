/** How long the way to a provider is open, for whom, and where it may lead. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { throughProvider } from "./steps.ts";
import { appOrigin, makeWorld } from "./world.ts";

test("an address and a state live ten minutes, within their session's life", async (t) => {
  const world = await makeWorld(t);
  const session = await world.open();
  const browser = world.browser();
  const address = await world.authorize(session);
  const forgotten = await world.authorize(await world.open());
  world.clock.aheadMs = 10 * 60_000 - 2000;
  const location = await browser.consent(address);
  world.clock.aheadMs = 10 * 60_000 + 2000;
  assert.equal((await browser.go(address)).status, 200, "the consent began the ten minutes anew");
  assert.equal((await browser.go(forgotten)).status, 410);
  world.clock.aheadMs = 20 * 60_000 + 2000;
  const late = await browser.go(world.server.agree(location));
  assert.equal(late.status, 410);
  const unopened = await world.authorize(session);
  world.clock.aheadMs = 29 * 60_000 + 59_000;
  const last = await browser.go(unopened);
  assert.equal(last.status, 200, "the address is young enough, and the session lives");
  world.clock.aheadMs = 30 * 60_000 + 1000;
  assert.equal((await browser.go(unopened)).status, 410);
  assert.equal(world.server.tokenRequests.length, 0);
  assert.equal((await world.frontend("POST", "authorize", session.secret)).body["code"], "CONNECT_SESSION_EXPIRED");
});

test("a session that ended while its user was away takes no answer", async (t) => {
  const world = await makeWorld(t);
  const session = await world.open();
  const browser = world.browser();
  const location = await browser.consent(await world.authorize(session));
  await world.frontend("POST", "cancel", session.secret);
  const page = await browser.go(world.server.agree(location));
  assert.equal(page.status, 409);
  assert.match(page.html, /status=cancelled/);
  assert.equal(world.server.tokenRequests.length, 0);
});

test("a session cancelled while its code was exchanged connects nothing", async (t) => {
  const world = await makeWorld(t);
  const session = await world.open();
  world.server.beforeAnswer = async () => {
    assert.equal((await world.frontend("POST", "authorize", session.secret)).status, 409, "one verification at a time");
    await world.frontend("POST", "cancel", session.secret);
  };
  const page = await throughProvider(world, session);
  assert.equal(page.status, 409);
  assert.deepEqual(await world.connections(), []);
  assert.equal((await world.session(session.id)).status, "cancelled");
});

test("the address is given to the session's frontend alone, and only where a provider asks", async (t) => {
  const world = await makeWorld(t);
  const { secret } = await world.open();
  for (const origin of [null, "null", "https://evil.example"]) {
    assert.equal((await world.frontend("POST", "authorize", secret, origin)).body["code"], "ORIGIN_NOT_ALLOWED");
  }
  assert.equal((await world.frontend("POST", "authorize", "css_x")).body["code"], "CONNECT_TOKEN_INVALID");
  assert.equal((await world.frontend("POST", "authorize", secret, "https://svc.example")).status, 200);
});

test("return URLs that only look registered make no session", async (t) => {
  const world = await makeWorld(t);
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
    const { status } = await world.call("POST", `/v1/tenants/${world.owner.tenantId}/connect-sessions`, {
      provider: "acme",
      authKind: "oauth2_authorization_code",
      allowedOrigin: appOrigin,
      returnUrl,
      requestedActions: ["notes.list"],
    });
    assert.ok(status === 422 || status === 400, `${returnUrl} ${status}`);
  }
});
