/** How users connect to a server, and which account a credential belongs to. */
import { sensitive } from "@svc/contract";
import {
  type IdentifiedAccount,
  type OAuthAuth,
  type ProviderAuth,
  type ReadPort,
  ProviderFailure,
  staticCredential,
} from "@svc/provider-kit";
import { isRecord } from "@svc/provider-kit/shape";
import { Type } from "typebox";
import { assessTool } from "./assess.ts";
import { isTokenFor } from "./audience.ts";
import { endpointParts } from "./endpoint.ts";
import { at } from "./evidence.ts";
import { readResult } from "./result.ts";
import type { Review } from "./review.ts";
import { inSession, readTool, readTools } from "./session.ts";
import { quotedText } from "./stranger-text.ts";

/** Visible ASCII, as a header can carry it. */
const tokenPattern = "^[\\x21-\\x7e]{1,4096}$";
const wanted = "Paste the token as the server shows it, in one line and without spaces.";

/** Builds the auth of a review. @param name the provider's name. */
export function authOf(review: Review, name: string): ProviderAuth {
  const identify = (port: ReadPort) => identifyWith(review, name, port);
  switch (review.auth.kind) {
    case "none":
      return staticCredential({
        submission: Type.Object({}, { additionalProperties: false, description: "The server asks for no credential." }),
        fields: [],
        explain: () => null,
        credentialKind: () => "none",
        headers: () => ({}),
        identify,
      });
    case "bearer":
      return bearer(review, identify);
    case "oauth":
      return oauth(review.auth, identify);
  }
}

function bearer({ url }: Review, identify: (port: ReadPort) => Promise<IdentifiedAccount>): ProviderAuth {
  const { origin } = endpointParts(url);
  return staticCredential({
    submission: Type.Object(
      {
        access_token: sensitive(
          Type.String({ maxLength: 4096, pattern: tokenPattern, description: "Token for the server's API." }),
        ),
        label: Type.Optional(
          Type.String({
            minLength: 1,
            maxLength: 60,
            pattern: "^[A-Za-z0-9][A-Za-z0-9 ._@-]{0,59}$",
            description: "A name for this connection, if the server doesn't say whose token it is.",
          }),
        ),
      },
      { additionalProperties: false, description: "The token that svc sends to the server." },
    ),
    fields: [
      { name: "access_token", label: "Token", help: wanted, helpUrl: origin, pattern: tokenPattern },
      {
        name: "label",
        label: "Name of this connection",
        help: "For example, the account that the token belongs to.",
        helpUrl: origin,
        pattern: "^[A-Za-z0-9][A-Za-z0-9 ._@-]{0,59}$",
      },
    ],
    explain: (submission) => {
      const token = isRecord(submission) ? submission["access_token"] : undefined;
      return typeof token === "string" && !new RegExp(tokenPattern).test(token) ? wanted : null;
    },
    connectionFacts: ({ label }): Record<string, string> => (label === undefined ? {} : { label }),
    credentialKind: () => "bearer_token",
    headers: ({ access_token }) => ({ authorization: `Bearer ${access_token}` }),
    identify,
  });
}

function oauth(
  auth: Extract<Review["auth"], { kind: "oauth" }>,
  identify: (port: ReadPort) => Promise<IdentifiedAccount>,
): OAuthAuth {
  const authorization = endpointParts(auth.authorizationEndpoint);
  const token = endpointParts(auth.tokenEndpoint);
  return {
    kind: "oauth2_authorization_code",
    server: {
      origin: authorization.origin,
      authorizationPath: authorization.path,
      tokenPath: token.path,
      ...(token.origin === authorization.origin ? {} : { tokenOrigin: token.origin }),
      issuers: [auth.issuer],
      sendsIss: auth.sendsIss,
      clientAuthentication: auth.clientAuthentication,
      ...(auth.app === "document" ? { appIsDocument: true } : {}),
      authorizationParameters: { resource: auth.resource },
      tokenParameters: { resource: auth.resource },
    },
    grantedScopes: ({ scope, requested }) => (scope === null ? requested : scope.split(" ")),
    acceptsToken: (token) => isTokenFor(auth.resource, token),
    impliedScopes: {},
    scopeWords: Object.fromEntries(auth.scopes.map((scope) => [scope, `What the server calls ${quotedText(scope)}`])),
    credentialKind: () => "oauth_token",
    headers: ({ accessToken }) => ({ authorization: `Bearer ${accessToken}` }),
    identify,
  };
}

/** Opens a session, and asks the reviewed tool for the account; without one, lists the tools. */
async function identifyWith(review: Review, name: string, port: ReadPort): Promise<IdentifiedAccount> {
  const { account, protocol, url, tools } = review;
  const place = { path: endpointParts(url).path, revision: protocol };
  if (account === null) {
    await inSession(port, place, (session) => readTools(port, session));
    const { label } = port.connectionFacts;
    return { slug: label ?? "account", name: label ?? name };
  }
  const tool = tools.find((one) => one.name === account.tool);
  const assessed = tool === undefined ? null : assessTool(tool);
  const schema = assessed?.kind === "usable" ? assessed.output : null;
  const { done: result } = await inSession(port, place, (session) =>
    readTool(port, session, account.tool, account.arguments),
  );
  const output = readResult(result, schema, true);
  return { slug: textAt(output, account.id), name: textAt(output, account.name) };
}

function textAt(output: unknown, pointer: string): string {
  const value = at(output, pointer);
  const text = typeof value === "number" && Number.isSafeInteger(value) ? String(value) : value;
  if (typeof text === "string" && text.trim() !== "" && text.length <= 200) return text;
  throw new ProviderFailure({ code: "PROVIDER_ERROR", detail: "The server doesn't say whose account it is." });
}
