/** The tests' authorization server works with an independent client library, and rejects misuse. */
import assert from "node:assert/strict";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { after, before, describe, test } from "node:test";
import * as oauth from "oauth4webapi";
import { CookieClient, formsOf } from "./cookie-client.ts";
import { agreeAt } from "./consent-clicks.ts";
import { startProviderOrigin, type ProviderOrigin } from "./provider-origin.ts";

const app = { clientId: "app", clientSecret: "app-secret", redirectUris: ["http://127.0.0.1/callback"] };
const redirectUri = "http://127.0.0.1:9/callback";
const insecure = { [oauth.allowInsecureRequests]: true };

describe("the authorization server of the tests", () => {
  let origin: ProviderOrigin;
  let server: oauth.AuthorizationServer;
  const client = { client_id: app.clientId };
  const authentication = oauth.ClientSecretPost(app.clientSecret);
  const behind = createServer((request, response) => {
    response.end(`API ${request.url ?? ""}`);
  });

  before(async () => {
    await new Promise<void>((resolve) => behind.listen(0, "127.0.0.1", resolve));
    const url = `http://127.0.0.1:${(behind.address() as AddressInfo).port}`;
    origin = await startProviderOrigin({ apps: [app], scopes: ["repo", "read:user"] }, async () => ({ url }));
    server = {
      issuer: `${origin.url}/login/oauth`,
      authorization_endpoint: `${origin.url}/login/oauth/authorize`,
      token_endpoint: `${origin.url}/login/oauth/access_token`,
      authorization_response_iss_parameter_supported: true,
    };
  });
  after(async () => {
    await origin.close();
    behind.close();
  });

  async function authorize(fields: Readonly<Record<string, string>>, withoutScope?: string): Promise<URL> {
    const url = new URL(server.authorization_endpoint ?? "");
    const all = { client_id: app.clientId, redirect_uri: redirectUri, response_type: "code", scope: "repo read:user" };
    for (const [name, value] of Object.entries({ ...all, ...fields })) url.searchParams.set(name, value);
    const left = await agreeAt(new CookieClient(), url, { login: "octocat", withoutScope });
    return left;
  }

  async function grant(
    withoutScope?: string,
  ): Promise<oauth.TokenEndpointResponse & { verifier: string; code: string }> {
    const verifier = oauth.generateRandomCodeVerifier();
    const challenge = await oauth.calculatePKCECodeChallenge(verifier);
    const fields = { state: "s", code_challenge: challenge, code_challenge_method: "S256" };
    const back = await authorize(fields, withoutScope);
    const parameters = oauth.validateAuthResponse(server, client, back, "s");
    const response = await oauth.authorizationCodeGrantRequest(
      server,
      client,
      authentication,
      parameters,
      redirectUri,
      verifier,
      insecure,
    );
    const tokens = await oauth.processAuthorizationCodeResponse(server, client, response);
    return { ...tokens, verifier, code: back.searchParams.get("code") ?? "" };
  }

  async function refresh(token: string): Promise<oauth.TokenEndpointResponse> {
    const response = await oauth.refreshTokenGrantRequest(server, client, authentication, token, insecure);
    return await oauth.processRefreshTokenResponse(server, client, response);
  }

  test("exchanges a code with PKCE for a token of the user who agreed, with the remaining scopes", async () => {
    const whole = await grant();
    assert.equal(whole.scope, "repo read:user");
    assert.deepEqual(await origin.authorization.ownerOf(whole.access_token), {
      login: "octocat",
      scopes: ["repo", "read:user"],
    });
    assert.equal((await grant("repo")).scope, "read:user");
    assert.equal(await origin.authorization.ownerOf("nonsense"), null);
  });

  test("issues no token without PKCE or consent, or with a wrong redirect URI or verifier", async () => {
    assert.equal((await authorize({ state: "s" })).searchParams.get("error"), "invalid_request");
    await assert.rejects(authorize({ redirect_uri: "http://127.0.0.1:9/callback/x", code_challenge: "c" }), /400/);
    const { code, verifier } = await grant();
    const parameters = new URLSearchParams({ code, iss: server.issuer, state: "s" });
    const checked = oauth.validateAuthResponse(server, client, parameters, "s");
    for (const used of [verifier, oauth.generateRandomCodeVerifier()]) {
      const send = oauth.authorizationCodeGrantRequest;
      const response = await send(server, client, authentication, checked, redirectUri, used, insecure);
      await assert.rejects(oauth.processAuthorizationCodeResponse(server, client, response), {
        error: "invalid_grant",
      });
    }
  });

  test("rotates refresh tokens, and revokes and counts the grant if an old one is used", async () => {
    const first = await grant();
    const refreshesBefore = origin.authorization.refreshes.length;
    const revokedBefore = origin.authorization.revokedFamilies.length;
    const second = await refresh(first.refresh_token ?? "");
    assert.notEqual(second.refresh_token, first.refresh_token);
    await origin.authorization.expireAccessTokens();
    assert.equal(await origin.authorization.ownerOf(second.access_token), null);
    const third = await refresh(second.refresh_token ?? "");
    assert.equal((await origin.authorization.ownerOf(third.access_token))?.login, "octocat");
    assert.equal(origin.authorization.revokedFamilies.length, revokedBefore);
    await assert.rejects(refresh(first.refresh_token ?? ""), { error: "invalid_grant" });
    await assert.rejects(refresh(third.refresh_token ?? ""), { error: "invalid_grant" });
    assert.equal(await origin.authorization.ownerOf(third.access_token), null);
    assert.equal(origin.authorization.revokedFamilies.length, revokedBefore + 1);
    assert.deepEqual(
      origin.authorization.refreshes.slice(refreshesBefore).map(({ status }) => status),
      [200, 200, 400, 400],
    );
  });

  test("honors a short lifetime, and rejects tokens of a revoked grant", async () => {
    origin.authorization.accessTokenSeconds = 1;
    const short = await grant();
    origin.authorization.accessTokenSeconds = 3600;
    assert.equal(short.expires_in, 1);
    await new Promise((resolve) => setTimeout(resolve, 1100));
    assert.equal(await origin.authorization.ownerOf(short.access_token), null);
    await origin.authorization.revokeGrantsOf("octocat");
    await assert.rejects(refresh(short.refresh_token ?? ""), { error: "invalid_grant" });
  });

  test("triggers each fault of the token endpoint once, and passes everything else to the API", async () => {
    const { refresh_token: token = "" } = await grant();
    const post = () => fetch(server.token_endpoint ?? "", { method: "POST", body: new URLSearchParams({ token }) });
    origin.tokenFaults.push({ kind: "status", status: 500 }, { kind: "reset" }, { kind: "reset", effect: true });
    assert.equal((await post()).status, 500);
    await assert.rejects(post());
    await assert.rejects(refresh(token));
    assert.equal(origin.playedFaults.length, 3);
    // The last fault happened after the effect, so its refresh token is used up.
    await assert.rejects(refresh(token), { error: "invalid_grant" });
    assert.equal(await (await fetch(`${origin.url}/user?page=2`)).text(), "API /user?page=2");
  });

  test("reads forms like a browser", () => {
    const url = new URL("http://127.0.0.1:9/a/b?c=1");
    const text = `<form method="post"><input type="hidden" name="t" value="&lt;&quot;&#39;"><input type="checkbox" name="n">
      <input type="checkbox" name="y" value="1" checked></form><form action="/x?y=1&amp;z=2"></form>`;
    const page = { url, text, status: 200, headers: {}, setCookies: [], location: null };
    const [first, second] = formsOf(page);
    assert.equal(first?.action.href, url.href);
    assert.equal(first?.fields.toString(), new URLSearchParams({ t: `<"'`, y: "1" }).toString());
    assert.equal(second?.action.href, "http://127.0.0.1:9/x?y=1&z=2");
  });
});
