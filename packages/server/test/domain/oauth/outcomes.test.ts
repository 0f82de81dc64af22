/** Authorization flows with a refusal, an uncertain result, or a change during the flow. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { connected, storedCredential, bumpCredentialVersion, throughProvider } from "./steps.ts";
import { makeFixture, type Fixture } from "./fixture.ts";

const faults: readonly [string, (fixture: Fixture) => void, number, string][] = [
  ["an error from the authorization server", () => {}, 502, "provider_error"],
  [
    "a token endpoint that is down",
    ({ server }) => server.tokenResponses.push({ status: 503, body: {} }),
    502,
    "unverified",
  ],
  [
    "a malformed token response",
    ({ server }) => server.tokenResponses.push({ status: 200, body: [] }),
    502,
    "unverified",
  ],
  [
    "an app that the server does not know",
    ({ server }) => server.tokenResponses.push({ status: 401, body: { error: "invalid_client" } }),
    502,
    "app_refused",
  ],
  [
    "an API that is down",
    ({ server }) => server.apiResponses.push(...Array.from({ length: 3 }, () => ({ status: 500, body: {} }))),
    502,
    "unverified",
  ],
];
for (const [name, prepare, status, reason] of faults) {
  test(`${name}: stores nothing, and the session can continue`, async (t) => {
    const fixture = await makeFixture(t);
    const session = await fixture.open();
    const browser = fixture.browser();
    const location = await browser.consent(await fixture.authorize(session));
    prepare(fixture);
    const change: Record<string, string | null> =
      reason === "provider_error" ? { code: null, error: "server_error" } : {};
    const page = await browser.go(fixture.server.agree(location, change));
    assert.equal(page.status, status, page.html);
    assert.ok(page.html.includes(`href="https://svc.example/connect/${session.id}"`), "a way to try again");
    assert.equal((await fixture.session(session.id)).status, "opened");
    assert.deepEqual(await fixture.connections(), []);
    assert.deepEqual(
      (await fixture.audit("connect_session.authorization_failed")).map((data) => data["reason"]),
      [reason],
    );
    assert.match((await throughProvider(fixture, session)).location, /status=completed$/);
  });
}

test("a response about the account that can't be read stores nothing, and offers no second attempt", async (t) => {
  const fixture = await makeFixture(t);
  const session = await fixture.open();
  const browser = fixture.browser();
  const location = await browser.consent(await fixture.authorize(session));
  fixture.server.apiResponses.push({ status: 200, body: { unknown: "shape" } });
  const page = await browser.go(fixture.server.agree(location, {}));
  assert.equal(page.status, 502, page.html);
  assert.doesNotMatch(page.html, /href="https:\/\/svc\.example\/connect\//);
  assert.match(page.html, /Trying again won(?:'|&#39;|&#x27;)t help/);
  assert.deepEqual(await fixture.connections(), []);
  const reasons = (await fixture.audit("connect_session.authorization_failed")).map((data) => data["reason"]);
  assert.deepEqual(reasons, ["unreadable"]);
});

test("a connection whose token came without a refresh token shows its end; one that is refreshed has none", async (t) => {
  const fixture = await makeFixture(t);
  const ends = async (login: string, response: object) => {
    const body = { access_token: "token-without", token_type: "bearer", scope: "notes", ...response };
    fixture.server.tokenResponses.push({ status: 200, body });
    fixture.server.apiResponses.push({ status: 200, body: { login } });
    assert.match((await throughProvider(fixture, await fixture.open())).location, /status=completed$/);
    const rows = await fixture.connections();
    return rows.map(({ credentialExpiresAt }) => credentialExpiresAt).filter((end) => end !== null).length;
  };
  assert.equal(await ends("ada", { expires_in: 3600, refresh_token: "refresh-1" }), 0);
  assert.equal(await ends("grace", {}), 0, "nothing says when it ends");
  assert.equal(await ends("edsger", { expires_in: "3599" }), 1);
});

test("counts a code or token that the provider refuses, and the fifth fails the session", async (t) => {
  const fixture = await makeFixture(t);
  const session = await fixture.open();
  for (let count = 1; count <= 5; count += 1) {
    if (count % 2 === 0) fixture.server.apiResponses.push({ status: 401, body: {} });
    else fixture.server.tokenResponses.push({ status: 200, body: { error: "invalid_grant" } });
    assert.equal((await throughProvider(fixture, session)).status, 422);
    assert.equal((await fixture.session(session.id)).status, count < 5 ? "opened" : "failed");
  }
  assert.equal((await fixture.session(session.id)).error?.code, "CREDENTIAL_REJECTED");
  assert.equal((await fixture.frontend("POST", "authorize", session.secret)).body["code"], "CONNECT_SESSION_NOT_OPEN");
  assert.equal((await fixture.audit("credential.rejected")).length, 5);
});

test("replaces a credential that was refreshed while its reconnect was verified or pending", async (t) => {
  const fixture = await makeFixture(t);
  const id = await connected(fixture);
  fixture.server.beforeResponse = () => bumpCredentialVersion(fixture, id);
  assert.match(
    (await throughProvider(fixture, await fixture.open({ connection_id: id }))).location,
    /status=completed$/,
  );
  fixture.server.beforeResponse = () => Promise.resolve();
  const waiting = await fixture.open({ connection_id: id, completion: "confirmed" });
  const back = await throughProvider(fixture, waiting);
  await bumpCredentialVersion(fixture, id);
  await bumpCredentialVersion(fixture, id);
  const completionCode = new URL(back.location).searchParams.get("completion_code");
  const path = `/v1/tenants/${fixture.owner.tenantId}/connect-sessions/${waiting.id}:complete`;
  assert.equal((await fixture.call("POST", path, { completionCode })).status, 200);
  const token = (await storedCredential(fixture, id)).accessToken;
  assert.equal(fixture.server.given.at(-3), token, "the newest token that was issued");
});
