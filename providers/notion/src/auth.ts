/**
 * Tokens, from Notion's consent page, where the user also selects the pages, or from an internal integration:
 * https://developers.notion.com/docs/authorization
 */
import { sensitive } from "@svc/contract";
import { staticCredential, type OAuthAuth, type ReadPort } from "@svc/provider-kit";
import { isRecord, orNull, shape, text } from "@svc/provider-kit/shape";
import { Type } from "typebox";
import { broadScopes, scopeWords } from "./scopes.ts";

/** The API version that this code is written for. */
export const notionVersion = "2025-09-03";

const me = shape({
  id: text("id", "Id of the integration's bot, which is different in each workspace."),
  workspace: orNull(text("bot.workspace_name", "Name of the workspace.")),
});

/** Identifies the integration's bot and the workspace that the token belongs to. */
async function identify(provider: ReadPort) {
  const { id, workspace } = me.read((await provider.read({ method: "GET", path: ["v1", "users", "me"] })).body);
  return { slug: id, name: workspace ?? id };
}

const headers = (token: string) => ({ authorization: `Bearer ${token}`, "notion-version": notionVersion });

/** A Notion workspace, connected through Notion's own consent page. */
export const oauth: OAuthAuth = {
  kind: "oauth2_authorization_code",
  server: {
    origin: "https://api.notion.com",
    authorizationPath: ["v1", "oauth", "authorize"],
    tokenPath: ["v1", "oauth", "token"],
    tokenRequest: "json",
    issuers: ["https://api.notion.com"],
    sendsIss: false,
    // As Notion's own client does it. Its ids are UUIDs, and an encoded hyphen would make them other ids.
    clientAuthentication: "client_secret_basic_unencoded",
    // Notion documents no PKCE, and validates its bodies.
    pkce: false,
    authorizationParameters: { owner: "user" },
    revocation: { path: ["v1", "oauth", "revoke"], revokes: "access_token", authentication: "app" },
  },
  grantedScopes: ({ requested }) => requested,
  impliedScopes: {},
  scopeWords,
  broadScopes,
  credentialKind: () => "oauth_token",
  headers: ({ accessToken }) => headers(accessToken),
  identify,
};

const tokenPattern = "^(ntn_|secret_)[0-9A-Za-z]{20,200}$";
const wanted = "Use the token of an internal integration (ntn_…), from the integration's Configuration page.";

const submission = Type.Object(
  {
    access_token: sensitive(
      Type.String({
        description: "Token of a Notion integration (ntn_… or secret_…).",
        maxLength: 255,
        pattern: tokenPattern,
      }),
    ),
  },
  { additionalProperties: false, description: "The token that the Notion actions use." },
);

/** The token of an internal integration, which the end user provides. */
export const integrationToken = staticCredential({
  submission,
  fields: [
    {
      name: "access_token",
      label: "Integration token",
      help: "The token of an internal integration. Share with it the pages that it should see.",
      helpUrl: "https://developers.notion.com/docs/create-a-notion-integration",
      pattern: tokenPattern,
      hints: () => [
        { prefix: "ntn_", accepted: true, message: "This is an integration's token." },
        { prefix: "secret_", accepted: true, message: "This is an integration's token in the older form." },
      ],
    },
  ],
  explain,
  credentialKind: () => "integration_token",
  headers: ({ access_token }) => headers(access_token),
  identify,
});

/** Says why a submission is refused, without quoting it; null if it is valid. */
function explain(submitted: unknown): string | null {
  const token = isRecord(submitted) ? submitted["access_token"] : undefined;
  if (typeof token !== "string") return `The field access_token is missing or isn't a string. ${wanted}`;
  if (/\s/u.test(token)) return "The token contains a space or a line break. Copy it again without them.";
  return new RegExp(tokenPattern).test(token) ? null : `This isn't a Notion token. ${wanted}`;
}
