/**
 * The simulated REST API: the rules for every request and every response.
 * Follows docs.github.com/en/rest/using-the-rest-api/getting-started-with-the-rest-api, …/best-practices-for-using-the-rest-api
 * (redirects, conditional requests) and …/troubleshooting-the-rest-api.
 */
import { etagOf, isFresh, simulatedApi, tokenIn } from "@svc/simulator";
import type { Refusal, SimResponse, SimRequest } from "@svc/simulator";
import { answerAccessToken } from "./access-token.ts";
import type { Caller } from "./access.ts";
import { answerAuthorize, answerDecision, noSuchPage } from "./authorize.ts";
import type { Call, Result } from "./call.ts";
import { limited } from "./limits.ts";
import { negotiate, versionOf, withoutRemoved } from "./media.ts";
import { operations } from "./routes.ts";
import type { Operation } from "./routes.ts";
import { shaOf } from "./shapes/view.ts";
import type { Switches } from "./switches.ts";
import type { GithubWorld } from "./world.ts";

/** The token of a request: none, a valid one with its caller, or an invalid one. */
type Presented = Caller | "none" | "bad";

/** `Bearer`, or GitHub's older `token`. */
const tokenForms = ["bearer", { scheme: "token" }] as const;

const noUserAgent =
  "Request forbidden by administrative rules. Please make sure your request has a User-Agent header (https://docs.github.com/en/rest/overview/resources-in-the-rest-api#user-agent-required). Check https://developer.github.com for other possible causes.\n";

/** The API at `/`, and its authorization server at `/login/oauth/…`. */
export const githubApi = simulatedApi<GithubWorld, Presented, Operation, Switches>({
  routes: {
    "GET /login/oauth/authorize": { respond: answerAuthorize },
    "POST /login/oauth/authorize": { respond: answerDecision },
    "POST /login/oauth/access_token": { respond: answerAccessToken },
    "GET /login/{path*}": { respond: noSuchPage },
    ...Object.fromEntries(
      Object.entries(operations).map(([key, operation]) => [
        key,
        {
          ...operation,
          run: ({ request, store, caller, params }) =>
            perform({ request, world: store, caller: callerOf(caller), params }, operation),
        },
      ]),
    ),
  },
  caller: (request, world) => {
    const authorization = request.headers["authorization"];
    if (authorization === undefined) return "none";
    const value = tokenOf(authorization);
    const grant = world.accepted.get(request) ?? world.tokens.find(value, request.timeMs);
    const user = world.accounts.get(grant?.userId ?? 0);
    if (grant === undefined || user === undefined) return "bad";
    return { user, grant, app: world.apps.get(grant.clientId ?? "") ?? null };
  },
  around: ({ request, store, caller: presented, route }, run) => {
    if ((request.headers["user-agent"] ?? "").trim() === "") {
      return { status: 403, headers: { "content-type": "text/html; charset=utf-8" }, text: noUserAgent };
    }
    const caller = callerOf(presented);
    const of = { world: store, caller, nowMs: request.timeMs };
    const { resource = "core", createsContent = false } = route ?? {};
    const response =
      presented === "bad"
        ? refusal({ status: 401, message: "Bad credentials" })
        : limited(of, { resource, createsContent }, run);
    return { ...response, headers: { ...commonHeaders(request, caller, route), ...response.headers } };
  },
  refused: (refused, request, route) =>
    refused.code === "moved" ? moved(String(refused.details), request) : refusal(refused, route?.docs),
});

/** The token in an `Authorization` header. */
export function tokenOf(authorization: string | undefined): string | undefined {
  return authorization === undefined ? undefined : tokenIn({ authorization }, tokenForms);
}

function callerOf(presented: Presented): Caller | null {
  return typeof presented === "string" ? null : presented;
}

function perform(
  { request, world, caller, params }: Pick<Call, "request" | "world" | "caller" | "params">,
  { operation, formats, permissions: accepted }: Operation,
): SimResponse {
  const version = versionOf(request);
  const format = negotiate(request, formats);
  const origin = `http://${request.headers["host"] ?? "127.0.0.1"}`;
  const permissions = accepted.split(/[;,]\s*/).map((permission) => permission.split("=")[0] ?? "");
  const view = { origin, world, caller, format };
  const result = operation({ request, world, caller, params, permissions, view });
  const media = { "x-github-media-type": `github.v3;${format === "" ? "" : ` param=${format};`} format=json` };
  const headers = { ...media, "x-github-api-version-selected": version };
  return conditional(request, withBody(result, version), headers);
}

function withBody(result: Result, version: string): Result & { readonly body: string } {
  if (result.bytes !== undefined) return { ...result, body: shaOf(result.bytes) };
  const json = withoutRemoved(result.json, version);
  return { ...result, json, body: JSON.stringify(json) };
}

/** Reads have an ETag and may be answered with 304; then "making a conditional request does not count". */
function conditional(
  request: SimRequest,
  { body, modifiedAtMs, status = 200, ...result }: Result & { readonly body: string },
  common: Readonly<Record<string, string>>,
): SimResponse {
  const { headers, json, bytes, effects = [] } = result;
  const content = { ...(json === undefined ? {} : { json }), ...(bytes === undefined ? {} : { bytes }) };
  if (request.method !== "GET" && request.method !== "HEAD") {
    return { status, headers: { ...common, ...headers }, effects, ...content };
  }
  const etag = etagOf(`${body} ${common["x-github-media-type"] ?? ""}`);
  const modified = modifiedAtMs === undefined ? {} : { "last-modified": new Date(modifiedAtMs).toUTCString() };
  const all = { ...common, etag, ...modified, ...headers };
  if (isFresh(request.headers, etag, modifiedAtMs)) return { status: 304, headers: all, effects };
  return { status, headers: all, effects, ...content };
}

function refusal(
  { status, message, details }: Pick<Refusal, "status" | "message"> & Partial<Refusal>,
  docs = "",
): SimResponse {
  const documentation_url = `https://docs.github.com/rest${docs === "" ? "" : `/${docs}`}`;
  const errors = details === undefined ? {} : { errors: details };
  return { status, json: { message, ...errors, documentation_url, status: String(status) } };
}

function moved(path: string, request: SimRequest): SimResponse {
  const url = `http://${request.headers["host"] ?? "127.0.0.1"}${path}`;
  const isRead = request.method === "GET" || request.method === "HEAD";
  const documentation_url =
    "https://docs.github.com/rest/guides/best-practices-for-using-the-rest-api#follow-redirects";
  const message = isRead ? "Moved Permanently" : "Temporary Redirect";
  return { status: isRead ? 301 : 307, headers: { location: url }, json: { message, url, documentation_url } };
}

function commonHeaders(
  request: SimRequest,
  caller: Caller | null,
  route: Operation | undefined,
): Record<string, string> {
  const id = shaOf(`request ${request.sequence} ${request.timeMs}`).toUpperCase();
  const isApp = caller?.grant.kind === "github_app";
  return {
    server: "github.com",
    "x-github-request-id": `${id.slice(0, 4)}:${id.slice(4, 10)}:${id.slice(10, 16)}:${id.slice(16, 22)}:${id.slice(22, 30)}`,
    "cache-control": `${caller === null ? "public" : "private"}, max-age=60, s-maxage=60`,
    vary: "Accept, Authorization, Cookie, X-GitHub-OTP,Accept-Encoding, Accept, X-Requested-With",
    "x-content-type-options": "nosniff",
    ...(caller === null ? {} : { "x-oauth-scopes": caller.grant.scopes.join(", ") }),
    ...(caller === null || isApp ? {} : { "x-accepted-oauth-scopes": route?.scopes ?? "repo" }),
    ...(isApp && route !== undefined ? { "x-accepted-github-permissions": route.permissions } : {}),
    ...(caller === null || caller.grant.clientId === null ? {} : { "x-oauth-client-id": caller.grant.clientId }),
  };
}
