/** The authorization endpoint (RFC 6749 §4.1.1, RFC 7636, RFC 9207). */
import type { SimResponse, SimRequest } from "../api.ts";
import { mayRedirect } from "./apps.ts";
import type { RegisteredApp } from "./apps.ts";
import type { AuthorizationError, AuthorizationOptions } from "./options.ts";
import { consentPage, messagePage } from "./page.ts";
import { randomText } from "./server.ts";
import type { AuthorizationServer, Pending, ScopesByParameter } from "./server.ts";

/** `GET`: the page, or the result that the switches select. */
export function answerAuthorize(request: SimRequest, server: AuthorizationServer): SimResponse {
  const { query } = request;
  const { name } = server.options;
  const app = server.apps.get(query.get("client_id") ?? "");
  if (app === undefined) return messagePage(400, { provider: name, text: "No application has this client_id." });
  const pending = readRequest(query, app, server.options);
  if (!mayRedirect(pending.redirectUri, app)) {
    return messagePage(400, { provider: name, text: "The redirect_uri isn't registered for this application." });
  }
  const error = errorOf(pending, query, server.options);
  if (error !== undefined) return sendBack(pending, { error }, server, request);
  const { autoApprove, autoDecision, refusedScopes } = server.switches;
  if (autoApprove !== "") {
    if (autoDecision === "cancel") return deny(pending, server, request);
    const kept = (scope: string): boolean => !refusedScopes.includes(scope);
    return grant(pending, { user: server.user(autoApprove), kept }, server, request);
  }
  server.pending.set(pending.id, pending);
  const suggested = query.get("login_hint") ?? query.get("login");
  return consentPage({ provider: name, path: request.path, app, pending, users: server.options.users(), suggested });
}

/** `POST`: the submitted form of the page. */
export function answerDecision(request: SimRequest, server: AuthorizationServer): SimResponse {
  const form = new URLSearchParams(request.bodyText);
  const provider = server.options.name;
  const pending = server.pending.get(form.get("authenticity_token") ?? "");
  if (pending === undefined) return messagePage(422, { provider, text: "Start again at the application." });
  const user = server.options.users().find(({ login }) => login === form.get("login"));
  const isGranted = form.get("decision") === "authorize";
  if (isGranted && user === undefined) return messagePage(422, { provider, text: "Choose a user." });
  server.pending.delete(pending.id);
  if (!isGranted || user === undefined) return deny(pending, server, request);
  const { refusedScopes } = server.switches;
  const kept = (scope: string, parameter: string): boolean =>
    form.getAll(parameter).includes(scope) && !refusedScopes.includes(scope);
  return grant(pending, { user: user.login, kept }, server, request);
}

function readRequest(query: URLSearchParams, app: RegisteredApp, options: AuthorizationOptions): Pending {
  const { scopeParameters = {}, scopeSeparator = " ", pkce, givesRefreshToken = () => true } = options;
  const scopes: ScopesByParameter = Object.fromEntries(
    ["scope", ...Object.keys(scopeParameters)].map((name) => {
      const asked = (query.get(name) ?? "").split(scopeSeparator).map((scope) => scope.trim());
      return [name, [...new Set(asked.filter((scope) => scope !== ""))]];
    }),
  );
  return {
    id: randomText(),
    clientId: app.clientId,
    redirectUri: query.get("redirect_uri") ?? app.callbackUrls[0] ?? "",
    scopes,
    state: query.get("state"),
    challenge: pkce === "ignored" ? null : query.get("code_challenge"),
    withRefresh: givesRefreshToken({ query, scopes: Object.values(scopes).flat() }),
  };
}

function errorOf(
  { challenge, scopes }: Pending,
  query: URLSearchParams,
  { pkce = "optional", knownScopes }: AuthorizationOptions,
): AuthorizationError | undefined {
  if (query.get("response_type") !== "code") return "unsupported_response_type";
  if (challenge === null && pkce === "required") return "invalid_request";
  const isS256 = query.get("code_challenge_method") === "S256" && /^[A-Za-z0-9_-]{43}$/.test(challenge ?? "");
  if (challenge !== null && !isS256) return "invalid_request";
  const isUnknown = (scope: string): boolean => knownScopes !== undefined && !knownScopes.includes(scope);
  return Object.values(scopes).flat().some(isUnknown) ? "invalid_scope" : undefined;
}

function grant(
  pending: Pending,
  { user, kept }: { user: string; kept: (scope: string, parameter: string) => boolean },
  server: AuthorizationServer,
  request: SimRequest,
): SimResponse {
  const { clientId, redirectUri, challenge, withRefresh } = pending;
  const scopes = Object.fromEntries(
    Object.entries(pending.scopes).map(([name, asked]) => [name, asked.filter((scope) => kept(scope, name))]),
  );
  const value = randomText();
  const expiresAtMs = request.timeMs + server.switches.codeSeconds * 1000;
  server.codes.set(value, { value, clientId, user, scopes, redirectUri, challenge, expiresAtMs, withRefresh });
  const all = Object.values(scopes).flat();
  const response = sendBack(pending, { code: value, user, scopes: all }, server, request);
  return { ...response, effects: [{ kind: "authorization.grant", clientId, user, scopes: all.join() }] };
}

function deny(pending: Pending, server: AuthorizationServer, request: SimRequest): SimResponse {
  const response = sendBack(pending, { error: "access_denied" }, server, request);
  return { ...response, effects: [{ kind: "authorization.deny", clientId: pending.clientId }] };
}

function sendBack(
  { redirectUri, state }: Pending,
  result: { error: AuthorizationError } | { code: string; user: string; scopes: readonly string[] },
  server: AuthorizationServer,
  request: SimRequest,
): SimResponse {
  const url = new URL(redirectUri);
  const set = (name: string, value: string): void => url.searchParams.set(name, value);
  if ("code" in result) set("code", result.code);
  else set("error", result.error);
  if (state !== null) set("state", state);
  for (const [name, value] of Object.entries(server.options.redirectParameters?.(result) ?? {})) set(name, value);
  const { issuer } = server.switches;
  if (issuer !== "") set("iss", issuer.replace("{origin}", `http://${request.headers["host"] ?? "127.0.0.1"}`));
  return { status: 302, headers: { location: url.href, "cache-control": "no-store" } };
}
