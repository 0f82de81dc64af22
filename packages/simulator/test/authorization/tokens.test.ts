/** The simulated authorization server's tokens: expiry, refresh and revocation, and the control commands. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { app, authorize, clock, connect, exchange, start, statusOf } from "./example.ts";

const day = 86_400_000;

test("a rotating refresh token works once and invalidates the old pair", async () => {
  await using simulator = await start();
  const first = await connect(simulator, { scope: "boxes:read" });
  assert.equal(first["expires_in"], 3600);
  const refresh = { grant_type: "refresh_token", refresh_token: String(first["refresh_token"]) };
  const { body: second } = await exchange(simulator, refresh);
  assert.equal(second["scope"], "boxes:read");
  assert.notEqual(second["refresh_token"], first["refresh_token"]);
  assert.equal(await statusOf(simulator, first["access_token"]), 401);
  assert.equal(await statusOf(simulator, second["access_token"]), 200);
  const again = await exchange(simulator, refresh);
  assert.deepEqual([again.status, again.body["error"]], [400, "invalid_grant"]);
  assert.deepEqual(simulator.ledger.effects.at(-1)?.["replaces"], `${app.clientId}#1`);
  assert.deepEqual(simulator.world.authorization.tokenRefusals, [{ error: "invalid_grant", clientId: app.clientId }]);
});

test("a refresh token that stays valid is absent from the response and works again", async () => {
  await using simulator = await start({ refreshTokens: "stay", accessTokenSeconds: 60, tellsExpiry: false });
  const first = await connect(simulator);
  assert.equal(first["expires_in"], undefined);
  clock.ms += 60_000;
  assert.equal(await statusOf(simulator, first["access_token"]), 401);
  const refresh = { grant_type: "refresh_token", refresh_token: String(first["refresh_token"]) };
  for (const attempt of [1, 2]) {
    const { status, body } = await exchange(simulator, refresh);
    assert.deepEqual([status, body["refresh_token"]], [200, undefined], String(attempt));
    assert.equal(await statusOf(simulator, body["access_token"]), 200);
  }
});

test("issues tokens without expiry, and refresh tokens that expire or none at all", async () => {
  await using simulator = await start({ accessTokenSeconds: 0, refreshTokens: "none" });
  const { access_token, refresh_token, expires_in } = await connect(simulator);
  assert.deepEqual([refresh_token, expires_in], [undefined, undefined]);
  clock.ms += 365 * day;
  assert.equal(await statusOf(simulator, access_token), 200);
  simulator.world.set({ refreshTokens: "rotate", refreshTokenSeconds: 60 });
  const { refresh_token: refresh } = await connect(simulator);
  clock.ms += 60_000;
  const response = await exchange(simulator, { grant_type: "refresh_token", refresh_token: String(refresh) });
  assert.equal(response.body["error"], "invalid_grant");
});

test("issues a refresh token only for the requests that the server declares", async () => {
  await using simulator = await start({}, { givesRefreshToken: ({ query }) => query.get("access_type") === "offline" });
  assert.equal((await connect(simulator))["refresh_token"], undefined);
  assert.equal(typeof (await connect(simulator, { access_type: "offline" }))["refresh_token"], "string");
});

test("revokes a grant or one token, and leaves others alone", async () => {
  for (const ends of ["grant", "token"] as const) {
    await using simulator = await start({}, { revocation: { authentication: "app", ends } });
    const [first, second] = [await connect(simulator), await connect(simulator)];
    simulator.world.set({ autoApprove: "grace" });
    const other = await connect(simulator);
    const revoke = (token: unknown, secret = app.clientSecret): Promise<Response> => {
      const body = new URLSearchParams({ token: String(token), client_id: app.clientId, client_secret: secret });
      return fetch(`${simulator.url}/oauth/revoke`, { method: "POST", body });
    };
    assert.equal((await revoke(first["refresh_token"], "wrong")).status, 401);
    assert.equal((await revoke("unknown")).status, 200);
    assert.equal(await statusOf(simulator, first["access_token"]), 200);
    assert.equal((await revoke(first["refresh_token"])).status, 200);
    assert.equal(await statusOf(simulator, first["access_token"]), 401);
    assert.equal(await statusOf(simulator, second["access_token"]), ends === "grant" ? 401 : 200);
    assert.equal(await statusOf(simulator, other["access_token"]), 200);
    const refresh = { grant_type: "refresh_token", refresh_token: String(first["refresh_token"]) };
    assert.equal((await exchange(simulator, refresh)).body["error"], "invalid_grant");
    assert.equal(simulator.ledger.effects.at(-1)?.kind, "token.revoke");
  }
});

test("answers a revocation with a bearer token as the API does", async () => {
  const respond = (isKnown: boolean) => ({ status: 200, json: { ok: isKnown } });
  await using simulator = await start({}, { revocation: { authentication: "bearer", respond } });
  const { access_token } = await connect(simulator);
  const headers = { authorization: `Bearer ${String(access_token)}` };
  for (const ok of [true, false]) {
    const revoked = await fetch(`${simulator.url}/oauth/revoke`, { method: "POST", headers });
    assert.deepEqual(await revoked.json(), { ok });
  }
});

test("control commands issue and revoke, and a reset restores the apps", async () => {
  await using simulator = await start();
  const control = async (name: string, fields: object): Promise<Record<string, unknown>> => {
    const headers = { "content-type": "application/json", "x-simulator-control": "1" };
    const response = await fetch(`${simulator.url}/__simulator/${name}`, {
      method: "POST",
      headers,
      body: JSON.stringify(fields),
    });
    return (await response.json()) as Record<string, unknown>;
  };
  const whose = { login: "ada", client_id: app.clientId };
  const { access_token: first } = await control("issue-token", { ...whose, scopes: "boxes:read" });
  const { access_token: second } = await control("issue-token", { ...whose, scopes: "" });
  await control("revoke-token", { token: first });
  assert.deepEqual([await statusOf(simulator, first), await statusOf(simulator, second)], [401, 200]);
  assert.deepEqual((await control("world", {}))["liveTokens"], [
    { name: `${app.clientId}#2`, clientId: app.clientId, user: "ada" },
  ]);
  await control("revoke-authorization", whose);
  assert.equal(await statusOf(simulator, second), 401);
  assert.deepEqual(await control("issue-token", { ...whose, login: "eve", scopes: "" }), { error: "no user eve" });
  simulator.world.authorization.apps.clear();
  await control("reset", {});
  assert.equal((await authorize(simulator)).status, 302);
});
