/**
 * The web application flow of an OAuth app or a GitHub App, which gives a connection its token.
 * https://docs.github.com/apps/oauth-apps/building-oauth-apps/authorizing-oauth-apps
 * https://docs.github.com/apps/creating-github-apps/authenticating-with-a-github-app/generating-a-user-access-token-for-a-github-app
 */
import type { OAuthAuth, ProviderAccount, ReadPort } from "@svc/provider-kit";
import { account } from "./resources/accounts.ts";
import { broadScopes, grantedScopes, impliedScopes, scopeWords, tokenKind } from "./scopes.ts";
import { userRequest } from "./requests.ts";

/**
 * The API version that the schemas here are written for, the first that `@octokit/openapi` describes:
 * https://docs.github.com/rest/about-the-rest-api/api-versions
 */
export const apiVersion = "2022-11-28";

/** A GitHub account, connected through GitHub's own consent page. */
export const oauth: OAuthAuth = {
  kind: "oauth2_authorization_code",
  server: {
    origin: "https://github.com",
    authorizationPath: ["login", "oauth", "authorize"],
    tokenPath: ["login", "oauth", "access_token"],
    // GitHub has sent the first one since April 2026; the documentation mentions neither (README, "OAuth").
    issuers: ["https://github.com/login/oauth", "https://github.com"],
    sendsIss: false,
    clientAuthentication: "client_secret_post",
    // GitHub's own names, with status 200, for the invalid_grant of RFC 6749 §5.2.
    invalidGrantErrors: ["bad_verification_code", "bad_refresh_token"],
  },
  grantedScopes,
  impliedScopes,
  scopeWords,
  broadScopes,
  credentialKind: ({ accessToken }) => tokenKind(accessToken),
  headers: ({ accessToken }) => ({ authorization: `Bearer ${accessToken}`, "x-github-api-version": apiVersion }),
  identify,
};

/** The account is stored and displayed: no control characters, no lone surrogates, and a limited length. */
const storable = /^[^\p{Cc}\p{Cs}]{1,100}$/u;

/**
 * Reads the token's account from GitHub. The account is identified by its number, because a login can be released and
 * registered by someone else.
 */
async function identify(provider: ReadPort): Promise<ProviderAccount> {
  const { body } = await provider.read(userRequest, { accept: [200] });
  const { id, login } = account.read(body);
  const slug = String(id);
  return { slug, name: storable.test(login) ? login : slug };
}
