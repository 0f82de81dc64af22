/**
 * Tokens, obtained through Notion's consent page, on which the user also chooses the pages, or of an internal integration:
 * https://developers.notion.com/docs/authorization
 */
import { sensitive } from "@svc/contract";
import { staticCredential, type OAuthAuth, type ReadPort } from "@svc/provider-kit";
import { isRecord, orNull, shape, text } from "@svc/provider-kit/shape";
import { Type } from "typebox";
import { broadScopes, scopeWords } from "./scopes.ts";

/** The version of the API whose answers the code reads. */
export const notionVersion = "2025-09-03";

const me = shape({
  id: text("id", "Id of the integration's bot, which is another one in each workspace."),
  workspace: orNull(text("bot.workspace_name", "Name of the workspace.")),
});

/** Asks whose token it is: the integration's bot in a workspace. */
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
    clientAuthentication: "client_secret_basic",
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
const wanted = "Use the token of an internal integration (ntn_…), from its page Configuration.";

const submission = Type.Object(
  {
    access_token: sensitive(
      Type.String({ description: "A token of Notion (ntn_… or secret_…).", maxLength: 255, pattern: tokenPattern }),
    ),
  },
  { additionalProperties: false, description: "The token that the actions of Notion run under." },
);

/** The token of an internal integration that the end user brings. */
export const integrationToken = staticCredential({
  submission,
  fields: [
    {
      name: "access_token",
      label: "Integration token",
      help: "The token of an internal integration. Share the pages with it that it is to see.",
      helpUrl: "https://developers.notion.com/docs/create-a-notion-integration",
      pattern: tokenPattern,
      hints: () => [
        { prefix: "ntn_", accepted: true, message: "This is an integration's token." },
        { prefix: "secret_", accepted: true, message: "This is an integration's older token." },
      ],
    },
  ],
  explain,
  credentialKind: () => "integration_token",
  headers: ({ access_token }) => headers(access_token),
  identify,
});

/** Says why a submission is refused, without any part of what was submitted; null if it is in order. */
function explain(submitted: unknown): string | null {
  const token = isRecord(submitted) ? submitted["access_token"] : undefined;
  if (typeof token !== "string") return `The field access_token is missing or not a text. ${wanted}`;
  if (/\s/u.test(token)) return "The token has a space or a line break in it. Copy it again without them.";
  return new RegExp(tokenPattern).test(token) ? null : `This is not a token of Notion. ${wanted}`;
}
