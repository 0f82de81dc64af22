/**
 * Tokens, obtained through HubSpot's consent page, or of a private app:
 * https://developers.hubspot.com/docs/apps/developer-platform/build-apps/authentication/oauth/working-with-oauth
 */
import { sensitive } from "@svc/contract";
import { staticCredential, type OAuthAuth, type ReadPort } from "@svc/provider-kit";
import { integer, isRecord, orNull, shape, text } from "@svc/provider-kit/shape";
import { Type } from "typebox";
import { broadScopes, scopeWords } from "./scopes.ts";

const account = shape({
  portalId: integer("portalId", "Id of the account."),
  domain: orNull(text("uiDomain", "Where its pages are.")),
});

/** Asks whose token it is: a HubSpot account. */
async function identify(provider: ReadPort) {
  const request = { method: "GET", path: ["account-info", "v3", "details"] } as const;
  const { portalId } = account.read((await provider.read(request, { accept: [200] })).body);
  return { slug: String(portalId), name: `HubSpot account ${String(portalId)}` };
}

const headers = (token: string) => ({ authorization: `Bearer ${token}` });

/** A HubSpot account, connected through HubSpot's own consent page. Its origins are the same in every region. */
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
    // The response has a list, and no `scope`.
    scopeMember: ["scopes"],
    revocation: { path: ["oauth", "2026-03", "token", "revoke"], revokes: "refresh_token", authentication: "app" },
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
const wanted = "Use the access token of a private app (pat-…), from its page Auth.";

const submission = Type.Object(
  {
    access_token: sensitive(
      Type.String({ description: "A token of a private app (pat-…).", maxLength: 60, pattern: tokenPattern }),
    ),
  },
  { additionalProperties: false, description: "The token that the actions of HubSpot run under." },
);

/** The token of a private app that the end user brings. */
export const privateApp = staticCredential({
  submission,
  fields: [
    {
      name: "access_token",
      label: "Access token",
      help: "Create a private app with only the scopes that are listed here.",
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

/** Says why a submission is refused, without any part of what was submitted; null if it is in order. */
function explain(submitted: unknown): string | null {
  const token = isRecord(submitted) ? submitted["access_token"] : undefined;
  if (typeof token !== "string") return `The field access_token is missing or not a text. ${wanted}`;
  if (/\s/u.test(token)) return "The token has a space or a line break in it. Copy it again without them.";
  return new RegExp(tokenPattern).test(token) ? null : `This is not the token of a private app. ${wanted}`;
}
