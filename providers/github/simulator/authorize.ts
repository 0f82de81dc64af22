/**
 * The authorization endpoint.
 * Follows docs.github.com/en/apps/oauth-apps/building-oauth-apps/authorizing-oauth-apps#1-request-a-users-github-identity,
 * docs.github.com/en/apps/creating-github-apps/authenticating-with-a-github-app/generating-a-user-access-token-for-a-github-app,
 * docs.github.com/en/apps/oauth-apps/maintaining-oauth-apps/troubleshooting-authorization-request-errors and
 * docs.github.com/en/apps/github-authentication-discovery-endpoints (`iss`).
 */
import { randomUUID } from "node:crypto";
import { isLoopbackUrl, messagePage } from "@svc/simulator";
import type { SimResponse, SimRequest } from "@svc/simulator";
import type { RegisteredApp } from "./apps.ts";
import { consentPage } from "./authorize-page.ts";
import { normalizeScopes, parseScopes } from "./scopes.ts";
import type { Pending } from "./tokens.ts";
import { tokenBody } from "./tokens.ts";
import type { GithubWorld } from "./world.ts";

const errorPage = "https://docs.github.com/apps/managing-oauth-apps/troubleshooting-authorization-request-errors/";

/** The description of each error that the browser is redirected with. */
const errors = {
  access_denied: "The user has denied your application access.",
  application_suspended: "Your application has been suspended. Contact support@github.com.",
  redirect_uri_mismatch: "The redirect_uri MUST match the registered callback URL for this application.",
  invalid_request: "The code_challenge must be 43 characters and its method S256.",
} as const;

/** `GET /login/oauth/authorize`: the page, or the result that the switches select. */
export function answerAuthorize(request: SimRequest, world: GithubWorld): SimResponse {
  const { query } = request;
  const app = world.apps.get(query.get("client_id") ?? "");
  if (app === undefined)
    return messagePage(404, { provider: "GitHub", title: "Not Found", text: "No application has this client id." });
  const pending = readRequest(query, app);
  if (app.suspended) return sendBack(pending, { error: "application_suspended" }, world, request);
  if (!mayRedirect(pending.redirectUri, app)) return mismatch(pending, app, request, world);
  const isBroken = pending.challenge === "" || (pending.challenge === null && query.has("code_challenge_method"));
  if (isBroken) return sendBack(pending, { error: "invalid_request" }, world, request);
  const { autoApprove, autoDecision, refusedScopes } = world.switches;
  if (autoApprove !== "") {
    if (autoDecision === "cancel") return deny(pending, request, world);
    const scopes = pending.scopes.filter((scope) => !refusedScopes.includes(scope));
    return grant(pending, world.account(autoApprove).id, scopes, request, world);
  }
  world.tokens.pending.set(pending.id, pending);
  const users = [...world.accounts.values()].filter(({ type }) => type === "User");
  return consentPage({ app, pending, users, suggested: query.get("login") });
}

/** `POST /login/oauth/authorize`: the submitted form. */
export function answerDecision(request: SimRequest, world: GithubWorld): SimResponse {
  const form = new URLSearchParams(request.bodyText);
  const id = form.get("authenticity_token") ?? "";
  const pending = world.tokens.pending.get(id);
  if (pending === undefined)
    return messagePage(422, {
      provider: "GitHub",
      title: "That didn't work",
      text: "Start again at the application.",
    });
  if (form.get("decision") !== "authorize") {
    world.tokens.pending.delete(id);
    return deny(pending, request, world);
  }
  const user = world.findAccount(form.get("login") ?? "");
  if (user === undefined || user.type !== "User")
    return messagePage(422, { provider: "GitHub", title: "That didn't work", text: "Choose a user." });
  world.tokens.pending.delete(id);
  const kept = form.getAll("scope");
  const scopes = pending.scopes.filter((scope) => kept.includes(scope));
  return grant(pending, user.id, scopes, request, world);
}

/** Any other address below `/login`. */
export function noSuchPage(): SimResponse {
  return messagePage(404, { provider: "GitHub", title: "Not Found", text: "There is no such page." });
}

function readRequest(query: URLSearchParams, app: RegisteredApp): Pending {
  const asked = app.kind === "oauth_app" ? parseScopes(query.get("scope") ?? "") : [];
  const challenge = query.get("code_challenge");
  const isGood = /^[A-Za-z0-9_-]{43}$/.test(challenge ?? "") && query.get("code_challenge_method") === "S256";
  return {
    id: tokenBody(randomUUID()),
    clientId: app.clientId,
    redirectUri: query.get("redirect_uri") ?? app.callbackUrls[0] ?? "",
    scopes: normalizeScopes(asked),
    state: query.get("state"),
    // Empty: the request had an invalid challenge.
    challenge: challenge === null ? null : isGood ? challenge : "",
  };
}

/** A request without a scope grants what the user has granted the app before. */
function grant(
  pending: Pending,
  userId: number,
  scopes: readonly string[],
  request: SimRequest,
  world: GithubWorld,
): SimResponse {
  const { clientId, redirectUri, challenge } = pending;
  const given = pending.scopes.length === 0 ? world.tokens.authorizedScopes(userId, clientId) : scopes;
  const value = tokenBody(randomUUID()).slice(0, 20);
  const expiresAtMs = request.timeMs + world.switches.codeSeconds * 1000;
  world.tokens.codes.set(value, {
    value,
    clientId,
    userId,
    scopes: normalizeScopes(given),
    redirectUri,
    challenge,
    expiresAtMs,
  });
  const response = sendBack(pending, { code: value }, world, request);
  const user = world.accounts.get(userId)?.login ?? "";
  return { ...response, effects: [{ kind: "authorization.grant", clientId, user, scopes: given.join() }] };
}

function deny(pending: Pending, request: SimRequest, world: GithubWorld): SimResponse {
  const response = sendBack(pending, { error: "access_denied" }, world, request);
  return { ...response, effects: [{ kind: "authorization.deny", clientId: pending.clientId }] };
}

function mismatch(pending: Pending, app: RegisteredApp, request: SimRequest, world: GithubWorld): SimResponse {
  if (world.switches.redirectUriMismatch === "redirect") {
    const registered = { ...pending, redirectUri: app.callbackUrls[0] ?? "" };
    return sendBack(registered, { error: "redirect_uri_mismatch" }, world, request);
  }
  const text = "The redirect_uri is not associated with this application.";
  return messagePage(400, { provider: "GitHub", title: "Be careful!", text });
}

function sendBack(
  pending: Pending,
  result: { readonly code: string } | { readonly error: keyof typeof errors },
  world: GithubWorld,
  request: SimRequest,
): SimResponse {
  const url = new URL(pending.redirectUri);
  if ("code" in result) url.searchParams.set("code", result.code);
  else {
    url.searchParams.set("error", result.error);
    url.searchParams.set("error_description", errors[result.error]);
    url.searchParams.set("error_uri", `${errorPage}#${result.error.replaceAll("_", "-")}`);
  }
  if (pending.state !== null) url.searchParams.set("state", pending.state);
  const origin = `http://${request.headers["host"] ?? "127.0.0.1"}`;
  const { issuer } = world.switches;
  if (issuer !== "") url.searchParams.set("iss", issuer.replace("{origin}", origin));
  return { status: 302, headers: { location: url.href, "cache-control": "no-store" } };
}

/** Loopback addresses with any port and path, and the registered ones; for an OAuth app, also paths below them. */
function mayRedirect(text: string, app: RegisteredApp): boolean {
  if (isLoopbackUrl(text)) return true;
  if (!URL.canParse(text)) return false;
  const url = new URL(text);
  if (!/^https?:$/.test(url.protocol) || url.hash !== "" || url.username !== "") return false;
  return app.callbackUrls.some((registered) => {
    if (app.kind === "github_app") return registered === text;
    const base = new URL(registered);
    return base.origin === url.origin && `${url.pathname}/`.startsWith(`${base.pathname.replace(/\/$/, "")}/`);
  });
}
