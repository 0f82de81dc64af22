/**
 * The token endpoint. Its errors have status 200, like GitHub's.
 * Follows docs.github.com/en/apps/oauth-apps/building-oauth-apps/authorizing-oauth-apps#2-users-are-redirected-back-to-your-site-by-github,
 * docs.github.com/en/apps/oauth-apps/maintaining-oauth-apps/troubleshooting-oauth-app-access-token-request-errors and
 * docs.github.com/en/apps/creating-github-apps/authenticating-with-a-github-app/refreshing-user-access-tokens.
 */
import { createHash } from "node:crypto";
import { escapeHtml } from "@svc/simulator";
import type { SimResponse, SimEffect, SimRequest } from "@svc/simulator";
import type { RegisteredApp } from "./apps.ts";
import type { AccessToken, Code, Issued } from "./tokens.ts";
import type { GithubWorld } from "./world.ts";

/** The description of each error. */
const errors = {
  incorrect_client_credentials: "The client_id and/or client_secret passed are incorrect.",
  redirect_uri_mismatch: "The redirect_uri MUST match the registered callback URL for this application.",
  bad_verification_code: "The code passed is incorrect or expired.",
  bad_refresh_token: "The refresh token passed is incorrect or expired.",
  unverified_user_email: "The user must have a verified primary email.",
  unsupported_grant_type: "The grant type passed is not supported.",
} as const;

type ErrorCode = keyof typeof errors;
type Parameters = ReadonlyMap<string, string>;

/** The result of an exchange: tokens with the effect of issuing them, or an error. */
type Exchange = { readonly issued: Issued; readonly effect: SimEffect } | { readonly error: ErrorCode };

const errorPage =
  "https://docs.github.com/apps/managing-oauth-apps/troubleshooting-oauth-app-access-token-request-errors/";

/** `POST /login/oauth/access_token`, with its parameters in the query, in a form or in JSON. */
export function answerAccessToken(request: SimRequest, world: GithubWorld): SimResponse {
  const parameters = parametersOf(request);
  const result = exchange(parameters, request.timeMs, world);
  if ("error" in result) {
    const { error } = result;
    world.tokenRefusals.push({ error, clientId: parameters.get("client_id") ?? "" });
    const error_uri = `${errorPage}#${error.replaceAll("_", "-")}`;
    return formatted(request, { error, error_description: errors[error], error_uri });
  }
  const { access, refresh } = result.issued;
  const expiry =
    refresh === null
      ? {}
      : {
          expires_in: world.switches.accessTokenSeconds,
          refresh_token: refresh,
          refresh_token_expires_in: world.switches.refreshTokenSeconds,
        };
  const body = { access_token: access.value, ...expiry, token_type: "bearer", scope: access.scopes.join(",") };
  return { ...formatted(request, body), effects: [result.effect] };
}

function exchange(parameters: Parameters, nowMs: number, world: GithubWorld): Exchange {
  const app = world.apps.get(parameters.get("client_id") ?? "");
  if (app === undefined || parameters.get("client_secret") !== app.clientSecret) {
    return { error: "incorrect_client_credentials" };
  }
  const grantType = parameters.get("grant_type") ?? "authorization_code";
  if (grantType === "authorization_code") return exchangeCode(app, parameters, nowMs, world);
  if (grantType === "refresh_token") return exchangeRefresh(app, parameters, nowMs, world);
  return { error: "unsupported_grant_type" };
}

/** A code works once: an attempt by its own app uses it up, whatever the result. */
function exchangeCode(app: RegisteredApp, parameters: Parameters, nowMs: number, world: GithubWorld): Exchange {
  const code = world.tokens.codes.get(parameters.get("code") ?? "");
  if (code === undefined || code.clientId !== app.clientId) return { error: "bad_verification_code" };
  world.tokens.codes.delete(code.value);
  if (code.expiresAtMs <= nowMs || !provesKey(code, parameters)) return { error: "bad_verification_code" };
  const redirectUri = parameters.get("redirect_uri");
  if (redirectUri !== undefined && redirectUri !== code.redirectUri) return { error: "redirect_uri_mismatch" };
  if (world.switches.unverifiedEmail) return { error: "unverified_user_email" };
  const issued = world.tokens.issue(app, code.userId, code.scopes, world.switches, nowMs);
  return { issued, effect: effectOf("token.issue", issued, world) };
}

function exchangeRefresh(app: RegisteredApp, parameters: Parameters, nowMs: number, world: GithubWorld): Exchange {
  const fits = ({ clientId }: AccessToken): boolean => clientId === app.clientId;
  // "Once you use a refresh token, that refresh token and the old user access token will no longer work."
  const old = world.tokens.useRefresh(parameters.get("refresh_token") ?? "", nowMs, { fits });
  if (old === undefined) return { error: "bad_refresh_token" };
  const issued = world.tokens.issue(app, old.userId, old.scopes, world.switches, nowMs);
  return { issued, effect: { ...effectOf("token.refresh", issued, world), replaces: old.name } };
}

/** RFC 7636 §4.6. A verifier without a challenge proves nothing and is ignored. */
function provesKey({ challenge }: Code, parameters: Parameters): boolean {
  if (challenge === null) return true;
  const verifier = parameters.get("code_verifier") ?? "";
  return createHash("sha256").update(verifier).digest("base64url") === challenge;
}

function effectOf(kind: string, { access }: Issued, world: GithubWorld): SimEffect {
  const user = world.accounts.get(access.userId)?.login ?? "";
  return { kind, clientId: access.clientId, user, token: access.name, scopes: access.scopes.join() };
}

function parametersOf({ query, headers, bodyText, json }: SimRequest): Parameters {
  const parameters = new Map(query);
  if ((headers["content-type"] ?? "").startsWith("application/json")) {
    const fields = typeof json === "object" && json !== null ? Object.entries(json) : [];
    for (const [name, value] of fields) if (typeof value === "string") parameters.set(name, value);
  } else for (const [name, value] of new URLSearchParams(bodyText)) parameters.set(name, value);
  return parameters;
}

/** "By default, the response takes the following form": a form, unless `accept` asks for JSON or XML. */
function formatted({ headers }: SimRequest, body: Readonly<Record<string, string | number>>): SimResponse {
  const accept = headers["accept"] ?? "";
  const common = { "cache-control": "no-store" };
  if (accept.includes("json")) return { status: 200, headers: common, json: body };
  const fields = Object.entries(body).map(([name, value]): [string, string] => [name, String(value)]);
  if (accept.includes("xml")) {
    const inner = fields.map(([name, value]) => `<${name}>${escapeHtml(value)}</${name}>`).join("");
    const text = `<?xml version="1.0" encoding="UTF-8"?><OAuth>${inner}</OAuth>`;
    return { status: 200, headers: { ...common, "content-type": "application/xml; charset=utf-8" }, text };
  }
  const text = new URLSearchParams(fields).toString();
  return {
    status: 200,
    headers: { ...common, "content-type": "application/x-www-form-urlencoded; charset=utf-8" },
    text,
  };
}
