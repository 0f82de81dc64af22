/** Ends of the way to a provider in which something was refused, in doubt, or changed meanwhile. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { connected, held, renew, throughProvider } from "./steps.ts";
import { makeWorld, type World } from "./world.ts";

const faults: readonly [string, (world: World) => void, number, string][] = [
  ["an error of the authorization server", () => {}, 502, "provider_error"],
  [
    "a token endpoint that is down",
    ({ server }) => server.tokenAnswers.push({ status: 503, body: {} }),
    502,
    "unverified",
  ],
  ["an answer that is none", ({ server }) => server.tokenAnswers.push({ status: 200, body: [] }), 502, "unverified"],
  [
    "an app that the server does not know",
    ({ server }) => server.tokenAnswers.push({ status: 401, body: { error: "invalid_client" } }),
    502,
    "app_refused",
  ],
  [
    "an API that is down",
    ({ server }) => server.apiAnswers.push(...Array.from({ length: 3 }, () => ({ status: 500, body: {} }))),
    502,
    "unverified",
  ],
];
for (const [name, prepare, status, reason] of faults) {
  test(`${name}: nothing is stored, and the session can go on`, async (t) => {
    const world = await makeWorld(t);
    const session = await world.open();
    const browser = world.browser();
    const location = await browser.consent(await world.authorize(session));
    prepare(world);
    const change: Record<string, string | null> =
      reason === "provider_error" ? { code: null, error: "server_error" } : {};
    const page = await browser.go(world.server.agree(location, change));
    assert.equal(page.status, status, page.html);
    assert.ok(page.html.includes(`href="https://svc.example/connect/${session.id}"`), "a way to try again");
    assert.equal((await world.session(session.id)).status, "opened");
    assert.deepEqual(await world.connections(), []);
    assert.deepEqual(
      (await world.audit("connect_session.authorization_failed")).map((data) => data["reason"]),
      [reason],
    );
    assert.match((await throughProvider(world, session)).location, /status=completed$/);
  });
}

test("a code or a token that the provider refuses is counted, and the fifth ends the session", async (t) => {
  const world = await makeWorld(t);
  const session = await world.open();
  for (let count = 1; count <= 5; count += 1) {
    if (count % 2 === 0) world.server.apiAnswers.push({ status: 401, body: {} });
    else world.server.tokenAnswers.push({ status: 200, body: { error: "invalid_grant" } });
    assert.equal((await throughProvider(world, session)).status, 422);
    assert.equal((await world.session(session.id)).status, count < 5 ? "opened" : "failed");
  }
  assert.equal((await world.session(session.id)).error?.code, "CREDENTIAL_REJECTED");
  assert.equal((await world.frontend("POST", "authorize", session.secret)).body["code"], "CONNECT_SESSION_NOT_OPEN");
  assert.equal((await world.audit("connect_session.credential_rejected")).length, 5);
});

test("a credential that was renewed while its reconnect was verified, or waited, is replaced all the same", async (t) => {
  const world = await makeWorld(t);
  const id = await connected(world);
  world.server.beforeAnswer = () => renew(world, id);
  assert.match((await throughProvider(world, await world.open({ connection_id: id }))).location, /status=completed$/);
  world.server.beforeAnswer = () => Promise.resolve();
  const waiting = await world.open({ connection_id: id, completion: "confirmed" });
  const back = await throughProvider(world, waiting);
  await renew(world, id);
  await renew(world, id);
  const completionCode = new URL(back.location).searchParams.get("completion_code");
  const path = `/v1/tenants/${world.owner.tenantId}/connect-sessions/${waiting.id}:complete`;
  assert.equal((await world.call("POST", path, { completionCode })).status, 200);
  const token = (await held(world, id)).accessToken;
  assert.equal(world.server.given.at(-3), token, "the newest that was given out");
});
