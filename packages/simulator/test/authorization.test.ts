/** The simulated authorization server, through HTTP as an app uses it. */
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test, type TestContext } from "node:test";
import {
  authorizationCommands,
  authorizationPositions,
  authorizationRoutes,
  AuthorizationServer,
  authorizationSwitches,
  commonSwitches,
  Refusal,
  simulatedApi,
  simulatedApp,
  startStore,
  Store,
  tokenIn,
  Tokens,
  type AuthorizationOptions,
  type AuthorizationSwitches,
  type CommonSwitches,
  type OAuthToken,
} from "../src/index.ts";

type Switches = CommonSwitches & AuthorizationSwitches;

const app = simulatedApp("big-box");
const callback = "http://127.0.0.1:9/callback";
const verifier = "a-verifier-of-at-least-forty-three-characters-";
const challenge = createHash("sha256").update(verifier).digest("base64url");

class BigBox extends Store<Switches> {
  readonly tokens = this.keep(new Tokens<OAuthToken>());
  readonly authorization: AuthorizationServer;

  constructor(options: Partial<AuthorizationOptions>, switches: Partial<Switches>) {
    const defaults = { ...commonSwitches, ...authorizationSwitches, autoApprove: "ada" };
    super({ defaults, positions: authorizationPositions }, switches);
    this.authorization = this.keep(
      new AuthorizationServer({
        name: "Big Box",
        apps: [app],
        users: () => [{ login: "ada" }, { login: "bob", name: "Bob" }],
        tokens: this.tokens,
        switches: () => this.switches,
        clientAuthentication: "post",
        revocation: { authentication: "app" },
        ...options,
      }),
    );
    this.reset();
  }

  protected override seed(): void {}
}

const api = simulatedApi<BigBox, OAuthToken, unknown, Switches>({
  routes: {
    ...authorizationRoutes({ authorize: "/authorize", token: "/token", revoke: "/revoke" }),
    "GET /boxes": { run: ({ caller }) => ({ json: { of: caller.user } }), anyScope: ["boxes:read"] },
  },
  caller({ headers, timeMs }, { tokens }) {
    const token = tokens.find(tokenIn(headers), timeMs);
    if (token === undefined) throw new Refusal(401, "No such token");
    return token;
  },
  scopesOf: ({ scopes }) => scopes,
  refused: ({ status, message }) => ({ status, json: { message } }),
});

async function open(t: TestContext, options: Partial<AuthorizationOptions> = {}, switches: Partial<Switches> = {}) {
  let now = Date.parse("2026-01-01T00:00:00Z");
  const world = new BigBox(options, switches);
  const nowMs = () => now;
  const simulator = await startStore({ api, world, nowMs, commands: authorizationCommands(world, nowMs) });
  t.after(() => simulator.close());
  const { url } = simulator;
  return {
    simulator,
    url,
    pass: (ms: number) => (now += ms),
    async authorize(more: Readonly<Record<string, string>> = {}): Promise<URLSearchParams> {
      const query = new URLSearchParams({
        response_type: "code",
        client_id: app.clientId,
        redirect_uri: callback,
        state: "s1",
        scope: "boxes:read boxes:write",
        code_challenge: challenge,
        code_challenge_method: "S256",
        ...more,
      });
      for (const name of Object.keys(more)) if (query.get(name) === "") query.delete(name);
      const answer = await fetch(`${url}/authorize?${query}`, { redirect: "manual" });
      assert.equal(answer.status, 302, await answer.text());
      return new URL(answer.headers.get("location") ?? "").searchParams;
    },
    async exchange(fields: Readonly<Record<string, string>>, headers: Readonly<Record<string, string>> = {}) {
      const client = { client_id: app.clientId, client_secret: app.clientSecret };
      const body = new URLSearchParams({ ...client, redirect_uri: callback, code_verifier: verifier, ...fields });
      const answer = await fetch(`${url}/token`, { method: "POST", body, headers });
      return { status: answer.status, json: (await answer.json()) as Record<string, unknown> };
    },
    boxes: async (token: unknown) =>
      (await fetch(`${url}/boxes`, { headers: { authorization: `Bearer ${String(token)}` } })).status,
  };
}

const codeGrant = (answer: URLSearchParams) => ({
  grant_type: "authorization_code",
  code: answer.get("code") ?? "",
});

test("a code becomes tokens once, for its app, its verifier and its callback", async (t) => {
  const server = await open(t);
  const answer = await server.authorize();
  assert.equal(answer.get("state"), "s1");
  const { status, json } = await server.exchange(codeGrant(answer));
  assert.deepEqual([status, json["token_type"], json["expires_in"]], [200, "Bearer", 3600]);
  assert.equal(json["scope"], "boxes:read boxes:write");
  assert.equal(await server.boxes(json["access_token"]), 200);
  assert.equal((await server.exchange(codeGrant(answer))).json["error"], "invalid_grant");
  for (const [wrong, error] of [
    [{ code_verifier: "other" }, "invalid_grant"],
    [{ redirect_uri: "http://127.0.0.1:9/other" }, "invalid_grant"],
    [{ client_secret: "wrong" }, "invalid_client"],
    [{ grant_type: "password" }, "unsupported_grant_type"],
  ] as const) {
    const refused = await server.exchange({ ...codeGrant(await server.authorize()), ...wrong });
    assert.equal(refused.json["error"], error);
  }
  const late = await server.authorize();
  server.pass(601_000);
  assert.equal((await server.exchange(codeGrant(late))).json["error"], "invalid_grant");
});

test("refresh tokens rotate and end the old pair, or stay and aren't repeated", async (t) => {
  const rotating = await open(t);
  const first = (await rotating.exchange(codeGrant(await rotating.authorize()))).json;
  const grant = { grant_type: "refresh_token", refresh_token: String(first["refresh_token"]) };
  const second = (await rotating.exchange(grant)).json;
  assert.notEqual(second["refresh_token"], first["refresh_token"]);
  assert.deepEqual(
    [await rotating.boxes(first["access_token"]), await rotating.boxes(second["access_token"])],
    [401, 200],
  );
  assert.equal((await rotating.exchange(grant)).json["error"], "invalid_grant");

  const staying = await open(t, {}, { refreshTokens: "stay" });
  const kept = (await staying.exchange(codeGrant(await staying.authorize()))).json;
  const again = { grant_type: "refresh_token", refresh_token: String(kept["refresh_token"]) };
  for (const _turn of [1, 2]) {
    const { status, json } = await staying.exchange(again);
    assert.deepEqual([status, json["refresh_token"]], [200, undefined]);
  }
  staying.pass(3_601_000);
  assert.equal(await staying.boxes(kept["access_token"]), 401);
});

test("the user removes scopes, or refuses", async (t) => {
  const some = await open(t, {}, { refusedScopes: ["boxes:read"] });
  const { json } = await some.exchange(codeGrant(await some.authorize()));
  assert.equal(json["scope"], "boxes:write");
  assert.equal(await some.boxes(json["access_token"]), 403);
  const none = await open(t, {}, { autoDecision: "cancel" });
  const answer = await none.authorize();
  assert.deepEqual([answer.get("error"), answer.get("code"), answer.get("state")], ["access_denied", null, "s1"]);
});

test("a request that the server doesn't take is sent back, and one with a foreign callback never is", async (t) => {
  const server = await open(t, { pkce: "required", knownScopes: ["boxes:read"] });
  const errors = await Promise.all([
    server.authorize({ response_type: "token" }),
    server.authorize({ code_challenge: "" }),
    server.authorize({ code_challenge_method: "plain" }),
    server.authorize({ scope: "boxes:all" }),
  ]);
  assert.deepEqual(
    errors.map((answer) => answer.get("error")),
    ["unsupported_response_type", "invalid_request", "invalid_request", "invalid_scope"],
  );
  const query = new URLSearchParams({ client_id: app.clientId, redirect_uri: "https://evil.example/callback" });
  const foreign = await fetch(`${server.url}/authorize?${query}`, { redirect: "manual" });
  assert.deepEqual([foreign.status, foreign.headers.get("location")], [400, null]);
});

test("a person chooses on the page", async (t) => {
  const server = await open(t, {}, { autoApprove: "" });
  const query = new URLSearchParams({
    response_type: "code",
    client_id: app.clientId,
    redirect_uri: callback,
    scope: "boxes:read boxes:write",
  });
  const page = await (await fetch(`${server.url}/authorize?${query}`)).text();
  const id = /name="authenticity_token" value="([^"]+)"/.exec(page)?.[1] ?? "";
  const decide = (fields: Readonly<Record<string, string>>) =>
    fetch(`${server.url}/authorize`, {
      method: "POST",
      redirect: "manual",
      body: new URLSearchParams({ authenticity_token: id, ...fields }),
    });
  assert.equal((await decide({ decision: "authorize", login: "eve" })).status, 422);
  const answer = await decide({ decision: "authorize", login: "bob", scope: "boxes:read" });
  const { json } = await server.exchange(codeGrant(new URL(answer.headers.get("location") ?? "").searchParams));
  assert.equal(json["scope"], "boxes:read");
  assert.equal((await decide({ decision: "authorize", login: "bob" })).status, 422, "the page works once");
});

test("each server's own form: Basic, JSON, commas, two tokens, and refusals with 200", async (t) => {
  const server = await open(t, {
    clientAuthentication: "basic",
    tokenRequest: "json",
    scopeSeparator: ",",
    scopeParameters: { user_scope: "own token" },
    pkce: "ignored",
    tokenText: ({ kind, parameter, random }) => `${parameter === "scope" ? "bot" : "user"}-${kind}-${random}`,
    tokenResponse: ({ pair, pairs }) => ({
      ok: true,
      token: pair.access.value,
      scope: pair.access.scopes.join(","),
      user: { token: pairs["user_scope"]?.access.value },
    }),
    tokenRefusal: ({ error }) => ({ status: 200, json: { ok: false, error } }),
  });
  const answer = await server.authorize({ scope: "a,b", user_scope: "c" });
  const exchange = async (fields: object, authorization: string) => {
    const headers = { "content-type": "application/json", authorization };
    const body = JSON.stringify({ redirect_uri: callback, ...fields });
    return (await fetch(`${server.url}/token`, { method: "POST", headers, body })).json() as Promise<
      Record<string, unknown>
    >;
  };
  const basic = `Basic ${Buffer.from(`${app.clientId}:${app.clientSecret}`).toString("base64")}`;
  const wrong = await exchange({ ...codeGrant(answer), client_id: app.clientId }, "Basic eDp5");
  assert.deepEqual(wrong, { ok: false, error: "invalid_client" });
  const json = await exchange(codeGrant(answer), basic);
  assert.match(String(json["token"]), /^bot-access-/);
  assert.match(JSON.stringify(json["user"]), /user-access-/);
  assert.equal(json["scope"], "a,b");
});

test("a revoked refresh token ends the whole grant, and only the app can revoke", async (t) => {
  const server = await open(t);
  const { json } = await server.exchange(codeGrant(await server.authorize()));
  const revoke = async (client_secret: string) => {
    const token = String(json["refresh_token"]);
    const body = new URLSearchParams({ client_id: app.clientId, client_secret, token });
    return (await fetch(`${server.url}/revoke`, { method: "POST", body })).status;
  };
  assert.equal(await revoke("wrong"), 401);
  assert.equal(await server.boxes(json["access_token"]), 200);
  assert.equal(await revoke(app.clientSecret), 200);
  assert.equal(await server.boxes(json["access_token"]), 401);
  assert.equal(await revoke(app.clientSecret), 200, "an unknown token is no error (RFC 7009 §2.2)");
});
