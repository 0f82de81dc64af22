/**
 * Tokens from Linear's consent page, or a personal API key:
 * https://linear.app/developers/oauth-2-0-authentication, https://linear.app/developers/graphql#authentication
 */
import { sensitive } from "@svc/contract";
import { staticCredential, type OAuthAuth, type ReadPort } from "@svc/provider-kit";
import { isRecord, shape, text } from "@svc/provider-kit/shape";
import { Type } from "typebox";
import { dataRequest } from "./client.ts";
import { viewerDocument } from "./documents.ts";
import { broadScopes, impliedScopes, scopeWords } from "./scopes.ts";

const identity = shape({
  userId: text("data.viewer.id", "Id of the user."),
  organizationId: text("data.organization.id", "Id of the workspace."),
  user: text("data.viewer.name", "Name of the user."),
  organization: text("data.organization.name", "Name of the workspace."),
});

/** Identifies the user and workspace that the credential belongs to. */
async function identify(provider: ReadPort) {
  const { body } = await provider.read(dataRequest(viewerDocument, {}));
  const { userId, organizationId, user, organization } = identity.read(body);
  return { slug: `${organizationId}/${userId}`, name: `${user} (${organization})` };
}

/** A Linear workspace, connected through Linear's own consent page. */
export const oauth: OAuthAuth = {
  kind: "oauth2_authorization_code",
  server: {
    origin: "https://linear.app",
    authorizationPath: ["oauth", "authorize"],
    tokenOrigin: "https://api.linear.app",
    tokenPath: ["oauth", "token"],
    issuers: ["https://linear.app"],
    sendsIss: false,
    clientAuthentication: "client_secret_post",
    scopeSeparator: ",",
    // Naming the member allows it to be a list.
    scopeMember: ["scope"],
    // Without it, the user can't choose a second workspace.
    authorizationParameters: { prompt: "consent" },
    revocation: { path: ["oauth", "revoke"], revokes: "access_token", authentication: "bearer" },
  },
  grantedScopes: ({ scope, requested }) => (scope === null ? requested : scope.split(/[, ]+/).filter(Boolean)),
  impliedScopes,
  scopeWords,
  broadScopes,
  credentialKind: () => "oauth_token",
  headers: ({ accessToken }) => ({ authorization: `Bearer ${accessToken}` }),
  identify,
};

const keyPattern = "^lin_api_[0-9A-Za-z]{20,200}$";
const wanted = "Use a personal API key (lin_api_…), from Linear's settings under Security & access.";

const submission = Type.Object(
  {
    api_key: sensitive(
      Type.String({ description: "Personal API key of Linear (lin_api_…).", maxLength: 255, pattern: keyPattern }),
    ),
  },
  { additionalProperties: false, description: "The API key that the Linear actions use." },
);

/** A personal API key, which the end user provides. It is sent without `Bearer`. */
export const apiKey = staticCredential({
  submission,
  noun: "API key",
  fields: [
    {
      name: "api_key",
      label: "API key",
      help: "A personal API key. It acts as you.",
      helpUrl: "https://linear.app/docs/api-and-webhooks#api-keys",
      pattern: keyPattern,
      hints: () => [
        { prefix: "lin_api_", accepted: true, message: "This is a personal API key." },
        { prefix: "lin_oauth_", accepted: false, message: "This is an app's token. An API key begins with lin_api_." },
        { prefix: "lin_wh_", accepted: false, message: "This is a webhook secret. An API key begins with lin_api_." },
      ],
    },
  ],
  explain,
  credentialKind: () => "api_key",
  headers: ({ api_key }) => ({ authorization: api_key }),
  identify,
});

/** Says why a submission is refused, without quoting it; null if it is valid. */
function explain(submitted: unknown): string | null {
  const key = isRecord(submitted) ? submitted["api_key"] : undefined;
  if (typeof key !== "string") return `The field api_key is missing or isn't a string. ${wanted}`;
  if (/\s/u.test(key)) return "The key contains a space or a line break. Copy it again without them.";
  if (key.startsWith("lin_oauth_")) return `This is an app's token. ${wanted}`;
  return new RegExp(keyPattern).test(key) ? null : `This is not an API key of Linear. ${wanted}`;
}
