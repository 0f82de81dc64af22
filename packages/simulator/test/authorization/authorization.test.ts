/** The simulated authorization server: page, redirects, codes, and the options that an API may declare. */
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

test("the page selects a user, removes scopes, and works without scripts", async () => {
  await using simulator = await start({ autoApprove: "" });
  const response = await authorize(simulator, { scope: "boxes:read boxes:write", login_hint: "grace" });
  const html = await response.text();
  assert.equal(response.status, 200);
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

test("lets a person cancel on the page", async () => {
  await using simulator = await start({ autoApprove: "" });
  const html = await (await authorize(simulator)).text();
  const id = /name="authenticity_token" value="([^"]+)"/.exec(html)?.[1] ?? "";
  const body = new URLSearchParams({ authenticity_token: id, decision: "cancel" });
  const response = await fetch(`${simulator.url}/oauth/authorize`, { method: "POST", redirect: "manual", body });
  assert.deepEqual(landed(response), { error: "access_denied", state: "xyz" });
});

test("switches cancel, refuse scopes, and send an issuer", async () => {
  await using simulator = await start({ autoDecision: "cancel", issuer: "{origin}/oauth" });
  const iss = `${simulator.url}/oauth`;
  assert.deepEqual(landed(await authorize(simulator)), { error: "access_denied", state: "xyz", iss });
  simulator.world.set({ autoDecision: "authorize", refusedScopes: ["boxes:write"], issuer: "" });
  assert.equal((await connect(simulator, { scope: "boxes:read boxes:write" }))["scope"], "boxes:read");
});

test("answers an unknown app or an unregistered callback URL with a page, never a redirect", async () => {
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

test("a code works once, before it expires, with its verifier and its redirect URI", async () => {
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

test("apps authenticate as declared, and only a server with `basic` decodes the id and the secret", async () => {
  const sent = {
    post: {},
    basic: { authorization: `Basic ${btoa(`${app.clientId}:${app.clientSecret}`.replaceAll("-", "%2D"))}` },
    basic_unencoded: { authorization: `Basic ${btoa(`${app.clientId}:${app.clientSecret}`)}` },
  } as const;
  for (const [clientAuthentication, accepted] of [
    [["post"], ["post"]],
    // Decoding changes nothing in a text that isn't encoded.
    [["basic"], ["basic", "basic_unencoded"]],
    [["basic_unencoded"], ["basic_unencoded"]],
    [
      ["post", "basic_unencoded"],
      ["post", "basic_unencoded"],
    ],
  ] as const) {
    await using simulator = await start({}, { clientAuthentication });
    for (const way of ["post", "basic", "basic_unencoded"] as const) {
      const code = await codeFor(simulator);
      const fields = { grant_type: "authorization_code", redirect_uri: redirectUri, code };
      const posted = { ...fields, client_id: app.clientId, client_secret: app.clientSecret };
      const response = await fetch(`${simulator.url}/oauth/token`, {
        method: "POST",
        headers: sent[way],
        body: new URLSearchParams(way === "post" ? posted : fields),
      });
      const isAccepted = accepted.some((one) => one === way);
      assert.equal(response.status, isAccepted ? 200 : 401, `${clientAuthentication.join()} ${way}`);
    }
    assert.equal((await exchange(simulator, { client_secret: "wrong" })).body["error"], "invalid_client");
  }
});

test("a server that validates its bodies refuses a field that it doesn't know", async () => {
  const token = ["grant_type", "code", "redirect_uri", "client_id", "client_secret"];
  await using simulator = await start({}, { knownFields: { token, revocation: ["token"] }, pkce: "ignored" });
  const errorOf = async (fields: Record<string, string>): Promise<unknown> =>
    (await exchange(simulator, { code: await codeFor(simulator), ...fields })).body["error"];
  assert.equal(await errorOf({ code_verifier: verifier }), "invalid_request");
  assert.equal(await errorOf({}), undefined);
});

test("the token endpoint accepts a form or JSON, as declared", async () => {
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

test("a separate scope parameter has its own token, in a response in the API's own format", async () => {
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

test("errors have the API's own text and status", async () => {
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
