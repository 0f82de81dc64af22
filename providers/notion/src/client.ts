/** Requests to the Notion API as data, one function per endpoint. Pure. */
import type { ProviderRequest, QueryValue } from "@svc/provider-kit";

/** A page of a list. */
export type Page = { pageSize?: number | undefined; pageToken?: string | undefined };

/** `POST /v1/search`, which only reads. */
export function searchRequest({
  query,
  object,
  ...page
}: Page & { query?: string | undefined; object?: string | undefined }) {
  const filter = object === undefined ? {} : { filter: { property: "object", value: object } };
  return post(["search"], { query, ...filter, ...pageMembers(page) });
}

/** `GET /v1/pages/{id}` */
export function pageRequest(id: string): ProviderRequest {
  return get(["pages", id], {});
}

/** `GET /v1/pages/{id}/markdown` */
export function markdownRequest(id: string): ProviderRequest {
  return get(["pages", id, "markdown"], {});
}

/** `POST /v1/pages` */
export function createPageRequest(page: object): ProviderRequest {
  return post(["pages"], page);
}

/** `PATCH /v1/pages/{id}` */
export function updatePageRequest(id: string, changes: object): ProviderRequest {
  return { method: "PATCH", path: ["v1", "pages", id], json: changes };
}

/** `GET /v1/blocks/{id}/children` */
export function blocksRequest(id: string, page: Page): ProviderRequest {
  return get(["blocks", id, "children"], pageMembers(page));
}

/** `PATCH /v1/blocks/{id}/children` */
export function appendRequest(id: string, children: readonly object[]): ProviderRequest {
  return { method: "PATCH", path: ["v1", "blocks", id, "children"], json: { children } };
}

/** `GET /v1/databases/{id}` */
export function databaseRequest(id: string): ProviderRequest {
  return get(["databases", id], {});
}

/** `GET /v1/data_sources/{id}` */
export function dataSourceRequest(id: string): ProviderRequest {
  return get(["data_sources", id], {});
}

/**
 * `POST /v1/data_sources/{id}/query`, which only reads.
 * @param query.createdFrom lists pages from this time, oldest first. A list that ended at Notion's limit is continued
 * with it.
 */
export function queryRequest(
  id: string,
  { filter, createdFrom, ...page }: Page & { filter?: object | undefined; createdFrom?: string | undefined },
): ProviderRequest {
  if (createdFrom === undefined) {
    const sorts = [{ timestamp: "last_edited_time", direction: "descending" }];
    return post(["data_sources", id, "query"], { filter, sorts, ...pageMembers(page) });
  }
  const sorts = [{ timestamp: "created_time", direction: "ascending" }];
  const since = { timestamp: "created_time", created_time: { on_or_after: createdFrom } };
  const both = filter === undefined ? since : { and: [filter, since] };
  return post(["data_sources", id, "query"], { filter: both, sorts, ...pageMembers(page) });
}

/** `GET /v1/comments` */
export function commentsRequest(blockId: string, page: Page): ProviderRequest {
  return get(["comments"], { block_id: blockId, ...pageMembers(page) });
}

/** `POST /v1/comments` */
export function commentRequest(comment: object): ProviderRequest {
  return post(["comments"], comment);
}

/** `GET /v1/users` */
export function usersRequest(page: Page): ProviderRequest {
  return get(["users"], pageMembers(page));
}

function pageMembers({ pageSize = 50, pageToken }: Page) {
  return { page_size: pageSize, start_cursor: pageToken };
}

function get(path: string[], query: Readonly<Record<string, QueryValue>>): ProviderRequest {
  return { method: "GET", path: ["v1", ...path], query };
}

function post(path: string[], json: object): ProviderRequest {
  return { method: "POST", path: ["v1", ...path], json };
}
