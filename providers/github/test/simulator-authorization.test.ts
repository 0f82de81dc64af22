/** What the simulated authorization server does as GitHub documents it, and not as RFC 6749 does. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { githubApp, oauthApp, startGithubSimulator } from "../simulator/index.ts";
import type { GithubApp, GithubSimulator } from "../simulator/index.ts";

const redirectUri = "http://127.0.0.1:4321/oauth/callback/github";

async function codeFor(simulator: GithubSimulator, { clientId }: GithubApp): Promise<string> {
  const query = { client_id: clientId, redirect_uri: redirectUri, response_type: "code", scope: "repo read:user" };
  const url = `${simulator.url}/login/oauth/authorize?${String(new URLSearchParams(query))}`;
  const response = await fetch(url, { redirect: "manual" });
  const { searchParams } = new URL(response.headers.get("location") ?? "");
  assert.equal(searchParams.get("iss"), `${simulator.url}/login/oauth`);
  return searchParams.get("code") ?? "";
}

async function exchange(simulator: GithubSimulator, app: GithubApp, fields: object, accept = "application/json") {
  const { clientId: client_id, clientSecret: client_secret } = app;
  const body = new URLSearchParams({ client_id, client_secret, ...fields });
  const response = await fetch(`${simulator.url}/login/oauth/access_token`, {
    method: "POST",
    headers: { accept },
    body,
  });
  assert.equal(response.status, 200);
  const text = await response.text();
  const json = accept.includes("json") ? (JSON.parse(text) as object) : Object.fromEntries(new URLSearchParams(text));
  return json as Readonly<Record<string, unknown>>;
}

const withCode = (code: string) => ({ grant_type: "authorization_code", code, redirect_uri: redirectUri });

test("an OAuth app's token doesn't expire, and a used code is an error with status 200", async () => {
  await using simulator = await startGithubSimulator({ switches: { autoApprove: "octocat" } });
  const code = await codeFor(simulator, oauthApp);
  const { access_token, ...rest } = await exchange(simulator, oauthApp, withCode(code));
  assert.match(String(access_token), /^gho_[0-9a-z]{36}$/);
  assert.deepEqual(rest, { token_type: "bearer", scope: "repo,read:user" });
  assert.equal((await exchange(simulator, oauthApp, withCode(code)))["error"], "bad_verification_code");
  const stranger = { ...oauthApp, clientSecret: "another" };
  assert.equal((await exchange(simulator, stranger, {}))["error"], "incorrect_client_credentials");
});

test("a GitHub App's token expires and has no scopes, and a refresh replaces it", async () => {
  await using simulator = await startGithubSimulator({ switches: { autoApprove: "octocat" } });
  const first = await exchange(simulator, githubApp, withCode(await codeFor(simulator, githubApp)));
  assert.deepEqual([first["expires_in"], first["scope"]], [28_800, ""]);
  const refresh = { grant_type: "refresh_token", refresh_token: String(first["refresh_token"]) };
  const second = await exchange(simulator, githubApp, refresh);
  const statusOf = async ({ access_token }: typeof first) =>
    (await fetch(`${simulator.url}/user`, { headers: { authorization: `Bearer ${String(access_token)}` } })).status;
  assert.deepEqual([await statusOf(first), await statusOf(second)], [401, 200]);
  assert.equal((await exchange(simulator, githubApp, refresh))["error"], "bad_refresh_token");
});

test("answers with a form unless JSON is requested", async () => {
  await using simulator = await startGithubSimulator({ switches: { autoApprove: "octocat" } });
  const code = await codeFor(simulator, oauthApp);
  assert.equal((await exchange(simulator, oauthApp, withCode(code), "*/*"))["token_type"], "bearer");
});
