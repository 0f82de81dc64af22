/**
 * Bot tokens, from Slack's consent page or pasted by an administrator:
 * https://docs.slack.dev/authentication/installing-with-oauth, https://docs.slack.dev/authentication/tokens
 */
import { sensitive } from "@svc/contract";
import { staticCredential, type OAuthAuth, type ReadPort } from "@svc/provider-kit";
import { isRecord, shape, text } from "@svc/provider-kit/shape";
import { Type } from "typebox";
import { readRequest } from "./client.ts";
import { broadScopes, scopeWords } from "./scopes.ts";

const identity = shape({ slug: text("team_id", "Id of the workspace."), name: text("team", "Name of the workspace.") });

/** Identifies the workspace that the token belongs to. */
async function identify(provider: ReadPort) {
  return identity.read((await provider.read(readRequest("auth.test", {}))).body);
}

const headers = (token: string) => ({ authorization: `Bearer ${token}` });

/** A Slack workspace, connected through Slack's own consent page. Tokens expire only for apps that rotate them. */
export const oauth: OAuthAuth = {
  kind: "oauth2_authorization_code",
  server: {
    origin: "https://slack.com",
    authorizationPath: ["oauth", "v2", "authorize"],
    tokenPath: ["api", "oauth.v2.access"],
    issuers: ["https://slack.com"],
    sendsIss: false,
    // As Slack's own client does it. Every id contains a dot, and Slack doesn't say whether it decodes Basic.
    clientAuthentication: "client_secret_post",
    // Apps opt in to PKCE, so it can't be used with all of them.
    pkce: false,
    tokenTypes: ["bot"],
    scopeSeparator: ",",
    invalidGrantErrors: ["invalid_code", "code_already_used", "invalid_refresh_token"],
    revocation: { path: ["api", "auth.revoke"], revokes: "access_token", authentication: "bearer" },
  },
  grantedScopes: ({ scope, requested }) => (scope === null ? requested : scope.split(/[, ]+/).filter(Boolean)),
  impliedScopes: {},
  scopeWords,
  broadScopes,
  credentialKind: () => "bot_token",
  headers: ({ accessToken }) => headers(accessToken),
  identify,
};

const tokenPattern = "^xoxb-[0-9A-Za-z-]{20,250}$";
const rotated = "This token is rotated and ends after 12 hours. Connect on Slack's page instead.";
const wanted = "Use the bot token of the installed app (xoxb-…), from the app's OAuth & Permissions page.";

const submission = Type.Object(
  {
    access_token: sensitive(
      Type.String({ description: "Slack bot token (xoxb-…).", maxLength: 255, pattern: tokenPattern }),
    ),
  },
  { additionalProperties: false, description: "The bot token that the Slack actions use." },
);

/** A bot token, which the end user provides. */
export const botToken = staticCredential({
  submission,
  fields: [
    {
      name: "access_token",
      label: "Bot token",
      help: "The bot token of an app that is installed in your workspace.",
      helpUrl: "https://docs.slack.dev/authentication/tokens#bot",
      pattern: tokenPattern,
      hints: () => [
        { prefix: "xoxb-", accepted: true, message: "This is a bot token." },
        { prefix: "xoxp-", accepted: false, message: "This is a user token. A bot token begins with xoxb-." },
        { prefix: "xoxe.", accepted: false, message: rotated },
        { prefix: "xapp-", accepted: false, message: "This is an app-level token. A bot token begins with xoxb-." },
      ],
    },
  ],
  explain,
  credentialKind: () => "bot_token",
  headers: ({ access_token }) => headers(access_token),
  identify,
});

/** Says why a submission is refused, without quoting it; null if it is valid. */
function explain(submitted: unknown): string | null {
  const token = isRecord(submitted) ? submitted["access_token"] : undefined;
  if (typeof token !== "string") return `The field access_token is missing or isn't a string. ${wanted}`;
  if (/\s/u.test(token)) return "The token contains a space or a line break. Copy it again without them.";
  if (token.startsWith("xoxp-")) return `This is a user token. ${wanted}`;
  if (token.startsWith("xoxe.")) return rotated;
  return new RegExp(tokenPattern).test(token) ? null : `This is not a bot token. ${wanted}`;
}
