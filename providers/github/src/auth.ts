/**
 * How a connection comes to its token: the web application flow of an OAuth app or of a GitHub App.
 * https://docs.github.com/apps/oauth-apps/building-oauth-apps/authorizing-oauth-apps
 * https://docs.github.com/apps/creating-github-apps/authenticating-with-a-github-app/generating-a-user-access-token-for-a-github-app
 */
import type { OAuthAuth, ProviderAccount, ReadPort } from "@svc/provider-kit";
import { account } from "./resources/accounts.ts";
import { grantedScopes, impliedScopes, scopeWords, tokenKind } from "./scopes.ts";
import { userRequest } from "./requests.ts";

/**
 * The version of the API that the schemas here are written from, the first that `@octokit/openapi` describes:
 * https://docs.github.com/rest/about-the-rest-api/api-versions
 */
export const apiVersion = "2022-11-28";

/** An account at GitHub, by way of GitHub's own consent page. */
export const oauth: OAuthAuth = {
  kind: "oauth2_authorization_code",
  server: {
    origin: "https://github.com",
    authorizationPath: ["login", "oauth", "authorize"],
    tokenPath: ["login", "oauth", "access_token"],
    // The first is what GitHub sends since April 2026; the documentation names neither (README, "OAuth").
    issuers: ["https://github.com/login/oauth", "https://github.com"],
    sendsIss: false,
    clientAuthentication: "client_secret_post",
    // GitHub's own names, with status 200, for what RFC 6749 §5.2 calls invalid_grant.
    invalidGrantErrors: ["bad_verification_code", "bad_refresh_token"],
  },
  grantedScopes,
  impliedScopes,
  scopeWords,
  credentialKind: ({ accessToken }) => tokenKind(accessToken),
  headers: ({ accessToken }) => ({ authorization: `Bearer ${accessToken}`, "x-github-api-version": apiVersion }),
  identify,
};

/** The account is kept in a database and shown: no control characters, no lone surrogates, of a sane length. */
const storable = /^[^\p{Cc}\p{Cs}]{1,100}$/u;

/**
 * Asks GitHub whose token this is. The account is told by its number: a login can be given up, and taken by somebody
 * else.
 */
async function identify(provider: ReadPort): Promise<ProviderAccount> {
  const { body } = await provider.read(userRequest, { accept: [200] });
  const { id, login } = account.read(body);
  const slug = String(id);
  return { slug, name: storable.test(login) ? login : slug };
}
