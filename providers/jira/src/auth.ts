/**
 * Tokens from Atlassian's consent page, and the one site that a connection is for:
 * https://developer.atlassian.com/cloud/jira/platform/oauth-2-3lo-apps/
 */
import { ProviderFailure, type OAuthAuth, type ReadPort } from "@svc/provider-kit";
import { list, shape, text, textsOf } from "@svc/provider-kit/shape";
import { broadScopes, offline, scopeWords } from "./scopes.ts";

const site = shape({
  id: text("id", "Id of the site."),
  url: text("url", "URL of the site."),
  scopes: textsOf("scopes", "Scopes of the token on the site."),
});
const me = shape({
  accountId: text("accountId", "Id of the user."),
  displayName: text("displayName", "Name of the user."),
});

/** Finds the site. A connection is for exactly one, so there is never doubt about where a change goes. */
async function discover(provider: ReadPort) {
  const request = { method: "GET", path: ["oauth", "token", "accessible-resources"] } as const;
  const sites = list((await provider.read(request, { accept: [200] })).body).map(site.read);
  const [found, ...more] = sites.filter(({ scopes }) => scopes.some((scope) => scope.endsWith(":jira-user")));
  if (found === undefined) {
    throw new ProviderFailure({
      code: "PROVIDER_FORBIDDEN",
      detail: "The authorization doesn't include a Jira site. Connect again and choose one on Atlassian's page.",
    });
  }
  if (more.length > 0) {
    throw new ProviderFailure({
      code: "PROVIDER_REJECTED",
      detail:
        "This app has access to several of your Jira sites, but a connection is for one. Remove the others under connected apps in your Atlassian account, then connect again.",
    });
  }
  return { site_id: found.id };
}

/** Identifies the user and site that the token belongs to. */
async function identify(provider: ReadPort) {
  const { body } = await provider.read({ method: "GET", path: ["rest", "api", "3", "myself"] }, { accept: [200] });
  const { accountId, displayName } = me.read(body);
  return { slug: `${provider.connectionFacts["site_id"] ?? ""}/${accountId}`, name: displayName };
}

/** A Jira site, connected through Atlassian's own consent page. */
export const oauth: OAuthAuth = {
  kind: "oauth2_authorization_code",
  server: {
    origin: "https://auth.atlassian.com",
    authorizationPath: ["authorize"],
    tokenPath: ["oauth", "token"],
    tokenRequest: "json",
    issuers: ["https://auth.atlassian.com"],
    sendsIss: false,
    clientAuthentication: "client_secret_post",
    // A dead refresh token is refused with 403 and either `invalid_grant`, as documented, or this. A wrong secret is
    // `access_denied`.
    invalidGrantErrors: ["unauthorized_client"],
    authorizationParameters: { audience: "api.atlassian.com", prompt: "consent" },
  },
  grantedScopes: ({ scope, requested }) => (scope === null ? requested : [...scope.split(" "), offline]),
  impliedScopes: {},
  scopeWords,
  broadScopes,
  credentialKind: () => "oauth_token",
  headers: ({ accessToken }) => ({ authorization: `Bearer ${accessToken}` }),
  connectionFacts: { site_id: { pattern: "^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$" } },
  discover,
  identify,
};
