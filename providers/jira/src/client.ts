/**
 * Requests to the Jira Cloud API v3 as data, one function per API method. The connection's site is prepended to the
 * path.
 */
import type { ProviderRequest, QueryValue } from "@svc/provider-kit";

/** The key of our property on issues, comments and work logs, which holds the marker. */
export const propertyKey = "svc.execution";

/** Builds our property with a marker. */
export function markerProperty(hex: string) {
  return [{ key: propertyKey, value: { k: hex } }];
}

const api = (...more: string[]) => ["rest", "api", "3", ...more];
const issue = (key: string, ...more: string[]) => api("issue", key, ...more);

/** The fields to read of an issue. */
export const issueFieldNames: readonly string[] = [
  "summary",
  "description",
  "status",
  "issuetype",
  "project",
  "priority",
  "assignee",
  "reporter",
  "labels",
  "duedate",
  "parent",
  "created",
  "updated",
];

/** `GET /search/jql` */
export function searchRequest(query: {
  jql: string;
  maxResults: number;
  nextPageToken?: string | undefined;
  properties?: string;
}): ProviderRequest {
  return get(api("search", "jql"), { ...query, fields: issueFieldNames.join(",") });
}

/** `GET /issue/{key}` */
export function issueRequest(key: string): ProviderRequest {
  return get(issue(key), { fields: issueFieldNames.join(",") });
}

/** `POST /issue` */
export function createRequest(fields: object, hex: string): ProviderRequest {
  return { method: "POST", path: api("issue"), json: { fields, properties: markerProperty(hex) } };
}

/** `PUT /issue/{key}`: its response has no body. */
export function updateRequest(key: string, change: { fields: object; update: object }): ProviderRequest {
  return { method: "PUT", path: issue(key), json: change, responseBody: "discard" };
}

/** `PUT /issue/{key}/assignee`: its response has no body. */
export function assignRequest(key: string, accountId: string | null): ProviderRequest {
  return { method: "PUT", path: issue(key, "assignee"), json: { accountId }, responseBody: "discard" };
}

/** `GET /issue/{key}/transitions` */
export function transitionsRequest(key: string): ProviderRequest {
  return get(issue(key, "transitions"), {});
}

/** `POST /issue/{key}/transitions`: its response has no body. */
export function transitionRequest(key: string, id: string): ProviderRequest {
  return { method: "POST", path: issue(key, "transitions"), json: { transition: { id } }, responseBody: "discard" };
}

/** `GET /issue/{key}/comment`: newest first. */
export function commentsRequest(key: string, page: { startAt: number; maxResults: number }): ProviderRequest {
  return get(issue(key, "comment"), { ...page, orderBy: "-created" });
}

/** `POST /comment/list`: comments by id, with their properties. */
export function commentsByIdRequest(ids: readonly string[]): ProviderRequest {
  return {
    method: "POST",
    path: api("comment", "list"),
    query: { expand: "properties" },
    json: { ids: ids.map(Number) },
  };
}

/** `POST /issue/{key}/comment` */
export function commentRequest(key: string, body: object, hex: string): ProviderRequest {
  return { method: "POST", path: issue(key, "comment"), json: { body, properties: markerProperty(hex) } };
}

/** `GET /issue/{key}/worklog`, with properties. Times are in milliseconds and exclusive. */
export function worklogsRequest(
  key: string,
  query: { startAt: number; maxResults: number; startedAfter?: number | undefined; startedBefore?: number | undefined },
): ProviderRequest {
  return get(issue(key, "worklog"), { ...query, expand: "properties" });
}

/** `POST /issue/{key}/worklog` */
export function worklogRequest(key: string, fields: object, hex: string): ProviderRequest {
  return { method: "POST", path: issue(key, "worklog"), json: { ...fields, properties: markerProperty(hex) } };
}

/** `GET /issue/{key}/remotelink`: all links, or the one with a global id. */
export function linksRequest(key: string, globalId?: string): ProviderRequest {
  return get(issue(key, "remotelink"), { globalId });
}

/** `POST /issue/{key}/remotelink`: creates a link, or updates the one with the same global id. */
export function linkRequest(key: string, link: object): ProviderRequest {
  return { method: "POST", path: issue(key, "remotelink"), json: link };
}

/** `GET /project/search` */
export function projectsRequest(query: Readonly<Record<string, QueryValue>>): ProviderRequest {
  return get(api("project", "search"), query);
}

/** `GET /issue/createmeta/{project}/issuetypes` */
export function issueTypesRequest(project: string, query: Readonly<Record<string, QueryValue>>): ProviderRequest {
  return get(api("issue", "createmeta", project, "issuetypes"), query);
}

/** `GET /user/search` */
export function usersRequest(query: Readonly<Record<string, QueryValue>>): ProviderRequest {
  return get(api("user", "search"), query);
}

function get(path: string[], query: Readonly<Record<string, QueryValue>>): ProviderRequest {
  return { method: "GET", path, query };
}
