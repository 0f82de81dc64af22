/** The read endpoints. */
import { fieldsOf, pageByCursor, Refusal, type Call, type Fields, type Result } from "@svc/simulator";
import {
  blockBody,
  commentBody,
  databaseBody,
  dataSourceBody,
  listBody,
  markdownOf,
  pageBody,
  userBody,
} from "./bodies.ts";
import { plain, type StoredPage } from "./model.ts";
import { bot, withHyphens, type NotionWorld } from "./world.ts";

/** The caller of an endpoint. */
export interface Caller {
  readonly scopes: readonly string[];
}

/** A call to this API. */
export type NotionCall = Call<NotionWorld, Caller>;

/** `GET /v1/users/me` */
export function getMe({ store }: NotionCall): Result {
  return { json: userBody(store.users.find(bot.id)) };
}

/** `POST /v1/search` */
export function search({ request, store }: NotionCall): Result {
  const { query, filter, ...said } = fieldsOf(request);
  const words = typeof query === "string" ? query.toLowerCase() : "";
  const wanted = Object(filter).value as string | undefined;
  const pages = store.pages
    .values()
    .filter(({ inTrash }) => !inTrash)
    .map((page) => ({ id: page.id, object: "page", title: titleOf(store, page), body: () => seenBody(store, page) }));
  const sources = store.dataSources.values().map((source) => ({
    id: source.id,
    object: "data_source",
    title: source.title,
    body: () => dataSourceBody(source),
  }));
  const found = [...pages, ...sources].filter(
    ({ object, title }) => (wanted ?? object) === object && title.toLowerCase().includes(words),
  );
  return limited(store, found, said, ({ body }) => body());
}

/** `GET /v1/pages/{id}` */
export function getPage({ store, params }: NotionCall): Result {
  return { json: pageBody(store, store.page(params["page"] ?? "")) };
}

/** `GET /v1/pages/{id}/markdown` */
export function getMarkdown({ store, params }: NotionCall): Result {
  const { id } = store.page(params["page"] ?? "");
  const markdown = markdownOf(store.blocks.list({ where: ({ parentId }) => parentId === id }));
  return { json: { object: "page_markdown", id, markdown, truncated: false, unknown_block_ids: [] } };
}

/** `GET /v1/blocks/{id}/children` */
export function listBlocks({ request, store, params }: NotionCall): Result {
  const id = placeOf(store, params["block"] ?? "");
  const blocks = store.blocks.list({ where: ({ parentId }) => parentId === id });
  return listed(blocks, Object.fromEntries(request.query), blockBody, "block");
}

/** Returns the id of a page or block. Throws `Refusal` 404 if there is none. */
export function placeOf(store: NotionWorld, given: string): string {
  const id = withHyphens(given);
  return store.found(store.pages.get(id) ?? store.blocks.get(id), "block").id;
}

/** `GET /v1/databases/{id}` */
export function getDatabase({ store, params }: NotionCall): Result {
  return {
    json: databaseBody(store, store.found(store.databases.get(withHyphens(params["database"] ?? "")), "database")),
  };
}

/** `GET /v1/data_sources/{id}` */
export function getDataSource({ store, params }: NotionCall): Result {
  return {
    json: dataSourceBody(store.found(store.dataSources.get(withHyphens(params["source"] ?? "")), "data source")),
  };
}

/** `POST /v1/data_sources/{id}/query`: without a filter, or with a filter for the value of one property. */
export function queryDataSource({ request, store, params }: NotionCall): Result {
  const source = store.found(store.dataSources.get(withHyphens(params["source"] ?? "")), "data source");
  const { filter, sorts, ...said } = fieldsOf(request);
  const [sort] = Array.isArray(sorts) ? (sorts as Fields[]) : [];
  const byCreation = sort?.["timestamp"] === "created_time";
  const pages = store.pages
    .list({
      where: ({ parent }) => parent.type === "data_source_id" && parent.data_source_id === source.id,
      by: ({ createdMs, editedMs }) => (byCreation ? createdMs : editedMs),
      descending: sort?.["direction"] === "descending",
    })
    .filter((page) => !page.inTrash && fits(store, page, filter));
  return limited(store, pages, said, (page) => seenBody(store, page));
}

/** A page, or only its id if the integration doesn't see more. */
function seenBody(store: NotionWorld, page: StoredPage): object {
  return store.partial.has(page.id) ? { object: "page", id: page.id } : pageBody(store, page);
}

/** Lists results up to Notion's limit, and says on the last page whether there are more: "Query large data sources". */
function limited<Item extends { readonly id: string }>(
  store: NotionWorld,
  all: readonly Item[],
  said: Fields,
  body: (item: Item) => object,
): Result {
  const { resultsMax } = store.switches;
  const { json } = listed(all.slice(0, resultsMax), said, body, "page_or_data_source");
  const isCut = all.length > resultsMax && !(json as { has_more: boolean }).has_more;
  const status = isCut ? { type: "incomplete", incomplete_reason: "query_result_limit_reached" } : { type: "complete" };
  return { json: { ...(json as object), request_status: status } };
}

function fits(store: NotionWorld, page: StoredPage, filter: unknown): boolean {
  if (filter === undefined) return true;
  const { and, timestamp, created_time: created } = Object(filter) as Fields;
  if (Array.isArray(and)) return and.every((one) => fits(store, page, one));
  if (timestamp === "created_time") {
    // Notion stores times to the minute.
    const minute = Math.floor(page.createdMs / 60_000) * 60_000;
    return minute >= Date.parse(String(Object(created).on_or_after));
  }
  const { property, ...condition } = Object(filter) as Fields;
  const known = store.typeOf(page, String(property));
  const [type = "", test] = Object.entries(condition)[0] ?? [];
  if (known === undefined) throw invalid(`Could not find property with name or id: ${String(property)}`);
  if (known.type !== type) throw invalid(`database property ${known.type} does not match filter ${type}`);
  const { equals } = Object(test) as Fields;
  const value = page.values[known.name]?.[type];
  switch (type) {
    case "title":
    case "rich_text":
      return plain(value) === equals;
    case "select":
    case "status":
      return Object(value).name === equals;
    case "date":
      return Object(value).start === equals;
    case "checkbox":
      return (value ?? false) === equals;
    default:
      return value === equals;
  }
}

/** `GET /v1/comments` */
export function listComments({ request, store }: NotionCall): Result {
  const id = placeOf(store, request.query.get("block_id") ?? "");
  const comments = store.comments.list({ where: ({ parentId }) => parentId === id });
  return listed(comments, Object.fromEntries(request.query), commentBody, "comment");
}

/** `GET /v1/users` */
export function listUsers({ request, store }: NotionCall): Result {
  return listed(store.users.values(), Object.fromEntries(request.query), userBody, "user");
}

/** Builds a refusal of the input. */
export function invalid(message: string): Refusal {
  return new Refusal(400, message, { code: "validation_error" });
}

function titleOf(store: NotionWorld, page: StoredPage): string {
  const { name = "" } = store.typeOf(page, "title") ?? {};
  return plain(page.values[name]?.["title"]);
}

function listed<Item extends { readonly id: string }>(
  all: readonly Item[],
  { start_cursor: cursor, page_size: limit }: Fields,
  body: (item: Item) => object,
  type: string,
): Result {
  const said = { cursor: cursor as string | undefined, limit: limit as string | number | undefined };
  const { items, next } = pageByCursor(all, said, { absent: 100, max: 100, id: ({ id }) => id });
  return { json: listBody(items.map(body), next, type) };
}
