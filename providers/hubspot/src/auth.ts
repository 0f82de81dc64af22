/**
 * Tokens, from HubSpot's consent page or from a private app:
 * https://developers.hubspot.com/docs/apps/developer-platform/build-apps/authentication/oauth/working-with-oauth
 */
import { sensitive } from "@svc/contract";
import { staticCredential, type OAuthAuth, type ReadPort } from "@svc/provider-kit";
import { integer, isRecord, orNull, shape, text } from "@svc/provider-kit/shape";
import { Type } from "typebox";
import { broadScopes, scopeWords } from "./scopes.ts";

const account = shape({
  portalId: integer("portalId", "Id of the account."),
  domain: orNull(text("uiDomain", "Domain of the account's pages.")),
});

/** Identifies the HubSpot account that the token belongs to. */
async function identify(provider: ReadPort) {
  const request = { method: "GET", path: ["account-info", "v3", "details"] } as const;
  const { portalId } = account.read((await provider.read(request, { accept: [200] })).body);
  return { slug: String(portalId), name: `HubSpot account ${String(portalId)}` };
}

const headers = (token: string) => ({ authorization: `Bearer ${token}` });

/** A HubSpot account, connected through HubSpot's own consent page. The origins are the same in every region. */
export const oauth: OAuthAuth = {
  kind: "oauth2_authorization_code",
  server: {
    origin: "https://app.hubspot.com",
    authorizationPath: ["oauth", "authorize"],
    tokenOrigin: "https://api.hubapi.com",
    tokenPath: ["oauth", "2026-03", "token"],
    issuers: ["https://app.hubspot.com"],
    sendsIss: false,
    clientAuthentication: "client_secret_post",
    // The response has a list of scopes, and no `scope`.
    scopeMember: ["scopes"],
    // `{"status": "BAD_REFRESH_TOKEN", "message": …}`, without `error`, as HubSpot's own older endpoints refuse.
    errorMember: ["status"],
    invalidGrantErrors: ["BAD_REFRESH_TOKEN", "BAD_AUTH_CODE"],
    revocation: {
      path: ["oauth", "2026-03", "token", "revoke"],
      revokes: "refresh_token",
      authentication: "app",
      sendsHint: true,
    },
  },
  grantedScopes: ({ scope, requested }) => (scope === null ? requested : scope.split(" ")),
  impliedScopes: {},
  scopeWords,
  broadScopes,
  credentialKind: () => "oauth_token",
  headers: ({ accessToken }) => headers(accessToken),
  identify,
};

const tokenPattern = "^pat-[a-z0-9]{2,6}-[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$";
const wanted = "Use the access token of a private app (pat-…), from the app's Auth page.";

const submission = Type.Object(
  {
    access_token: sensitive(
      Type.String({ description: "Access token of a private app (pat-…).", maxLength: 60, pattern: tokenPattern }),
    ),
  },
  { additionalProperties: false, description: "The token that the HubSpot actions use." },
);

/** The access token of a private app, which the end user provides. */
export const privateApp = staticCredential({
  submission,
  fields: [
    {
      name: "access_token",
      label: "Access token",
      help: "Create a private app with only the scopes listed here.",
      helpUrl: "https://developers.hubspot.com/docs/apps/legacy-apps/private-apps/overview",
      pattern: tokenPattern,
      hints: () => [{ prefix: "pat-", accepted: true, message: "This is the token of a private app." }],
    },
  ],
  explain,
  credentialKind: () => "private_app_token",
  headers: ({ access_token }) => headers(access_token),
  identify,
});

/** Says why a submission is refused, without quoting it; null if it is valid. */
function explain(submitted: unknown): string | null {
  const token = isRecord(submitted) ? submitted["access_token"] : undefined;
  if (typeof token !== "string") return `The field access_token is missing or isn't a string. ${wanted}`;
  if (/\s/u.test(token)) return "The token contains a space or a line break. Copy it again without them.";
  return new RegExp(tokenPattern).test(token) ? null : `This is not the token of a private app. ${wanted}`;
}
