/** The API's routes: the operation, its rate limit, and its requirements. */
import type { Call, Result } from "./call.ts";
import type { Resource } from "./limits.ts";
import { getContents } from "./operations/contents.ts";
import { createComment, createIssue, updateIssue } from "./operations/issue-writes.ts";
import { getIssue, listComments, listIssues } from "./operations/issues.ts";
import { getPull, listPulls } from "./operations/pulls.ts";
import { getRateLimit, getRepository, getUser, listRepositories } from "./operations/repositories.ts";
import { searchIssues } from "./operations/search.ts";

/** Everything the API needs to know about a route. */
export interface Operation {
  readonly operation: (call: Call) => Result;
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
  /** A media type in addition to JSON's. */
  readonly formats: readonly string[];
}

const markdown = ["raw", "text", "html", "full"];

function to(operation: Operation["operation"], docs: string, more: Partial<Operation> = {}): Operation {
  const rest = { resource: "core", scopes: "repo", permissions: "", createsContent: false, formats: [] } as const;
  return { operation, docs, ...rest, ...more };
}

const issues = { permissions: "issues=read", formats: markdown };
const writes = { permissions: "issues=write; pull_requests=write", scopes: "public_repo, repo", formats: markdown };

/** Below a repository, which has two addresses: by its full name, and by its id. */
const ofRepository: Readonly<Record<string, Operation>> = {
  "GET ": to(getRepository, "repos/repos#get-a-repository", { permissions: "metadata=read" }),
  "GET /issues": to(listIssues, "issues/issues#list-repository-issues", issues),
  "GET /issues/{number}": to(getIssue, "issues/issues#get-an-issue", issues),
  "POST /issues": to(createIssue, "issues/issues#create-an-issue", {
    ...writes,
    permissions: "issues=write",
    createsContent: true,
  }),
  "PATCH /issues/{number}": to(updateIssue, "issues/issues#update-an-issue", writes),
  "GET /issues/{number}/comments": to(listComments, "issues/comments#list-issue-comments", issues),
  "POST /issues/{number}/comments": to(createComment, "issues/comments#create-an-issue-comment", {
    ...writes,
    createsContent: true,
  }),
  "GET /pulls": to(listPulls, "pulls/pulls#list-pull-requests", {
    permissions: "pull_requests=read",
    formats: markdown,
  }),
  "GET /pulls/{number}": to(getPull, "pulls/pulls#get-a-pull-request", {
    permissions: "pull_requests=read",
    formats: [...markdown, "diff", "patch"],
  }),
  "GET /contents/{path*}": to(getContents, "repos/contents#get-repository-content", {
    permissions: "contents=read",
    formats: ["raw", "html", "object"],
  }),
};

/** All routes by method and path. */
export const operations: Readonly<Record<string, Operation>> = {
  "GET /user": to(getUser, "users/users#get-the-authenticated-user", { scopes: "" }),
  "GET /user/repos": to(listRepositories, "repos/repos#list-repositories-for-the-authenticated-user", {
    scopes: "",
    permissions: "metadata=read",
  }),
  "GET /rate_limit": to(getRateLimit, "rate-limit/rate-limit#get-rate-limit-status-for-the-authenticated-user", {
    scopes: "",
    resource: null,
  }),
  "GET /search/issues": to(searchIssues, "search/search#search-issues-and-pull-requests", {
    scopes: "",
    resource: "search",
    formats: [...markdown, "text-match"],
  }),
  ...Object.fromEntries(
    Object.entries(ofRepository).flatMap(([key, operation]) =>
      ["/repos/{owner}/{repo}", "/repositories/{id}"].map((base) => [key.replace(" ", ` ${base}`), operation]),
    ),
  ),
};
