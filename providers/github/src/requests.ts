/**
 * Requests to GitHub's REST API as data, one function per operation id in GitHub's OpenAPI description
 * (`api.github.com` in https://github.com/github/rest-api-description). Pure.
 */
import type { ProviderRequest } from "@svc/provider-kit";

export type RepositoryAddress = { owner: string; repo: string };

/** An issue or a pull request. */
export type NumberedAddress = RepositoryAddress & { number: number };

/** A page of a list. */
export type PageQuery = { page?: number; perPage?: number };

/** The fields to write to an issue; null clears one, and an omitted one doesn't change. */
export type IssueFields = {
  title?: string;
  body?: string | null;
  state?: "open" | "closed";
  stateReason?: string | null;
  labels?: readonly string[];
  assignees?: readonly string[];
  milestone?: number | null;
  type?: string | null;
};

/** `users/get-authenticated` */
export const userRequest: ProviderRequest = { method: "GET", path: ["user"] };

/** `repos/list-for-authenticated-user` */
export function repositoriesRequest(
  query: PageQuery & { visibility?: string; affiliation?: readonly string[]; sort?: string; direction?: string },
): ProviderRequest {
  const { visibility, affiliation, sort, direction } = query;
  return {
    method: "GET",
    path: ["user", "repos"],
    query: { visibility, affiliation: affiliation?.join(","), sort, direction, ...paging(query) },
  };
}

/** `repos/get` */
export function repositoryRequest(address: RepositoryAddress): ProviderRequest {
  return { method: "GET", path: at(address) };
}

/** `issues/list-for-repo` */
export function issuesRequest(
  query: RepositoryAddress &
    Pick<PageQuery, "perPage"> & {
      page?: number | string;
      state?: string;
      labels?: readonly string[];
      assignee?: string;
      creator?: string;
      mentioned?: string;
      milestone?: string;
      since?: string;
      sort?: string;
      direction?: string;
    },
): ProviderRequest {
  const { state, labels, assignee, creator, mentioned, milestone, since, sort, direction } = query;
  const filters = { state, labels: labels?.join(","), assignee, creator, mentioned, milestone, since };
  const { page, perPage } = query;
  const from = typeof page === "string" ? { after: page, per_page: perPage } : paging({ page, perPage });
  return { method: "GET", path: [...at(query), "issues"], query: { ...filters, sort, direction, ...from } };
}

/** `issues/get` */
export function issueRequest(address: NumberedAddress): ProviderRequest {
  return { method: "GET", path: [...at(address), "issues", String(address.number)] };
}

/** `issues/list-comments` */
export function commentsRequest(query: NumberedAddress & PageQuery & { since?: string }): ProviderRequest {
  const path = [...at(query), "issues", String(query.number), "comments"];
  return { method: "GET", path, query: { since: query.since, ...paging(query) } };
}

/** `issues/create` */
export function createIssueRequest(address: RepositoryAddress, fields: IssueFields): ProviderRequest {
  return { method: "POST", path: [...at(address), "issues"], json: issueJson(fields) };
}

/** `issues/update` */
export function updateIssueRequest(address: NumberedAddress, fields: IssueFields): ProviderRequest {
  return { method: "PATCH", path: [...at(address), "issues", String(address.number)], json: issueJson(fields) };
}

/** `issues/create-comment` */
export function commentRequest(address: NumberedAddress, body: string): ProviderRequest {
  return { method: "POST", path: [...at(address), "issues", String(address.number), "comments"], json: { body } };
}

/** `pulls/list` */
export function pullsRequest(
  query: RepositoryAddress &
    PageQuery & { state?: string; head?: string; base?: string; sort?: string; direction?: string },
): ProviderRequest {
  const { state, head, base, sort, direction } = query;
  return {
    method: "GET",
    path: [...at(query), "pulls"],
    query: { state, head, base, sort, direction, ...paging(query) },
  };
}

/** `pulls/get` */
export function pullRequest(address: NumberedAddress): ProviderRequest {
  return { method: "GET", path: [...at(address), "pulls", String(address.number)] };
}

/** `repos/get-content`, of the root by default. @param address.path has no empty, `.` or `..` segment. */
export function contentsRequest(address: RepositoryAddress & { path?: string; ref?: string }): ProviderRequest {
  const segments = address.path === undefined ? [] : address.path.split("/");
  return { method: "GET", path: [...at(address), "contents", ...segments], query: { ref: address.ref } };
}

/** `search/issues-and-pull-requests` */
export function searchRequest(query: PageQuery & { query: string; sort?: string; order?: string }): ProviderRequest {
  const { query: q, sort, order } = query;
  return { method: "GET", path: ["search", "issues"], query: { q, sort, order, ...paging(query) } };
}

function at({ owner, repo }: RepositoryAddress): string[] {
  return ["repos", owner, repo];
}

function paging({ page, perPage }: { page?: number | undefined; perPage?: number | undefined }) {
  return { page, per_page: perPage };
}

/** JSON omits `undefined` fields. */
function issueJson({ title, body, state, stateReason, labels, assignees, milestone, type }: IssueFields) {
  return { title, body, state, state_reason: stateReason, labels, assignees, milestone, type };
}
