/** The authorization server: its page and redirects, codes, tokens for both kinds of app, refresh, revocation. */
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import { githubApp, oauthApp, startGithubSimulator } from "../simulator/index.ts";
import type { GithubSimulator, RegisteredApp, Switches } from "../simulator/index.ts";
import { ask, at } from "./simulator-openapi.ts";

const redirectUri = "http://127.0.0.1:4321/oauth/callback/github";
const verifier = "a-verifier-of-forty-three-characters-or-more-0";
const challenge = createHash("sha256").update(verifier).digest("base64url");
const pkce = { code_challenge: challenge, code_challenge_method: "S256" };

type Fields = Readonly<Record<string, string>>;

const start = (switches: Partial<Switches> = {}): Promise<GithubSimulator> => startGithubSimulator({ switches });

function authorize(simulator: GithubSimulator, fields: Fields): Promise<Response> {
  const query = new URLSearchParams({
    client_id: oauthApp.clientId,
    redirect_uri: redirectUri,
    state: "xyz",
    ...fields,
  });
  return fetch(`${simulator.url}/login/oauth/authorize?${query.toString()}`, { redirect: "manual" });
}

function landed(response: Response): Record<string, string> {
  assert.equal(response.status, 302);
  const url = new URL(response.headers.get("location") ?? "");
  assert.equal(url.origin + url.pathname, redirectUri);
  return Object.fromEntries(url.searchParams);
}

/** Approves immediately and returns the code. */
async function codeFor(simulator: GithubSimulator, app: RegisteredApp, fields: Fields = {}): Promise<string> {
  simulator.world.set({ autoApprove: "octocat" });
  return landed(await authorize(simulator, { client_id: app.clientId, ...fields }))["code"] ?? "";
}

async function exchange(
  simulator: GithubSimulator,
  app: RegisteredApp,
  fields: Fields,
): Promise<Record<string, unknown>> {
  const body = new URLSearchParams({ client_id: app.clientId, client_secret: app.clientSecret, ...fields });
  const headers = { accept: "application/json" };
  const response = await fetch(`${simulator.url}/login/oauth/access_token`, { method: "POST", headers, body });
  assert.equal(response.status, 200);
  return (await response.json()) as Record<string, unknown>;
}

const statusOf = async (simulator: GithubSimulator, token: unknown): Promise<number> =>
  (await ask(simulator, "/user", { token: String(token) })).status;

test("the page is a form that works without scripts: it picks a user and can remove scopes", async () => {
  await using simulator = await start();
  const response = await authorize(simulator, { scope: "repo read:user gist", login: "hubot", ...pkce });
  assert.equal(response.status, 200);
  const html = await response.text();
  assert.match(html, /<button [^>]*value="authorize">Authorize Simulated OAuth app<\/button>/);
  assert.match(html, /name="login" value="hubot" checked/);
  assert.deepEqual(
    [...html.matchAll(/name="scope" value="([^"]+)" checked/g)].map(([, scope]) => scope),
    ["repo", "read:user", "gist"],
  );
  assert.ok(!html.includes("<script"));
  assert.match(response.headers.get("content-security-policy") ?? "", /frame-ancestors 'none'/);
  const token = /name="authenticity_token" value="([^"]+)"/.exec(html)?.[1] ?? "";
  const decide = (fields: [string, string][]): Promise<Response> =>
    fetch(`${simulator.url}/login/oauth/authorize`, {
      method: "POST",
      redirect: "manual",
      body: new URLSearchParams(fields),
    });
  assert.equal(
    (
      await decide([
        ["decision", "authorize"],
        ["login", "hubot"],
      ])
    ).status,
    422,
  );
  const form: [string, string][] = [
    ["authenticity_token", token],
    ["login", "hubot"],
    ["scope", "repo"],
    ["scope", "admin:org"],
  ];
  const back = landed(await decide([...form, ["decision", "authorize"]]));
  assert.equal(back["state"], "xyz");
  assert.equal((await decide([...form, ["decision", "authorize"]])).status, 422);
  const issued = await exchange(simulator, oauthApp, { code: back["code"] ?? "", code_verifier: verifier });
  assert.deepEqual([issued["scope"], issued["token_type"]], ["repo", "bearer"]);
  assert.equal(at((await ask(simulator, "/user", { token: String(issued["access_token"]) })).json, "login"), "hubot");
  assert.deepEqual(
    simulator.ledger.effects.map(({ kind }) => kind),
    ["authorization.grant", "token.issue"],
  );
});

test("returns errors for a cancellation and a suspended application, with description, page and state", async () => {
  await using simulator = await start({ autoApprove: "octocat", autoDecision: "cancel" });
  const { error_uri, iss, ...denied } = landed(await authorize(simulator, {}));
  assert.equal(iss, `${simulator.url}/login/oauth`);
  const error_description = "The user has denied your application access.";
  assert.deepEqual(denied, { error: "access_denied", error_description, state: "xyz" });
  assert.match(error_uri ?? "", /#access-denied$/);
  simulator.world.apps.set("suspended", { ...oauthApp, clientId: "suspended", suspended: true });
  assert.equal(landed(await authorize(simulator, { client_id: "suspended" }))["error"], "application_suspended");
  const plain = landed(await authorize(simulator, { code_challenge: challenge, code_challenge_method: "plain" }));
  assert.equal(plain["error"], "invalid_request");
  assert.equal(landed(await authorize(simulator, { code_challenge_method: "S256" }))["error"], "invalid_request");
});

test("accepts any loopback redirect address; others get a page, or by switch the redirect to the registered one", async () => {
  await using simulator = await start({ autoApprove: "octocat" });
  for (const uri of ["http://localhost:1/x", "https://127.0.0.1:2/", "http://[::1]:3/y?z=1"]) {
    const response = await authorize(simulator, { redirect_uri: uri });
    assert.equal(response.status, 302, uri);
    assert.ok(response.headers.get("location")?.startsWith(uri), uri);
  }
  const bad = [
    "https://evil.example/",
    "http://127.0.0.1.evil.example/",
    "http://u@127.0.0.1/",
    "http://127.0.0.1/#x",
    "x",
  ];
  for (const uri of bad) {
    const response = await authorize(simulator, { redirect_uri: uri });
    assert.deepEqual([response.status, response.headers.get("location")], [400, null], uri);
  }
  assert.equal((await authorize(simulator, { client_id: "nobody" })).status, 404);
  simulator.world.set({ redirectUriMismatch: "redirect" });
  const sent = (await authorize(simulator, { redirect_uri: bad[0] ?? "" })).headers.get("location") ?? "";
  assert.match(sent, /^http:\/\/127\.0\.0\.1\/callback\?error=redirect_uri_mismatch/);
});

test("an OAuth app's token has the prefix gho_, normalized scopes joined by commas, and no expiry", async () => {
  await using simulator = await start({ refusedScopes: ["gist"] });
  const scope = "user read:user repo public_repo gist nonsense";
  const code = await codeFor(simulator, oauthApp, { scope });
  const { access_token, ...issued } = await exchange(simulator, oauthApp, { code, redirect_uri: redirectUri });
  assert.match(String(access_token), /^gho_[A-Za-z0-9]{36}$/);
  assert.deepEqual(issued, { token_type: "bearer", scope: "user,repo" });
  const again = await exchange(simulator, oauthApp, { code: await codeFor(simulator, oauthApp) });
  assert.equal(again["scope"], "user,repo");
  for (let count = 0; count < 9; count += 1)
    simulator.world.issueToken("octocat", oauthApp.clientId, ["user", "repo"], Date.now());
  assert.equal(await statusOf(simulator, access_token), 401);
  assert.equal(await statusOf(simulator, again["access_token"]), 200);
});

test("a code works once, for ten minutes, for its own app, with the verifier and the same redirect address", async () => {
  let nowMs = Date.UTC(2026, 0, 1);
  await using simulator = await startGithubSimulator({ nowMs: () => nowMs });
  const tried = async (fields: Fields, app = oauthApp, asked: Fields = pkce): Promise<unknown> => {
    const code = await codeFor(simulator, oauthApp, asked);
    return (await exchange(simulator, app, { code, ...fields }))["error"] ?? "issued";
  };
  const good = { code_verifier: verifier };
  assert.equal(await tried(good), "issued");
  assert.equal(await tried({ ...good, redirect_uri: redirectUri }), "issued");
  assert.equal(await tried({}, oauthApp, {}), "issued");
  assert.equal(await tried({}), "bad_verification_code");
  assert.equal(await tried({ code_verifier: `${verifier}x` }), "bad_verification_code");
  assert.equal(await tried(good, githubApp), "bad_verification_code");
  assert.equal(await tried({ ...good, redirect_uri: "http://127.0.0.1:9/" }), "redirect_uri_mismatch");
  assert.equal(await tried({ ...good, client_secret: "wrong" }), "incorrect_client_credentials");
  assert.equal(await tried({ ...good, client_id: "nobody" }), "incorrect_client_credentials");
  assert.equal(await tried({ ...good, grant_type: "password" }), "unsupported_grant_type");
  const code = await codeFor(simulator, oauthApp);
  assert.equal((await exchange(simulator, oauthApp, { code }))["error"], undefined);
  const { error_uri, ...second } = await exchange(simulator, oauthApp, { code });
  assert.deepEqual(second, {
    error: "bad_verification_code",
    error_description: "The code passed is incorrect or expired.",
  });
  assert.match(String(error_uri), /#bad-verification-code$/);
  const late = await codeFor(simulator, oauthApp);
  nowMs += 600_000;
  assert.equal((await exchange(simulator, oauthApp, { code: late }))["error"], "bad_verification_code");
  simulator.world.set({ unverifiedEmail: true });
  assert.equal(await tried(good), "unverified_user_email");
  assert.equal(simulator.world.tokenRefusals.length, 10);
});

test("a GitHub App's tokens expire, and each refresh invalidates the old pair", async () => {
  let nowMs = Date.UTC(2026, 0, 1);
  await using simulator = await startGithubSimulator({ nowMs: () => nowMs });
  const code = await codeFor(simulator, githubApp, { scope: "repo" });
  const first = await exchange(simulator, githubApp, { code });
  assert.match(String(first["access_token"]), /^ghu_/);
  assert.match(String(first["refresh_token"]), /^ghr_/);
  const { access_token: _a, refresh_token: _r, ...rest } = first;
  assert.deepEqual(rest, { expires_in: 28_800, refresh_token_expires_in: 15_897_600, token_type: "bearer", scope: "" });
  const refresh = (token: unknown, app = githubApp): Promise<Record<string, unknown>> =>
    exchange(simulator, app, { grant_type: "refresh_token", refresh_token: String(token) });
  assert.equal((await refresh(first["refresh_token"], oauthApp))["error"], "bad_refresh_token");
  const second = await refresh(first["refresh_token"]);
  assert.deepEqual(
    [await statusOf(simulator, first["access_token"]), await statusOf(simulator, second["access_token"])],
    [401, 200],
  );
  const repeated = await refresh(first["refresh_token"]);
  assert.deepEqual(
    [repeated["error"], repeated["error_description"]],
    ["bad_refresh_token", "The refresh token passed is incorrect or expired."],
  );
  assert.equal(await statusOf(simulator, second["access_token"]), 200);
  nowMs += 28_800_000;
  assert.equal(await statusOf(simulator, second["access_token"]), 401);
  simulator.world.set({ accessTokenSeconds: 2, refreshTokenSeconds: 4 });
  const third = await refresh(second["refresh_token"]);
  assert.deepEqual([third["expires_in"], third["refresh_token_expires_in"]], [2, 4]);
  nowMs += 2_000;
  assert.equal(await statusOf(simulator, third["access_token"]), 401);
  nowMs += 2_000;
  assert.equal((await refresh(third["refresh_token"]))["error"], "bad_refresh_token");
  const kinds = simulator.ledger.effects.map(({ kind, replaces }) => `${kind} ${String(replaces ?? "")}`.trim());
  const refreshes = ["token.refresh github_app#1", "token.refresh github_app#2"];
  assert.deepEqual(kinds, ["authorization.grant", "token.issue", ...refreshes]);
});

test("revoking the authorization invalidates every token of the app", async () => {
  await using simulator = await start();
  const issued = await exchange(simulator, githubApp, { code: await codeFor(simulator, githubApp) });
  simulator.world.tokens.revokeAuthorization(1, githubApp.clientId);
  assert.equal(await statusOf(simulator, issued["access_token"]), 401);
  const again = { grant_type: "refresh_token", refresh_token: String(issued["refresh_token"]) };
  assert.equal((await exchange(simulator, githubApp, again))["error"], "bad_refresh_token");
});

test("answers with a form unless JSON or XML is requested; accepts parameters in JSON or the query; sends iss by switch", async () => {
  await using simulator = await start({ autoApprove: "octocat" });
  const url = `${simulator.url}/login/oauth/access_token`;
  const credentials = { client_id: oauthApp.clientId, client_secret: oauthApp.clientSecret };
  const issued = async (): Promise<string | undefined> => landed(await authorize(simulator, {}))["iss"];
  assert.equal(await issued(), `${simulator.url}/login/oauth`);
  for (const issuer of ["", "https://other.example"]) {
    simulator.world.set({ issuer });
    assert.equal(await issued(), issuer === "" ? undefined : issuer);
  }
  const code = await codeFor(simulator, oauthApp, { scope: "repo gist" });
  const query = new URLSearchParams({ ...credentials, code });
  const form = await (await fetch(`${url}?${query.toString()}`, { method: "POST" })).text();
  assert.match(form, /^access_token=gho_[^&]+&token_type=bearer&scope=repo%2Cgist$/);
  const body = JSON.stringify({ ...credentials, code: await codeFor(simulator, oauthApp) });
  const headers = { "content-type": "application/json", accept: "application/xml" };
  assert.match(await (await fetch(url, { method: "POST", headers, body })).text(), /<access_token>gho_/);
  assert.equal((await fetch(url)).status, 404);
});

test("accepts tokens of another authorization server that vouches for them", async () => {
  await using simulator = await startGithubSimulator({
    acceptToken: (token) => Promise.resolve(token === "theirs" ? { userId: 2, scopes: ["public_repo"] } : null),
  });
  const user = await ask(simulator, "/user", { token: "theirs" });
  assert.deepEqual([at(user.json, "login"), user.headers.get("x-oauth-scopes")], ["hubot", "public_repo"]);
  assert.equal((await ask(simulator, "/repos/octocat/secret-garden", { token: "theirs" })).status, 404);
  assert.equal(await statusOf(simulator, "others"), 401);
  assert.equal(await statusOf(simulator, simulator.tokens.octocat), 200);
  assert.ok(!JSON.stringify(simulator.ledger.requests).includes("theirs"));
});
