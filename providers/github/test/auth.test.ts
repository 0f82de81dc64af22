/** The authorization server, a token's scopes, and the account that it belongs to. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { coversScopes, ProviderFailure, scopesOf } from "@svc/provider-kit";
import { answered, createPort, scriptedSend } from "@svc/provider-kit/testing";
import { oauth } from "../src/auth.ts";
import { github } from "../src/index.ts";
import { exampleResponse, operation } from "./openapi.ts";

const credential = (accessToken: string) => ({ accessToken, refreshToken: null, expiresAt: null, scopes: [] });

/** The result of identify for one response to `GET /user`. */
async function identify(status: number, body: unknown): Promise<unknown> {
  const { send, requests } = scriptedSend([answered(status, body)]);
  const { port } = createPort(github, { credentialKind: "oauth_app_token", send });
  const account = await oauth.identify(port).catch((failure: unknown) => {
    assert.ok(failure instanceof ProviderFailure);
    return failure.refusal.code;
  });
  assert.deepEqual(requests, [{ method: "GET", path: ["user"] }]);
  return account;
}

test("fixes GitHub's authorization server in code", () => {
  const { server } = oauth;
  const url = (path: readonly string[]) => [server.origin, ...path].join("/");
  assert.equal(url(server.authorizationPath), "https://github.com/login/oauth/authorize");
  assert.equal(url(server.tokenPath), "https://github.com/login/oauth/access_token");
  assert.equal(server.issuers[0], "https://github.com/login/oauth");
  assert.equal(server.sendsIss, false);
  assert.equal(server.clientAuthentication, "client_secret_post");
  // Wrong app credentials and a wrong redirect are configuration errors, which don't invalidate a connection.
  assert.deepEqual(server.invalidGrantErrors, ["bad_verification_code", "bad_refresh_token"]);
});

test("sends the token in one header, next to the API version, and determines its kind from the prefix", () => {
  assert.deepEqual(oauth.headers(credential("gho_x")), {
    authorization: "Bearer gho_x",
    "x-github-api-version": "2022-11-28",
  });
  assert.equal(oauth.credentialKind(credential("gho_x")), "oauth_app_token");
  assert.equal(oauth.credentialKind(credential("ghu_x")), "github_app_user_token");
  assert.equal(oauth.credentialKind(credential("x")), "other_token");
});

test("reads scopes with commas and spaces; assumes the requested ones if there are none; an app's user token has none", () => {
  const granted = (scope: string | null, accessToken = "gho_x") =>
    oauth.grantedScopes({ scope, accessToken, requested: ["repo", "read:user"] });
  assert.deepEqual(granted("repo,gist"), ["repo", "gist"]);
  assert.deepEqual(granted("repo gist"), ["repo", "gist"]);
  assert.deepEqual(granted("repo, gist,,repo"), ["repo", "gist"]);
  assert.deepEqual(granted(""), []);
  assert.deepEqual(granted(null), ["repo", "read:user"]);
  assert.deepEqual(granted("", "ghu_x"), ["repo", "read:user"]);
  assert.deepEqual(granted("repo", "ghu_x"), ["repo", "read:user"]);
});

test("a wider scope includes the narrower ones, but not vice versa", () => {
  assert.ok(coversScopes(oauth, ["user"], ["read:user", "user:email"]));
  assert.ok(coversScopes(oauth, ["repo"], ["public_repo", "repo:status", "security_events"]));
  assert.ok(coversScopes(oauth, ["admin:org"], ["read:org"]));
  assert.ok(!coversScopes(oauth, ["public_repo"], ["repo"]));
  assert.ok(!coversScopes(oauth, ["read:user"], ["user"]));
  assert.ok(!coversScopes(oauth, ["repo"], ["read:user"]));
});

test("every action requires a scope, because without one GitHub returns all that the app ever had", () => {
  for (const { id, requiredScopes } of github.actions) assert.ok(requiredScopes.length > 0, id);
  assert.deepEqual(scopesOf(github.actions), ["read:user", "repo"]);
  assert.deepEqual(Object.keys(oauth.scopeWords).sort(), ["read:user", "repo"]);
});

test("identify returns the number and the login, and the number identifies", async () => {
  assert.deepEqual(await identify(200, exampleResponse(operation("users/get-authenticated"), 200)), {
    slug: "1",
    name: "octocat",
  });
  assert.deepEqual(await identify(200, { id: 7, login: "a\u0000", type: "User" }), { slug: "7", name: "7" });
  for (const body of [{}, [], null, { id: "7", login: "a", type: "User" }, { id: 7.5, login: "a", type: "User" }]) {
    assert.equal(await identify(200, body), "PROVIDER_ERROR");
  }
});

test("identify reports an invalid token only for a 401", async () => {
  const ends: readonly (readonly [number, string])[] = [
    [401, "PROVIDER_UNAUTHORIZED"],
    [403, "PROVIDER_FORBIDDEN"],
    [404, "RESOURCE_NOT_FOUND"],
    [429, "PROVIDER_RATE_LIMITED"],
    [500, "PROVIDER_ERROR"],
    [301, "PROVIDER_ERROR"],
  ];
  for (const [status, code] of ends) assert.equal(await identify(status, {}), code);
});
