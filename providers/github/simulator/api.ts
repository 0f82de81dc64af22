/**
 * The simulated REST API: the rules for every request and every answer.
 * Follows docs.github.com/en/rest/using-the-rest-api/getting-started-with-the-rest-api, …/best-practices-for-using-the-rest-api
 * (redirects, conditional requests) and …/troubleshooting-the-rest-api.
 */
import type { SimAnswer, SimRequest } from "@svc/simulator";
import type { Caller } from "./access.ts";
import type { Call, Result } from "./call.ts";
import { etagOf, isFresh } from "./conditional.ts";
import { negotiate, versionOf, withoutRemoved } from "./media.ts";
import { callerKey } from "./operations/repositories.ts";
import { limitHeaders, rateLimited, secondaryLimited } from "./limit-answers.ts";
import { Moved, Refusal } from "./refusal.ts";
import { findRoute } from "./routes.ts";
import type { Route } from "./routes.ts";
import { shaOf } from "./shapes/view.ts";
import type { GithubWorld } from "./world.ts";

/** The token of a request: none, a valid one with its caller, or an invalid one. */
export type Presented = Caller | "none" | "bad";

const noUserAgent =
  "Request forbidden by administrative rules. Please make sure your request has a User-Agent header (https://docs.github.com/en/rest/overview/resources-in-the-rest-api#user-agent-required). Check https://developer.github.com for other possible causes.\n";

/** Answers one request to the API. */
export function answerApi(request: SimRequest, world: GithubWorld, presented: Presented): SimAnswer {
  if ((request.headers["user-agent"] ?? "").trim() === "") {
    return { status: 403, headers: { "content-type": "text/html; charset=utf-8" }, text: noUserAgent };
  }
  const found = findRoute(request.method, request.path);
  const caller = typeof presented === "string" ? null : presented;
  const answer = answerRoute(request, world, presented, found);
  const headers = { ...commonHeaders(request, caller, found?.route), ...answer.headers };
  return { ...answer, headers };
}

function answerRoute(
  request: SimRequest,
  world: GithubWorld,
  presented: Presented,
  found: ReturnType<typeof findRoute>,
): SimAnswer {
  const docs = found?.route.docs ?? "";
  if (presented === "bad") return refusal(new Refusal(401, "Bad credentials"), "");
  const caller = presented === "none" ? null : presented;
  const key = callerKey({ caller });
  const resource = found?.route.resource ?? (found === undefined ? "core" : null);
  const counted = resource ?? "core";
  const { limits, switches } = world;
  const { limit, used } = limits.window(key, counted, request.timeMs, switches);
  const shown = (): Record<string, string> => limitHeaders(world, key, counted, request.timeMs);
  if (resource !== null && used >= limit) return rateLimited(world, caller, shown());
  if (limits.isBlocked(key, found?.route.createsContent === true, request.timeMs, switches)) {
    return secondaryLimited(world, shown());
  }
  let answer: SimAnswer;
  try {
    answer =
      found === undefined ? refusal(new Refusal(404, "Not Found"), docs) : perform(request, world, caller, found);
  } catch (error) {
    if (error instanceof Moved) answer = moved(error, request);
    else if (error instanceof Refusal) answer = refusal(error, docs);
    else throw error;
  }
  if (resource !== null && answer.status !== 304) limits.count(key, resource, request.timeMs, switches);
  return { ...answer, headers: { ...shown(), ...answer.headers } };
}

function perform(
  request: SimRequest,
  world: GithubWorld,
  caller: Caller | null,
  { route, params }: { readonly route: Route; readonly params: Readonly<Record<string, string>> },
): SimAnswer {
  const version = versionOf(request);
  const format = negotiate(request, route.formats);
  const origin = `http://${request.headers["host"] ?? "127.0.0.1"}`;
  const permissions = route.permissions.split(/[;,]\s*/).map((permission) => permission.split("=")[0] ?? "");
  const isRead = request.method === "GET" || request.method === "HEAD";
  // Reads may lag behind changes.
  const seen = isRead ? world.shown(request.timeMs) : world;
  const call: Call = {
    request,
    world: seen,
    caller,
    params,
    permissions,
    view: { origin, world: seen, caller, format },
  };
  const run = (): Result => route.run(call);
  const result = isRead ? run() : world.change(request.timeMs, run, ({ effects = [] }) => effects.length > 0);
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
): SimAnswer {
  const { headers, json, bytes, effects = [] } = result;
  const content = { ...(json === undefined ? {} : { json }), ...(bytes === undefined ? {} : { bytes }) };
  if (request.method !== "GET" && request.method !== "HEAD") {
    return { status, headers: { ...common, ...headers }, effects, ...content };
  }
  const etag = etagOf(`${body} ${common["x-github-media-type"] ?? ""}`);
  const modified = modifiedAtMs === undefined ? {} : { "last-modified": new Date(modifiedAtMs).toUTCString() };
  const all = { ...common, etag, ...modified, ...headers };
  if (isFresh(request, etag, modifiedAtMs)) return { status: 304, headers: all, effects };
  return { status, headers: all, effects, ...content };
}

function refusal({ status, message, errors, headers }: Refusal, docs: string): SimAnswer {
  const documentation_url = `https://docs.github.com/rest${docs === "" ? "" : `/${docs}`}`;
  const json = { message, ...(errors === undefined ? {} : { errors }), documentation_url, status: String(status) };
  return { status, headers, json };
}

/** "A 301 status code indicates permanent redirection"; a 307 keeps the method of a write. */
function moved({ path }: Moved, request: SimRequest): SimAnswer {
  const url = `http://${request.headers["host"] ?? "127.0.0.1"}${path}`;
  const isRead = request.method === "GET" || request.method === "HEAD";
  const documentation_url =
    "https://docs.github.com/rest/guides/best-practices-for-using-the-rest-api#follow-redirects";
  const message = isRead ? "Moved Permanently" : "Temporary Redirect";
  return { status: isRead ? 301 : 307, headers: { location: url }, json: { message, url, documentation_url } };
}

function commonHeaders(request: SimRequest, caller: Caller | null, route: Route | undefined): Record<string, string> {
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
