/**
 * The paging styles of APIs. Each function receives the whole list and the request's parameters, and returns one page.
 */
import { Refusal } from "./refusal.ts";

/** A request's parameter: a query parameter or a body field. */
export type Said = string | number | null | undefined;

type Id = string | number;

/** The number of entries per page: the default, and the maximum. */
export interface PageSize {
  readonly absent: number;
  readonly max?: number;
  /** What to do with an invalid number: refuse it (the default), or ignore it as if absent. */
  readonly invalid?: "refused" | "ignored";
}

/** `page` and `per_page`. Pages count from 1. */
export interface NumberedPage<Item> {
  readonly items: readonly Item[];
  readonly page: number;
  readonly perPage: number;
  readonly lastPage: number;
}

/** Pages by number. A page past the last is empty. Throws `Refusal` 400 `bad_page`. */
export function pageByNumber<Item>(
  items: readonly Item[],
  said: { readonly page: Said; readonly perPage: Said },
  size: PageSize,
): NumberedPage<Item> {
  const perPage = sizeOf(said.perPage, "per_page", size);
  const page = countOf(said.page, "page", { absent: 1, from: 1, invalid: size.invalid });
  const lastPage = Math.max(1, Math.ceil(items.length / perPage));
  return { items: items.slice((page - 1) * perPage, page * perPage), page, perPage, lastPage };
}

/** The `link` header of a numbered page (RFC 8288), with the parameter `page`; none if there is only one page. */
export function linkHeader({ page, lastPage }: Omit<NumberedPage<never>, "items">, url: string): { link?: string } {
  const link = (rel: string, number: number): string => {
    const linked = new URL(url);
    linked.searchParams.set("page", String(number));
    return `<${linked.href}>; rel="${rel}"`;
  };
  const links = [
    ...(page > 1 ? [link("prev", Math.min(page - 1, lastPage))] : []),
    ...(page < lastPage ? [link("next", page + 1), link("last", lastPage)] : []),
    ...(page > lastPage ? [link("last", lastPage)] : []),
    ...(page > 1 ? [link("first", 1)] : []),
  ];
  return links.length === 0 ? {} : { link: links.join(", ") };
}

/** `offset` and `limit`, or Jira's `startAt` and `maxResults`. */
export interface OffsetPage<Item> {
  readonly items: readonly Item[];
  readonly offset: number;
  readonly limit: number;
  readonly total: number;
  readonly isLast: boolean;
}

/** Pages by offset. Throws `Refusal` 400 `bad_page`. */
export function pageByOffset<Item>(
  items: readonly Item[],
  said: { readonly offset: Said; readonly limit: Said },
  size: PageSize,
): OffsetPage<Item> {
  const limit = sizeOf(said.limit, "limit", size);
  const offset = countOf(said.offset, "offset", { absent: 0, from: 0, invalid: size.invalid });
  const page = items.slice(offset, offset + limit);
  return { items: page, offset, limit, total: items.length, isLast: offset + limit >= items.length };
}

/** A page and the cursor for the next one; null after the last. */
export interface CursorPage<Item> {
  readonly items: readonly Item[];
  readonly next: string | null;
  readonly hasMore: boolean;
}

/**
 * Pages by cursor: a token from the response (`next_cursor`, `nextPageToken`), or with `plain` the id of the last
 * entry, as in Stripe's `starting_after`. Entries that are added or deleted between two pages neither repeat nor hide
 * others. Throws `Refusal` 400 `bad_page` for a cursor that this list didn't return.
 */
export function pageByCursor<Item>(
  items: readonly Item[],
  said: { readonly cursor: Said; readonly limit: Said },
  size: PageSize & { readonly id: (item: Item) => Id; readonly plain?: boolean },
): CursorPage<Item> {
  const limit = sizeOf(said.limit, "limit", size);
  const cursor = String(said.cursor ?? "");
  const ids = items.map(size.id);
  const start = cursor === "" ? 0 : startAfter(ids, cursor, size.plain === true);
  const page = items.slice(start, start + limit);
  const hasMore = start + limit < items.length;
  return { items: page, next: hasMore ? cursorAt(ids, start + limit - 1, size.plain === true) : null, hasMore };
}

/** A GraphQL connection (Relay's cursor connections). */
export interface Connection<Item> {
  readonly nodes: readonly Item[];
  readonly edges: readonly { readonly node: Item; readonly cursor: string }[];
  readonly pageInfo: {
    readonly hasNextPage: boolean;
    readonly hasPreviousPage: boolean;
    readonly startCursor: string | null;
    readonly endCursor: string | null;
  };
}

/** Pages with `first` and `after`, or backwards with `last` and `before`. Throws `Refusal` 400 `bad_page`. */
export function connection<Item>(
  items: readonly Item[],
  said: { readonly first?: Said; readonly after?: Said; readonly last?: Said; readonly before?: Said },
  size: PageSize & { readonly id: (item: Item) => Id },
): Connection<Item> {
  const isBackward = (said.last ?? null) !== null;
  if (isBackward && (said.first ?? null) !== null) throw badPage("first and last exclude each other");
  const ids = items.map(size.id);
  const count = isBackward ? sizeOf(said.last, "last", size) : sizeOf(said.first, "first", size);
  const from = (said.after ?? "") === "" ? 0 : startAfter(ids, String(said.after), false);
  const to = (said.before ?? "") === "" ? items.length : positionOf(ids, String(said.before)).at;
  const start = isBackward ? Math.max(from, to - count) : from;
  const end = isBackward ? to : Math.min(to, from + count);
  const nodes = items.slice(start, end);
  const edges = nodes.map((node, index) => ({ node, cursor: cursorAt(ids, start + index, false) }));
  return {
    nodes,
    edges,
    pageInfo: {
      hasNextPage: end < items.length,
      hasPreviousPage: start > 0,
      startCursor: edges[0]?.cursor ?? null,
      endCursor: edges.at(-1)?.cursor ?? null,
    },
  };
}

/** A cursor has an entry's id, the next entry's id in case that one is deleted, and the position in case both are. */
function cursorAt(ids: readonly Id[], place: number, isPlain: boolean): string {
  if (isPlain) return String(ids[place]);
  return Buffer.from(JSON.stringify([ids[place], ids[place + 1] ?? null, place])).toString("base64url");
}

function startAfter(ids: readonly Id[], cursor: string, isPlain: boolean): number {
  if (isPlain) {
    const at = ids.findIndex((id) => String(id) === cursor);
    if (at < 0) throw badPage("no such cursor");
    return at + 1;
  }
  const { at, isThere } = positionOf(ids, cursor);
  return isThere ? at + 1 : at;
}

/** The current position of the cursor's entry; if it's gone, that of the next one. */
function positionOf(ids: readonly Id[], cursor: string): { at: number; isThere: boolean } {
  const [id, nextId, place] = parsed(cursor);
  const at = ids.indexOf(id);
  if (at >= 0) return { at, isThere: true };
  const next = nextId === null ? -1 : ids.indexOf(nextId);
  return { at: next < 0 ? Math.min(place, ids.length) : next, isThere: false };
}

function parsed(cursor: string): [id: Id, nextId: Id | null, place: number] {
  try {
    const value: unknown = JSON.parse(Buffer.from(cursor, "base64url").toString("utf8"));
    if (Array.isArray(value) && value.length === 3 && Number.isSafeInteger(value[2]) && value[2] >= 0) {
      return value as [Id, Id | null, number];
    }
  } catch {
    // Refused below, like any other invalid cursor.
  }
  throw badPage("no such cursor");
}

function sizeOf(said: Said, name: string, { absent, max = Infinity, invalid }: PageSize): number {
  return Math.min(max, countOf(said, name, { absent, from: 1, invalid }));
}

function countOf(
  said: Said,
  name: string,
  { absent, from, invalid }: { absent: number; from: number; invalid: PageSize["invalid"] | undefined },
): number {
  const text = String(said ?? "");
  if (text === "") return absent;
  if (/^(?:0|[1-9]\d{0,8})$/.test(text) && Number(text) >= from) return Number(text);
  if (invalid === "ignored") return absent;
  throw badPage(`${name} must be a ${from === 0 ? "non-negative" : "positive"} integer`);
}

function badPage(message: string): Refusal {
  return new Refusal(400, message, { code: "bad_page" });
}
