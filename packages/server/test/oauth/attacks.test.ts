/** Attacks on the authorization flow, named as in the literature. None of them gets a connection, a code or a token. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { formTokenIn } from "./browser.ts";
import { atProvider } from "./steps.ts";
import { appOrigin, makeFixture, publicUrl, type Fixture } from "./fixture.ts";

const reasons = async (fixture: Fixture): Promise<unknown[]> =>
  (await fixture.audit("connect_session.callback_refused")).map(({ reason }) => reason);

test("COSF: the sender of the link gains nothing from the victim's consent", async (t) => {
  const fixture = await makeFixture(t);
  // The attacker created the session, holds its secret, and sent the link; the victim completes the flow.
  const { session, browser, location } = await atProvider(fixture, { completion: "confirmed" });
  const back = await browser.go(fixture.server.agree(location));
  const code = new URL(back.location).searchParams.get("completion_code") ?? "";
  assert.match(code, /^cc_/);
  assert.deepEqual(await fixture.connections(), []);
  const shown = await fixture.frontend("GET", "session", session.secret);
  assert.equal(shown.body["status"], "awaiting_confirmation");
  assert.equal(JSON.stringify(shown.body).includes("cc_"), false);
  for (const name of ["authorize", "credential"]) {
    const { status, body } = await fixture.frontend("POST", name, session.secret);
    assert.ok(status >= 400 && !JSON.stringify(body).includes(code), name);
  }
  const credential = await fixture.submit(session.secret, { access_token: "x" });
  assert.equal(credential.body["code"], "CREDENTIAL_INVALID");
  assert.equal(JSON.stringify(await fixture.session(session.id)).includes(code), false);
  const path = `/v1/tenants/${fixture.owner.tenantId}/connect-sessions/${session.id}:complete`;
  const guessed = await fixture.call("POST", path, { completionCode: `cc_1.${"A".repeat(43)}` });
  assert.deepEqual([guessed.status, guessed.body["code"]], [422, "COMPLETION_CODE_INVALID"]);
  // 12 and 13: the code is useless for another account, and a second use creates nothing.
  const stranger = await fixture.newOwner();
  const foreign = `/v1/tenants/${stranger.tenantId}/connect-sessions/${session.id}:complete`;
  for (const [at, key] of [
    [path, stranger],
    [foreign, stranger],
  ] as const) {
    assert.equal((await fixture.call("POST", at, { completionCode: code }, key)).status, 404);
  }
  assert.equal((await fixture.call("POST", path, { completionCode: code })).status, 200);
  assert.equal((await fixture.call("POST", path, { completionCode: code })).status, 200);
  assert.equal((await fixture.connections()).length, 1);
});

test("COSF with the authorize address: it is bound to the browser that opened it, and its request to the same one", async (t) => {
  const fixture = await makeFixture(t);
  const { session, address, location } = await atProvider(fixture);
  const victim = fixture.browser();
  const page = await victim.go(address);
  assert.deepEqual([page.status, formTokenIn(page.html)], [403, ""]);
  assert.match(page.html, /another browser/);
  assert.equal(page.html.includes("Customer") || page.html.includes(appOrigin), false);
  const back = await victim.go(fixture.server.agree(location));
  assert.equal(back.status, 403);
  assert.deepEqual([fixture.server.tokenRequests.length, await fixture.connections()], [0, []]);
  await fixture.frontend("POST", "cancel", session.secret);
  const after = await victim.go(address);
  assert.deepEqual([after.status, after.html.includes("connect_session_id")], [403, false]);
});

test("serves one of fifty browsers that open one address at once", async (t) => {
  const fixture = await makeFixture(t);
  const address = await fixture.authorize(await fixture.open());
  const pages = await Promise.all(Array.from({ length: 50 }, () => fixture.browser().go(address)));
  assert.equal(pages.filter(({ status }) => status === 200).length, 1);
  assert.equal(pages.filter(({ status }) => status === 403).length, 49);
});

test("rejects the callback in another browser without spending the state", async (t) => {
  const fixture = await makeFixture(t);
  const { session, browser, location } = await atProvider(fixture);
  const callback = fixture.server.agree(location);
  const stranger = fixture.browser();
  const otherFlow = await atProvider(fixture, { provider: "other" });
  for (const other of [stranger, otherFlow.browser]) assert.equal((await other.go(callback)).status, 403);
  assert.equal((await fixture.session(session.id)).status, "authorizing");
  assert.deepEqual(await reasons(fixture), ["other_browser"], "a repeat is counted, not recorded");
  assert.equal(fixture.server.tokenRequests.length, 0);
  assert.match((await browser.go(callback)).location, /status=completed$/);
});

test("accepts a state once: a replay sends nothing to the provider and creates nothing", async (t) => {
  const fixture = await makeFixture(t);
  const { browser, location } = await atProvider(fixture);
  const callback = fixture.server.agree(location);
  const kept = new Map(browser.cookies);
  const back = await browser.go(callback);
  assert.equal((await browser.go(callback)).status, 403, "the cookie is gone");
  // If the response was lost, the cookie is still there: the replay gets the same response and nothing more.
  for (const [name, value] of kept) browser.cookies.set(name, value);
  assert.equal((await browser.go(callback)).location, back.location);
  const withOther = fixture.server.agree(location);
  for (const [name, value] of kept) browser.cookies.set(name, value);
  assert.equal((await browser.go(withOther)).location, back.location);
  assert.deepEqual([fixture.server.tokenRequests.length, (await fixture.connections()).length], [1, 1]);
});

test("exchanges the code for one of twenty concurrent callbacks", async (t) => {
  const fixture = await makeFixture(t);
  const { browser, location } = await atProvider(fixture);
  const callback = fixture.server.agree(location);
  await Promise.all(Array.from({ length: 20 }, () => browser.go(callback)));
  assert.deepEqual([fixture.server.tokenRequests.length, (await fixture.connections()).length], [1, 1]);
});

test("COAT: rejects a state at another provider's callback", async (t) => {
  const fixture = await makeFixture(t);
  const { session, browser, location } = await atProvider(fixture);
  const callback = fixture.server.agree(location);
  const crossed = await browser.go(callback.replace("/oauth/acme/", "/oauth/other/"));
  assert.equal(crossed.status, 400);
  assert.deepEqual(await reasons(fixture), ["other_provider"]);
  assert.equal(fixture.server.tokenRequests.length, 0);
  assert.equal((await fixture.session(session.id)).status, "authorizing");
  assert.match((await browser.go(callback)).location, /status=completed$/);
});

test("CORF: rejects an unrequested response", async (t) => {
  const fixture = await makeFixture(t);
  const attacker = await atProvider(fixture);
  const own = fixture.server.agree(attacker.location);
  const victim = await atProvider(fixture, { provider: "other" });
  const at = `${publicUrl}/connect/oauth/other/callback`;
  const { searchParams } = new URL(own);
  for (const query of [
    `code=${searchParams.get("code")}`,
    `code=${searchParams.get("code")}&state=`,
    `code=${searchParams.get("code")}&state=cos_${"A".repeat(43)}`,
    `code=${searchParams.get("code")}&state=${searchParams.get("state")}&state=${searchParams.get("state")}`,
  ]) {
    assert.equal((await victim.browser.go(`${at}?${query}`)).status, 404, query);
  }
  assert.equal((await victim.browser.go(own)).status, 403);
  assert.equal(fixture.server.tokenRequests.length, 0);
});

test("mix-up: rejects a response with no issuer or another one before the code is sent anywhere", async (t) => {
  const fixture = await makeFixture(t);
  const { session, browser, location } = await atProvider(fixture);
  const declared = "https://login.acme.example";
  for (const iss of [null, "", declared, `${fixture.server.origin}/`, "https://evil.example"]) {
    const page = await browser.go(fixture.server.agree(location, { iss }));
    assert.equal(page.status, 400, String(iss));
  }
  const twice = `${fixture.server.agree(location)}&iss=${encodeURIComponent(fixture.server.origin)}`;
  assert.equal((await browser.go(twice)).status, 400);
  assert.deepEqual(await reasons(fixture), ["malformed", "issuer_unknown", "issuer_missing"]);
  assert.equal(fixture.server.tokenRequests.length, 0);
  const denied = await browser.go(fixture.server.agree(location, { iss: null, code: null, error: "access_denied" }));
  assert.equal(denied.status, 400);
  assert.equal((await fixture.session(session.id)).status, "authorizing");
});

test("a code from another flow has another verifier and connects nothing", async (t) => {
  const fixture = await makeFixture(t);
  const victim = await atProvider(fixture);
  const stolen = new URL(fixture.server.agree(victim.location)).searchParams.get("code");
  const attacker = await atProvider(fixture);
  const page = await attacker.browser.go(fixture.server.agree(attacker.location, { code: stolen }));
  assert.equal(page.status, 422);
  assert.deepEqual(await fixture.connections(), []);
  assert.deepEqual(
    (await fixture.audit("connect_session.credential_rejected")).map(({ code }) => code),
    ["invalid_grant"],
  );
});

test("the consent can't be skipped, sent from elsewhere, guessed, or framed", async (t) => {
  const fixture = await makeFixture(t);
  const address = await fixture.authorize(await fixture.open());
  const framed = fixture.browser();
  for (const headers of [
    { "sec-fetch-dest": "iframe" },
    { "sec-fetch-dest": "embed" },
    { "sec-fetch-dest": "empty" },
    { "sec-purpose": "prefetch;prerender" },
  ]) {
    assert.equal((await framed.go(address, headers)).status, 403, JSON.stringify(headers));
  }
  assert.equal(framed.cookies.size, 0, "and the address is still unopened");
  const head = await fixture.head(address);
  assert.equal(head, 404);
  const browser = fixture.browser();
  const token = formTokenIn((await browser.go(address)).html);
  const fields = { token, decision: "continue" };
  const attempts: readonly [string, Record<string, string>, Record<string, string>][] = [
    ["from another site", fields, { "sec-fetch-site": "cross-site", origin: "https://evil.example" }],
    ["from a sister site", fields, { "sec-fetch-site": "same-site", origin: "https://x.svc.example" }],
    ["from another origin", fields, { origin: "https://evil.example" }],
    ["from a frame without an origin", fields, { "sec-fetch-site": "cross-site", origin: "null" }],
    ["without its token", { decision: "continue" }, {}],
    ["with a wrong token", { token: `${token.slice(0, -1)}!`, decision: "continue" }, {}],
    ["without a decision", { token }, {}],
    ["with another decision", { token, decision: "approve" }, {}],
    ["as JSON", fields, { "content-type": "application/json" }],
    ["in a frame", fields, { "sec-fetch-dest": "iframe" }],
  ];
  for (const [name, form, headers] of attempts) {
    const refused = await browser.submit(address, form, headers);
    assert.deepEqual([refused.status, refused.location], [403, ""], name);
  }
  const stranger = fixture.browser();
  assert.equal((await stranger.submit(address, fields)).status, 403);
  assert.equal((await fixture.audit("connect_session.consent_given")).length, 0);
  assert.match((await browser.submit(address, fields)).location, /state=cos_/);
});

test("rejects a token from another flow's page, and a ticket on another provider's path", async (t) => {
  const fixture = await makeFixture(t);
  const browser = fixture.browser();
  const one = await fixture.authorize(await fixture.open());
  const other = await fixture.authorize(await fixture.open());
  const token = formTokenIn((await browser.go(one)).html);
  await browser.go(other);
  assert.equal((await browser.submit(other, { token, decision: "continue" })).status, 403);
  assert.equal((await browser.go(one.replace("/acme/", "/other/"))).status, 404);
  assert.equal((await browser.go(`${one}&ticket=x`)).status, 404);
});

test("a new address ends the previous one, its page and its state", async (t) => {
  const fixture = await makeFixture(t);
  const { session, browser, address, location } = await atProvider(fixture);
  const next = await fixture.authorize(session);
  assert.equal((await browser.go(address)).status, 404);
  assert.equal((await browser.go(fixture.server.agree(location))).status, 404);
  assert.equal(fixture.server.tokenRequests.length, 0);
  assert.match((await browser.go(fixture.server.agree(await browser.consent(next)))).location, /status=completed$/);
});
