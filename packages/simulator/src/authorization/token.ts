/** The token endpoint (RFC 6749 §4.1.3, §5 and §6) and the revocation endpoint (RFC 7009). */
import { createHash } from "node:crypto";
import type { SimResponse, SimEffect, SimRequest } from "../api.ts";
import { tokenIn } from "../store/tokens.ts";
import type { RegisteredApp } from "./apps.ts";
import type { AuthorizationOptions, Issued, TokenFailure } from "./options.ts";
import type { AuthorizationServer } from "./server.ts";

type Parameters = ReadonlyMap<string, string>;
type Exchange = { readonly issued: Issued; readonly replaces?: string } | TokenFailure;

/** `POST` at the token endpoint. */
export function answerToken(request: SimRequest, server: AuthorizationServer): SimResponse {
  const parameters = parametersOf(request, server.options);
  const isKnown = parameters !== undefined && hasOnly(parameters, server.options.knownFields?.token);
  const result = isKnown ? exchange(request, parameters, server) : invalidBody;
  if ("error" in result) return refused(result, clientOf(request, parameters, server.options).id, server);
  const { issued, replaces } = result;
  const { tokenResponse = (one) => responseOf(one, server.options.scopeSeparator) } = server.options;
  const effects = Object.values(issued.pairs).map(({ access }): SimEffect => {
    const { clientId, user, name, scopes } = access;
    const effect = { kind: "token.issue", clientId, user, token: name, scopes: scopes.join() };
    return replaces === undefined ? effect : { ...effect, kind: "token.refresh", replaces };
  });
  return { status: 200, headers: { "cache-control": "no-store" }, json: tokenResponse(issued), effects };
}

/** `POST` at the revocation endpoint. */
export function answerRevocation(request: SimRequest, server: AuthorizationServer): SimResponse {
  const { revocation, tokens } = server.options;
  if (revocation === undefined) throw new Error("the server declares no revocation");
  const { authentication, ends = "grant", respond = () => ({ status: 200 }) } = revocation;
  const parameters = parametersOf(request, server.options);
  if (parameters === undefined || !hasOnly(parameters, server.options.knownFields?.revocation)) {
    return refused(invalidBody, "", server);
  }
  if (authentication === "app" && authenticated(request, parameters, server) === undefined) {
    return refused(invalidClient, clientOf(request, parameters, server.options).id, server);
  }
  const value = (authentication === "bearer" ? tokenIn(request.headers) : parameters.get("token")) ?? "";
  const token = tokens.find(value, request.timeMs) ?? tokens.refreshable(value, request.timeMs);
  if (token === undefined) return respond(false);
  if (ends === "grant") server.revokeAuthorization(token.user, token.clientId);
  else tokens.end(value);
  const { clientId, user, name } = token;
  return { ...respond(true), effects: [{ kind: "token.revoke", clientId, user, token: name }] };
}

const invalidBody = { error: "invalid_request", about: "body" } as const;
const invalidClient = { error: "invalid_client", about: "client" } as const;

function exchange(request: SimRequest, parameters: Parameters, server: AuthorizationServer): Exchange {
  const app = authenticated(request, parameters, server);
  if (app === undefined) return invalidClient;
  const grantType = parameters.get("grant_type");
  if (grantType === "authorization_code") return exchangeCode(app, parameters, request.timeMs, server);
  if (grantType !== "refresh_token") return { error: "unsupported_grant_type", about: "grant_type" };
  const issued = server.refresh(app, parameters.get("refresh_token") ?? "", request.timeMs);
  if (issued === undefined) return { error: "invalid_grant", about: "refresh_token" };
  return { issued, replaces: issued.replaces };
}

/** Exchanges a code. It works once: an attempt by its own app uses it up, whatever the result. */
function exchangeCode(
  app: RegisteredApp,
  parameters: Parameters,
  nowMs: number,
  server: AuthorizationServer,
): Exchange {
  const code = server.codes.get(parameters.get("code") ?? "");
  if (code === undefined || code.clientId !== app.clientId) return { error: "invalid_grant", about: "code" };
  server.codes.delete(code.value);
  if (code.expiresAtMs <= nowMs) return { error: "invalid_grant", about: "code" };
  if (code.challenge !== null && challengeOf(parameters.get("code_verifier")) !== code.challenge) {
    return { error: "invalid_grant", about: "verifier" };
  }
  if (parameters.get("redirect_uri") !== code.redirectUri) return { error: "invalid_grant", about: "redirect_uri" };
  return { issued: server.issue(app, code, nowMs) };
}

function challengeOf(verifier = ""): string {
  return createHash("sha256").update(verifier).digest("base64url");
}

function authenticated(
  request: SimRequest,
  parameters: Parameters,
  { options, apps }: AuthorizationServer,
): RegisteredApp | undefined {
  const { id, secret, way } = clientOf(request, parameters, options);
  const isRightWay = options.clientAuthentication.some((one) => one === way);
  const app = apps.get(id);
  return isRightWay && app?.clientSecret === secret ? app : undefined;
}

/**
 * Reads the app's id and secret. Only a server with `basic` decodes them; with `basic_unencoded` they are taken
 * literally.
 */
function clientOf(
  { headers }: SimRequest,
  parameters: Parameters | undefined,
  { clientAuthentication }: Pick<AuthorizationOptions, "clientAuthentication">,
): { readonly id: string; readonly secret: string | undefined; readonly way: string } {
  const basic = tokenIn(headers, [{ scheme: "basic" }]);
  if (basic === undefined) {
    return { id: parameters?.get("client_id") ?? "", secret: parameters?.get("client_secret"), way: "post" };
  }
  const pair = Buffer.from(basic, "base64").toString("utf8");
  const end = pair.includes(":") ? pair.indexOf(":") : pair.length;
  const [id, secret] = [pair.slice(0, end), pair.slice(end + 1)];
  if (!clientAuthentication.includes("basic")) return { id, secret, way: "basic_unencoded" };
  return { id: formDecoded(id), secret: formDecoded(secret), way: "basic" };
}

function formDecoded(text: string): string {
  return new URLSearchParams(`text=${text.replaceAll("&", "%26")}`).get("text") ?? "";
}

function hasOnly(parameters: Parameters, known: readonly string[] | undefined): boolean {
  return known === undefined || [...parameters.keys()].every((name) => known.includes(name));
}

function parametersOf({ headers, bodyText, json }: SimRequest, options: AuthorizationOptions): Parameters | undefined {
  const { tokenRequest = "form" } = options;
  const type = headers["content-type"] ?? "";
  if (tokenRequest !== "form" && type.startsWith("application/json")) {
    if (typeof json !== "object" || json === null) return undefined;
    const texts = Object.entries(json).filter((entry): entry is [string, string] => typeof entry[1] === "string");
    return new Map(texts);
  }
  const isForm = bodyText === "" || type.startsWith("application/x-www-form-urlencoded");
  return tokenRequest !== "json" && isForm ? new Map(new URLSearchParams(bodyText)) : undefined;
}

/** RFC 6749 §5.1. */
function responseOf({ pair }: Issued, separator = " "): Readonly<Record<string, unknown>> {
  const { access, refresh, expiresIn } = pair;
  return {
    access_token: access.value,
    token_type: "Bearer",
    ...(expiresIn === null ? {} : { expires_in: expiresIn }),
    ...(refresh === null ? {} : { refresh_token: refresh }),
    scope: access.scopes.join(separator),
  };
}

function refused(failure: TokenFailure, clientId: string, server: AuthorizationServer): SimResponse {
  server.tokenRefusals.push({ error: failure.error, clientId });
  const { tokenRefusal = refusalOf } = server.options;
  return tokenRefusal(failure);
}

/** RFC 6749 §5.2. */
function refusalOf({ error, about }: TokenFailure): SimResponse {
  const isClient = error === "invalid_client";
  return {
    status: isClient ? 401 : 400,
    headers: { "cache-control": "no-store", ...(isClient ? { "www-authenticate": "Basic" } : {}) },
    json: { error, error_description: `The ${about.replace("_", " ")} is invalid.` },
  };
}
