/** The API's routes: the operation, its rate limit, and its requirements. */
import type { Call, Result } from "./call.ts";
import { getContents } from "./operations/contents.ts";
import { createComment, createIssue, updateIssue } from "./operations/issue-writes.ts";
import { getIssue, listComments, listIssues } from "./operations/issues.ts";
import { getPull, listPulls } from "./operations/pulls.ts";
import { getRateLimit, getRepository, getUser, listRepositories } from "./operations/repositories.ts";
import { searchIssues } from "./operations/search.ts";
import type { Resource } from "./rate-limits.ts";

/** One route. */
export interface Route {
  readonly method: string;
  readonly run: (call: Call) => Result;
  /** The rate limit that it counts against; null if it isn't counted. */
  readonly resource: Resource | null;
  /** Its page below https://docs.github.com/rest/. */
  readonly docs: string;
  /** `x-accepted-oauth-scopes`: any one of these is enough. */
  readonly scopes: string;
  /** `x-accepted-github-permissions`. */
  readonly permissions: string;
  /** Counts towards the secondary limit for content. */
  readonly createsContent: boolean;
  /** An additional media type besides JSON's. */
  readonly formats: readonly string[];
}

interface Entry {
  readonly pattern: RegExp;
  readonly route: Route;
}

const repo = "(?:repos/(?<owner>[^/]+)/(?<repo>[^/]+)|repositories/(?<id>\\d+))";
const markdown = ["raw", "text", "html", "full"];

function entry(method: string, path: string, run: Route["run"], docs: string, more: Partial<Route> = {}): Entry {
  const rest = { resource: "core", scopes: "repo", permissions: "", createsContent: false, formats: [] } as const;
  return { pattern: new RegExp(`^/${path}$`), route: { method, run, docs, ...rest, ...more } };
}

const issues = { permissions: "issues=read", formats: markdown };
const writes = { permissions: "issues=write; pull_requests=write", formats: markdown };

const entries: readonly Entry[] = [
  entry("GET", "user", getUser, "users/users#get-the-authenticated-user", { scopes: "" }),
  entry("GET", "user/repos", listRepositories, "repos/repos#list-repositories-for-the-authenticated-user", {
    scopes: "",
    permissions: "metadata=read",
  }),
  entry("GET", "rate_limit", getRateLimit, "rate-limit/rate-limit#get-rate-limit-status-for-the-authenticated-user", {
    scopes: "",
    resource: null,
  }),
  entry("GET", "search/issues", searchIssues, "search/search#search-issues-and-pull-requests", {
    scopes: "",
    resource: "search",
    formats: [...markdown, "text-match"],
  }),
  entry("GET", repo, getRepository, "repos/repos#get-a-repository", { permissions: "metadata=read" }),
  entry("GET", `${repo}/issues`, listIssues, "issues/issues#list-repository-issues", issues),
  entry("GET", `${repo}/issues/(?<number>[^/]+)`, getIssue, "issues/issues#get-an-issue", issues),
  entry("POST", `${repo}/issues`, createIssue, "issues/issues#create-an-issue", {
    ...writes,
    permissions: "issues=write",
    scopes: "public_repo, repo",
    createsContent: true,
  }),
  entry("PATCH", `${repo}/issues/(?<number>[^/]+)`, updateIssue, "issues/issues#update-an-issue", {
    ...writes,
    scopes: "public_repo, repo",
  }),
  entry("GET", `${repo}/issues/(?<number>[^/]+)/comments`, listComments, "issues/comments#list-issue-comments", issues),
  entry("POST", `${repo}/issues/(?<number>[^/]+)/comments`, createComment, "issues/comments#create-an-issue-comment", {
    ...writes,
    scopes: "public_repo, repo",
    createsContent: true,
  }),
  entry("GET", `${repo}/pulls`, listPulls, "pulls/pulls#list-pull-requests", {
    permissions: "pull_requests=read",
    formats: markdown,
  }),
  entry("GET", `${repo}/pulls/(?<number>[^/]+)`, getPull, "pulls/pulls#get-a-pull-request", {
    permissions: "pull_requests=read",
    formats: [...markdown, "diff", "patch"],
  }),
  entry("GET", `${repo}/contents(?:/(?<path>.*))?`, getContents, "repos/contents#get-repository-content", {
    permissions: "contents=read",
    formats: ["raw", "html", "object"],
  }),
];

/** The route for a request with the decoded variables of its path, or undefined. */
export function findRoute(method: string, path: string): { route: Route; params: Record<string, string> } | undefined {
  const wanted = method === "HEAD" ? "GET" : method;
  for (const { pattern, route } of entries) {
    const match = route.method === wanted ? pattern.exec(path) : null;
    if (match === null) continue;
    const params: Record<string, string> = {};
    for (const [name, value] of Object.entries(match.groups ?? {})) {
      const decoded = value === undefined ? undefined : decode(value);
      if (decoded !== undefined) params[name] = decoded;
      else if (value !== undefined) return undefined;
    }
    return { route, params };
  }
  return undefined;
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
