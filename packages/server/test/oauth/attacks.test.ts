/** Attacks on the way to a provider and back; each is named as in the literature. None gets a connection, a code or a token. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { formTokenIn } from "./browser.ts";
import { atProvider } from "./steps.ts";
import { appOrigin, makeWorld, publicUrl, type World } from "./world.ts";

const reasons = async (world: World): Promise<unknown[]> =>
  (await world.audit("connect_session.callback_refused")).map(({ reason }) => reason);

test("COSF: who sent the link gets nothing of what its victim agreed to", async (t) => {
  const world = await makeWorld(t);
  // The attacker made the session, holds its secret, and sent the link; the victim goes the whole way.
  const { session, browser, location } = await atProvider(world, { completion: "confirmed" });
  const back = await browser.go(world.server.agree(location));
  const code = new URL(back.location).searchParams.get("completion_code") ?? "";
  assert.match(code, /^cc_/);
  assert.deepEqual(await world.connections(), []);
  const shown = await world.frontend("GET", "session", session.secret);
  assert.equal(shown.body["status"], "awaiting_confirmation");
  assert.equal(JSON.stringify(shown.body).includes("cc_"), false);
  for (const name of ["authorize", "credential"]) {
    const { status, body } = await world.frontend("POST", name, session.secret);
    assert.ok(status >= 400 && !JSON.stringify(body).includes(code), name);
  }
  const credential = await world.submit(session.secret, { access_token: "x" });
  assert.equal(credential.body["code"], "CREDENTIAL_INVALID");
  assert.equal(JSON.stringify(await world.session(session.id)).includes(code), false);
  const path = `/v1/tenants/${world.owner.tenantId}/connect-sessions/${session.id}:complete`;
  const guessed = await world.call("POST", path, { completionCode: `cc_1.${"A".repeat(43)}` });
  assert.deepEqual([guessed.status, guessed.body["code"]], [422, "COMPLETION_CODE_INVALID"]);
  // 12 and 13: the code is of no use to another account, and a second use makes nothing new.
  const stranger = await world.newOwner();
  const foreign = `/v1/tenants/${stranger.tenantId}/connect-sessions/${session.id}:complete`;
  for (const [at, key] of [
    [path, stranger],
    [foreign, stranger],
  ] as const) {
    assert.equal((await world.call("POST", at, { completionCode: code }, key)).status, 404);
  }
  assert.equal((await world.call("POST", path, { completionCode: code })).status, 200);
  assert.equal((await world.call("POST", path, { completionCode: code })).status, 200);
  assert.equal((await world.connections()).length, 1);
});

test("COSF from the authorize address: it is bound to the browser that opened it, and its request to the same one", async (t) => {
  const world = await makeWorld(t);
  const { session, address, location } = await atProvider(world);
  const victim = world.browser();
  const page = await victim.go(address);
  assert.deepEqual([page.status, formTokenIn(page.html)], [403, ""]);
  assert.match(page.html, /another browser/);
  assert.equal(page.html.includes("Customer") || page.html.includes(appOrigin), false);
  const back = await victim.go(world.server.agree(location));
  assert.equal(back.status, 403);
  assert.deepEqual([world.server.tokenRequests.length, await world.connections()], [0, []]);
  await world.frontend("POST", "cancel", session.secret);
  const after = await victim.go(address);
  assert.deepEqual([after.status, after.html.includes("connect_session_id")], [403, false]);
});

test("of fifty browsers that open one address at once, one is served", async (t) => {
  const world = await makeWorld(t);
  const address = await world.authorize(await world.open());
  const pages = await Promise.all(Array.from({ length: 50 }, () => world.browser().go(address)));
  assert.equal(pages.filter(({ status }) => status === 200).length, 1);
  assert.equal(pages.filter(({ status }) => status === 403).length, 49);
});

test("the callback in another browser is refused, and does not spend the state", async (t) => {
  const world = await makeWorld(t);
  const { session, browser, location } = await atProvider(world);
  const callback = world.server.agree(location);
  const stranger = world.browser();
  const otherFlow = await atProvider(world, { provider: "other" });
  for (const other of [stranger, otherFlow.browser]) assert.equal((await other.go(callback)).status, 403);
  assert.equal((await world.session(session.id)).status, "authorizing");
  assert.deepEqual(await reasons(world), ["other_browser"], "a repeat is counted, not recorded");
  assert.equal(world.server.tokenRequests.length, 0);
  assert.match((await browser.go(callback)).location, /status=completed$/);
});

test("a state is used once: a replay asks the provider nothing and makes nothing", async (t) => {
  const world = await makeWorld(t);
  const { browser, location } = await atProvider(world);
  const callback = world.server.agree(location);
  const kept = new Map(browser.cookies);
  const back = await browser.go(callback);
  assert.equal((await browser.go(callback)).status, 403, "the cookie is gone");
  // Had the answer been lost, the cookie would still be there: the same answer, and no more.
  for (const [name, value] of kept) browser.cookies.set(name, value);
  assert.equal((await browser.go(callback)).location, back.location);
  const withOther = world.server.agree(location);
  for (const [name, value] of kept) browser.cookies.set(name, value);
  assert.equal((await browser.go(withOther)).location, back.location);
  assert.deepEqual([world.server.tokenRequests.length, (await world.connections()).length], [1, 1]);
});

test("of twenty callbacks at once, one asks the provider", async (t) => {
  const world = await makeWorld(t);
  const { browser, location } = await atProvider(world);
  const callback = world.server.agree(location);
  await Promise.all(Array.from({ length: 20 }, () => browser.go(callback)));
  assert.deepEqual([world.server.tokenRequests.length, (await world.connections()).length], [1, 1]);
});

test("COAT: a state at another provider's callback is refused there", async (t) => {
  const world = await makeWorld(t);
  const { session, browser, location } = await atProvider(world);
  const callback = world.server.agree(location);
  const crossed = await browser.go(callback.replace("/oauth/acme/", "/oauth/other/"));
  assert.equal(crossed.status, 400);
  assert.deepEqual(await reasons(world), ["other_provider"]);
  assert.equal(world.server.tokenRequests.length, 0);
  assert.equal((await world.session(session.id)).status, "authorizing");
  assert.match((await browser.go(callback)).location, /status=completed$/);
});

test("CORF: an answer that nobody asked for is nobody's", async (t) => {
  const world = await makeWorld(t);
  const attacker = await atProvider(world);
  const own = world.server.agree(attacker.location);
  const victim = await atProvider(world, { provider: "other" });
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
  assert.equal(world.server.tokenRequests.length, 0);
});

test("mix-up: an answer without its issuer, or of another one, is refused before the code goes anywhere", async (t) => {
  const world = await makeWorld(t);
  const { session, browser, location } = await atProvider(world);
  const declared = "https://login.acme.example";
  for (const iss of [null, "", declared, `${world.server.origin}/`, "https://evil.example"]) {
    const page = await browser.go(world.server.agree(location, { iss }));
    assert.equal(page.status, 400, String(iss));
  }
  const twice = `${world.server.agree(location)}&iss=${encodeURIComponent(world.server.origin)}`;
  assert.equal((await browser.go(twice)).status, 400);
  assert.deepEqual(await reasons(world), ["malformed", "issuer_unknown", "issuer_missing"]);
  assert.equal(world.server.tokenRequests.length, 0);
  const denied = await browser.go(world.server.agree(location, { iss: null, code: null, error: "access_denied" }));
  assert.equal(denied.status, 400);
  assert.equal((await world.session(session.id)).status, "authorizing");
});

test("a code that was made for another flow has another verifier, and connects nothing", async (t) => {
  const world = await makeWorld(t);
  const victim = await atProvider(world);
  const stolen = new URL(world.server.agree(victim.location)).searchParams.get("code");
  const attacker = await atProvider(world);
  const page = await attacker.browser.go(world.server.agree(attacker.location, { code: stolen }));
  assert.equal(page.status, 422);
  assert.deepEqual(await world.connections(), []);
  assert.deepEqual(
    (await world.audit("connect_session.credential_rejected")).map(({ code }) => code),
    ["invalid_grant"],
  );
});

test("the consent cannot be skipped, sent from elsewhere, guessed, or framed", async (t) => {
  const world = await makeWorld(t);
  const address = await world.authorize(await world.open());
  const framed = world.browser();
  for (const headers of [
    { "sec-fetch-dest": "iframe" },
    { "sec-fetch-dest": "embed" },
    { "sec-fetch-dest": "empty" },
    { "sec-purpose": "prefetch;prerender" },
  ]) {
    assert.equal((await framed.go(address, headers)).status, 403, JSON.stringify(headers));
  }
  assert.equal(framed.cookies.size, 0, "and the address is still unopened");
  const head = await world.head(address);
  assert.equal(head, 404);
  const browser = world.browser();
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
  const stranger = world.browser();
  assert.equal((await stranger.submit(address, fields)).status, 403);
  assert.equal((await world.audit("connect_session.consent_given")).length, 0);
  assert.match((await browser.submit(address, fields)).location, /state=cos_/);
});

test("a token of another flow's page is refused, and so is a ticket on another provider's path", async (t) => {
  const world = await makeWorld(t);
  const browser = world.browser();
  const one = await world.authorize(await world.open());
  const other = await world.authorize(await world.open());
  const token = formTokenIn((await browser.go(one)).html);
  await browser.go(other);
  assert.equal((await browser.submit(other, { token, decision: "continue" })).status, 403);
  assert.equal((await browser.go(one.replace("/acme/", "/other/"))).status, 404);
  assert.equal((await browser.go(`${one}&ticket=x`)).status, 404);
});

test("a new address ends the one before, its page and its state", async (t) => {
  const world = await makeWorld(t);
  const { session, browser, address, location } = await atProvider(world);
  const next = await world.authorize(session);
  assert.equal((await browser.go(address)).status, 404);
  assert.equal((await browser.go(world.server.agree(location))).status, 404);
  assert.equal(world.server.tokenRequests.length, 0);
  assert.match((await browser.go(world.server.agree(await browser.consent(next)))).location, /status=completed$/);
});
