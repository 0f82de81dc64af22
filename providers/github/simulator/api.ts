/**
 * The simulated REST API: its routes, and the rules for every request and every response.
 * Follows docs.github.com/en/rest/using-the-rest-api/getting-started-with-the-rest-api,
 * …/best-practices-for-using-the-rest-api (redirects, conditional requests) and …/troubleshooting-the-rest-api.
 */
import { createHash } from "node:crypto";
import { etagOf, isFresh, Refusal, simulatedApi, tokenIn } from "@svc/simulator";
import type { SimRequest, SimResponse } from "@svc/simulator";
import { isOfGithubApp } from "./access.ts";
import { authorizationRoutesOfGithub } from "./authorization.ts";
import type { Operation } from "./call.ts";
import { getContents } from "./contents.ts";
import { createComment, createIssue, updateIssue } from "./issue-writes.ts";
import { getIssue, listComments, listIssues } from "./issues.ts";
import { limited } from "./limits.ts";
import { getPull, listPulls } from "./pulls.ts";
import { getRepository, getUser, listRepositories } from "./repositories.ts";
import { searchIssues } from "./search.ts";
import type { Switches } from "./switches.ts";
import type { GithubWorld } from "./world.ts";
import type { Caller } from "./model.ts";

/** What the API needs to know about a route besides its operation. */
interface Meta {
  /** The rate limit that it counts against. */
  readonly resource: "core" | "search";
  /** Whether it counts towards the secondary limit for content. */
  readonly createsContent: boolean;
  /** `x-accepted-oauth-scopes`: any one of these is enough. */
  readonly scopes: string;
  /** `x-accepted-github-permissions`. */
  readonly permissions: string;
}

function to(operation: Operation, permissions = "", more: Partial<Meta> = {}) {
  return {
    ...({
      resource: "core",
      scopes: permissions === "" ? "" : "repo",
      createsContent: false,
      permissions,
      ...more,
    } as const),
    run: ({
      request,
      store: world,
      caller,
      params,
    }: {
      request: SimRequest;
      store: GithubWorld;
      caller: Caller | null;
      params: Readonly<Record<string, string>>;
    }) => {
      if (caller === null) throw new Refusal(401, "Bad credentials");
      checkMedia(request);
      return conditional(request, operation({ request, world, caller, params, origin: originOf(request) }));
    },
  };
}

const creates = { createsContent: true };

/** Below a repository, which has two addresses: by its full name, and by its id. */
const ofRepository = {
  "GET ": to(getRepository, "metadata=read"),
  "GET /issues": to(listIssues, "issues=read"),
  "GET /issues/{number}": to(getIssue, "issues=read"),
  "POST /issues": to(createIssue, "issues=write", creates),
  "PATCH /issues/{number}": to(updateIssue, "issues=write; pull_requests=write"),
  "GET /issues/{number}/comments": to(listComments, "issues=read"),
  "POST /issues/{number}/comments": to(createComment, "issues=write; pull_requests=write", creates),
  "GET /pulls": to(listPulls, "pull_requests=read"),
  "GET /pulls/{number}": to(getPull, "pull_requests=read"),
  "GET /contents/{path*}": to(getContents, "contents=read"),
};

/** The API at `/`, and its authorization server at `/login/oauth/…`. */
export const githubApi = simulatedApi<GithubWorld, Caller | null, Meta, Switches>({
  routes: {
    ...authorizationRoutesOfGithub(),
    "GET /user": to(getUser),
    "GET /user/repos": to(listRepositories),
    "GET /search/issues": to(searchIssues, "", { resource: "search" }),
    ...Object.fromEntries(
      Object.entries(ofRepository).flatMap(([key, route]) =>
        ["/repos/{owner}/{repo}", "/repositories/{id}"].map((base) => [key.replace(" ", ` ${base}`), route]),
      ),
    ),
  },
  caller: (request, world) => world.callerOf(request, tokenOf(request.headers["authorization"])),
  around: ({ request, store: world, caller, route }, run) => {
    if ((request.headers["user-agent"] ?? "").trim() === "") {
      const text =
        "Request forbidden by administrative rules. Please make sure your request has a User-Agent header.\n";
      return { status: 403, headers: { "content-type": "text/html; charset=utf-8" }, text };
    }
    const { resource = "core", createsContent = false } = route ?? {};
    const of = { world, userId: caller?.user.id ?? 0, nowMs: request.timeMs };
    const response = caller === null ? run() : limited(of, { resource, createsContent }, run);
    return { ...response, headers: { ...commonHeaders(request, caller, route), ...response.headers } };
  },
  refused: (refused, request) =>
    refused.code === "moved" ? redirected(String(refused.details), request) : refusalOf(refused),
});

/** The token in an `Authorization` header: `Bearer`, or GitHub's older `token`. */
export function tokenOf(authorization: string | undefined): string | undefined {
  return authorization === undefined ? undefined : tokenIn({ authorization }, ["bearer", { scheme: "token" }]);
}

function originOf({ headers }: SimRequest): string {
  return `http://${headers["host"] ?? "127.0.0.1"}`;
}

/** Throws `Refusal` for another version of the API than the actions', or if JSON isn't accepted. */
function checkMedia({ headers }: SimRequest): void {
  const { "x-github-api-version": version = "2022-11-28", accept = "*/*" } = headers;
  if (version !== "2022-11-28") throw new Refusal(400, `"${version}" is not a supported version.`);
  if (!/\*\/\*|application\/(?:\*|(?:[a-z0-9.]+\+)?json)/i.test(accept)) {
    throw new Refusal(415, `Unsupported 'Accept' header: '${accept}'. Must accept 'application/json'.`);
  }
}

/** Reads have an ETag and may be answered with 304; then "making a conditional request does not count". */
function conditional(request: SimRequest, { modifiedAtMs, ...result }: ReturnType<Operation>): SimResponse {
  const response = { status: 200, ...result };
  if (request.method !== "GET") return response;
  const etag = etagOf(JSON.stringify(response.json));
  const modified = modifiedAtMs === undefined ? {} : { "last-modified": new Date(modifiedAtMs).toUTCString() };
  const headers = { etag, ...modified, ...response.headers };
  return isFresh(request.headers, etag, modifiedAtMs) ? { status: 304, headers } : { ...response, headers };
}

function refusalOf({ status, message, details }: Refusal): SimResponse {
  const errors = details === undefined ? {} : { errors: details };
  const documentation_url = "https://docs.github.com/rest";
  return { status, json: { message, ...errors, documentation_url, status: String(status) } };
}

/** "A 301 status code indicates permanent redirection"; a 307 keeps the method of a write. */
function redirected(path: string, request: SimRequest): SimResponse {
  const url = `${originOf(request)}${path}`;
  const isRead = request.method === "GET";
  const message = isRead ? "Moved Permanently" : "Temporary Redirect";
  const documentation_url =
    "https://docs.github.com/rest/guides/best-practices-for-using-the-rest-api#follow-redirects";
  return { status: isRead ? 301 : 307, headers: { location: url }, json: { message, url, documentation_url } };
}

function commonHeaders(request: SimRequest, caller: Caller | null, route: Meta | undefined): Record<string, string> {
  const id = createHash("sha1").update(`request ${request.sequence} ${request.timeMs}`).digest("hex").toUpperCase();
  const accepted =
    caller !== null && isOfGithubApp(caller)
      ? { "x-accepted-github-permissions": route?.permissions ?? "" }
      : { "x-accepted-oauth-scopes": route?.scopes ?? "repo" };
  return {
    "x-github-request-id": `${id.slice(0, 4)}:${id.slice(4, 10)}:${id.slice(10, 16)}:${id.slice(16, 22)}:${id.slice(22, 30)}`,
    ...(caller === null ? {} : { "x-oauth-scopes": caller.scopes.join(", "), ...accepted }),
  };
}
