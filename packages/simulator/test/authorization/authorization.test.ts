/** The simulated authorization server: page, redirects, codes, tokens, refresh, revocation, and what an API may declare. */
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  app,
  authorize,
  clock,
  codeFor,
  connect,
  exchange,
  landed,
  pkce,
  redirectUri,
  start,
  statusOf,
  verifier,
} from "./example.ts";

const day = 86_400_000;

test("the page selects a user, removes scopes, and works without scripts", async () => {
  await using simulator = await start({ autoApprove: "" });
  const answer = await authorize(simulator, { scope: "boxes:read boxes:write", login_hint: "grace" });
  const html = await answer.text();
  assert.equal(answer.status, 200);
  assert.ok(html.includes("Ada &lt;Lovelace&gt;") && !html.includes("<script"));
  assert.match(html, /name="login" value="grace" checked/);
  const id = /name="authenticity_token" value="([^"]+)"/.exec(html)?.[1] ?? "";
  const decide = (decision: string, fields: [string, string][]): Promise<Response> =>
    fetch(`${simulator.url}/oauth/authorize`, {
      method: "POST",
      redirect: "manual",
      body: new URLSearchParams([["authenticity_token", id], ["decision", decision], ...fields]),
    });
  assert.equal((await decide("authorize", [["login", "eve"]])).status, 422);
  const back = landed(
    await decide("authorize", [
      ["login", "grace"],
      ["scope", "boxes:read"],
      ["scope", "admin"],
    ]),
  );
  assert.equal((await decide("authorize", [["login", "grace"]])).status, 422);
  const { body } = await exchange(simulator, { code: back["code"] ?? "" });
  assert.equal(body["scope"], "boxes:read");
  assert.equal(await statusOf(simulator, body["access_token"], "/boxes"), 200);
  assert.deepEqual(
    simulator.ledger.effects.map(({ kind, user, scopes }) => ({ kind, user, scopes })),
    ["authorization.grant", "token.issue"].map((kind) => ({ kind, user: "grace", scopes: "boxes:read" })),
  );
});

test("a person cancels on the page", async () => {
  await using simulator = await start({ autoApprove: "" });
  const html = await (await authorize(simulator)).text();
  const id = /name="authenticity_token" value="([^"]+)"/.exec(html)?.[1] ?? "";
  const body = new URLSearchParams({ authenticity_token: id, decision: "cancel" });
  const answer = await fetch(`${simulator.url}/oauth/authorize`, { method: "POST", redirect: "manual", body });
  assert.deepEqual(landed(answer), { error: "access_denied", state: "xyz" });
});

test("switches cancel, refuse scopes, and send an issuer", async () => {
  await using simulator = await start({ autoDecision: "cancel", issuer: "{origin}/oauth" });
  const iss = `${simulator.url}/oauth`;
  assert.deepEqual(landed(await authorize(simulator)), { error: "access_denied", state: "xyz", iss });
  simulator.world.set({ autoDecision: "authorize", refusedScopes: ["boxes:write"], issuer: "" });
  assert.equal((await connect(simulator, { scope: "boxes:read boxes:write" }))["scope"], "boxes:read");
});

test("an unknown app and an unregistered callback URL get a page, never a redirect", async () => {
  await using simulator = await start();
  for (const fields of [
    { client_id: "unknown" },
    { redirect_uri: "https://evil.example/callback" },
    { redirect_uri: "http://127.0.0.1.evil.example/" },
    { redirect_uri: "javascript:alert(1)" },
  ]) {
    assert.equal((await authorize(simulator, fields)).status, 400, JSON.stringify(fields));
  }
});

test("malformed requests return the error of RFC 6749", async () => {
  await using simulator = await start({}, { pkce: "required", knownScopes: ["boxes:read"] });
  const errorFor = async (fields: Record<string, string>): Promise<string | undefined> =>
    landed(await authorize(simulator, fields))["error"];
  assert.equal(await errorFor({}), "invalid_request");
  assert.equal(await errorFor({ ...pkce, code_challenge_method: "plain" }), "invalid_request");
  assert.equal(await errorFor({ ...pkce, response_type: "token" }), "unsupported_response_type");
  assert.equal(await errorFor({ ...pkce, scope: "boxes:all" }), "invalid_scope");
  assert.equal(await errorFor({ ...pkce, scope: "boxes:read" }), undefined);
});

test("a code works once, in time, with its verifier and its redirect URI", async () => {
  await using simulator = await start({ codeSeconds: 60 });
  const refusedWith = async (code: string, fields: Record<string, string>): Promise<unknown> =>
    (await exchange(simulator, { code, ...fields })).body["error"];
  const fresh = (): Promise<string> => codeFor(simulator, pkce);
  const code = await fresh();
  assert.equal(await refusedWith(code, { code_verifier: verifier }), undefined);
  assert.equal(await refusedWith(code, { code_verifier: verifier }), "invalid_grant");
  assert.equal(await refusedWith(await fresh(), {}), "invalid_grant");
  assert.equal(await refusedWith(await fresh(), { code_verifier: "wrong" }), "invalid_grant");
  const elsewhere = { code_verifier: verifier, redirect_uri: `${redirectUri}2` };
  assert.equal(await refusedWith(await fresh(), elsewhere), "invalid_grant");
  const late = await fresh();
  clock.ms += 60_000;
  assert.equal(await refusedWith(late, { code_verifier: verifier }), "invalid_grant");
  assert.equal(simulator.ledger.effects.filter(({ kind }) => kind === "token.issue").length, 1);
});

test("a server without PKCE ignores the challenge", async () => {
  await using simulator = await start({}, { pkce: "ignored" });
  assert.equal((await exchange(simulator, { code: await codeFor(simulator, pkce) })).status, 200);
});

test("apps authenticate as declared", async () => {
  const basic = `Basic ${btoa(`${encodeURIComponent(app.clientId)}:${encodeURIComponent(app.clientSecret)}`)}`;
  for (const [clientAuthentication, ways] of [
    ["post", ["post"]],
    ["basic", ["basic"]],
    ["either", ["post", "basic"]],
  ] as const) {
    await using simulator = await start({}, { clientAuthentication });
    for (const way of ["post", "basic"] as const) {
      const code = await codeFor(simulator);
      const fields = { grant_type: "authorization_code", redirect_uri: redirectUri, code };
      const posted = { ...fields, client_id: app.clientId, client_secret: app.clientSecret };
      const answer = await fetch(`${simulator.url}/oauth/token`, {
        method: "POST",
        headers: way === "basic" ? { authorization: basic } : {},
        body: new URLSearchParams(way === "basic" ? fields : posted),
      });
      assert.equal(answer.status, ways.some((one) => one === way) ? 200 : 401, `${clientAuthentication} ${way}`);
    }
    assert.equal((await exchange(simulator, { client_secret: "wrong" })).body["error"], "invalid_client");
  }
});

test("the token endpoint takes a form or JSON, as declared", async () => {
  for (const tokenRequest of ["form", "json", "either"] as const) {
    await using simulator = await start({}, { tokenRequest });
    const send = async (type: "form" | "json"): Promise<number> => {
      const secrets = { client_id: app.clientId, client_secret: app.clientSecret };
      const code = await codeFor(simulator);
      const fields = { ...secrets, grant_type: "authorization_code", redirect_uri: redirectUri, code };
      const headers = type === "json" ? { "content-type": "application/json" } : undefined;
      const body = type === "json" ? JSON.stringify(fields) : new URLSearchParams(fields);
      return (await fetch(`${simulator.url}/oauth/token`, { method: "POST", body, ...(headers && { headers }) }))
        .status;
    };
    assert.equal(await send("form"), tokenRequest === "json" ? 400 : 200);
    assert.equal(await send("json"), tokenRequest === "form" ? 400 : 200);
  }
});

test("a refresh token that rotates works once and ends the old pair", async () => {
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

test("a refresh token that stays is absent from the answer and works again", async () => {
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

test("tokens without an end, and refresh tokens that expire or don't exist", async () => {
  await using simulator = await start({ accessTokenSeconds: 0, refreshTokens: "none" });
  const { access_token, refresh_token, expires_in } = await connect(simulator);
  assert.deepEqual([refresh_token, expires_in], [undefined, undefined]);
  clock.ms += 365 * day;
  assert.equal(await statusOf(simulator, access_token), 200);
  simulator.world.set({ refreshTokens: "rotate", refreshTokenSeconds: 60 });
  const { refresh_token: refresh } = await connect(simulator);
  clock.ms += 60_000;
  const answer = await exchange(simulator, { grant_type: "refresh_token", refresh_token: String(refresh) });
  assert.equal(answer.body["error"], "invalid_grant");
});

test("a refresh token comes only with the requests that the server says", async () => {
  await using simulator = await start({}, { givesRefreshToken: ({ query }) => query.get("access_type") === "offline" });
  assert.equal((await connect(simulator))["refresh_token"], undefined);
  assert.equal(typeof (await connect(simulator, { access_type: "offline" }))["refresh_token"], "string");
});

test("a scope parameter of its own has a token of its own, in an answer of the API's own form", async () => {
  const tokenText = ({ parameter, random }: { parameter: string; random: string }): string =>
    `${parameter === "user_scope" ? "xoxp" : "xoxb"}-${random}`;
  await using simulator = await start(
    {},
    {
      tokenText,
      scopeSeparator: ",",
      scopeParameters: { user_scope: "own token" },
      tokenResponse: ({ user, pairs }) => ({
        ok: true,
        access_token: pairs["scope"]?.access.value,
        authed_user: { id: user, access_token: pairs["user_scope"]?.access.value },
      }),
    },
  );
  const both = await connect(simulator, { scope: "chat:write,users:read", user_scope: "search:read" });
  assert.match(String(both["access_token"]), /^xoxb-/);
  const { access_token: users } = both["authed_user"] as { access_token: string };
  assert.match(users, /^xoxp-/);
  const me = await fetch(`${simulator.url}/me`, { headers: { authorization: `Bearer ${users}` } });
  assert.deepEqual(await me.json(), { login: "ada", scopes: ["search:read"] });
  const one = await connect(simulator, { user_scope: "search:read" });
  assert.equal(one["access_token"], undefined);
  const { access_token: only } = one["authed_user"] as { access_token: string };
  assert.equal(await statusOf(simulator, only), 200);
});

test("a scope parameter for the same token adds its scopes", async () => {
  await using simulator = await start({}, { scopeParameters: { optional_scope: "same token" } });
  const { scope } = await connect(simulator, { scope: "boxes:read", optional_scope: "boxes:write" });
  assert.equal(scope, "boxes:read boxes:write");
});

test("errors have the API's own words and status", async () => {
  const words = { code: "invalid_code", client: "bad_client_secret" } as Readonly<Record<string, string>>;
  await using simulator = await start(
    {},
    {
      tokenRefusal: ({ about }) => ({ status: 200, json: { ok: false, error: words[about] } }),
      redirectParameters: (result) => ("error" in result ? { error_description: "No" } : { granted: result.user }),
    },
  );
  assert.deepEqual(await exchange(simulator, { code: "none" }), {
    status: 200,
    body: { ok: false, error: "invalid_code" },
  });
  assert.equal(landed(await authorize(simulator))["granted"], "ada");
  simulator.world.set({ autoDecision: "cancel" });
  assert.equal(landed(await authorize(simulator))["error_description"], "No");
});

test("revocation ends a grant or one token, and leaves others alone", async () => {
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

test("revocation by a bearer token answers as the API does", async () => {
  const answer = (isKnown: boolean) => ({ status: 200, json: { ok: isKnown } });
  await using simulator = await start({}, { revocation: { authentication: "bearer", answer } });
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
    const answer = await fetch(`${simulator.url}/__simulator/${name}`, {
      method: "POST",
      headers,
      body: JSON.stringify(fields),
    });
    return (await answer.json()) as Record<string, unknown>;
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
