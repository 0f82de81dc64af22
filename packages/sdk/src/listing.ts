/** Lists: `await` one for a page, iterate it for all items. */
import { UnexpectedResponseError } from "./errors.ts";

/** One page; `nextCursor` is null on the last. */
export type Page<Item> = { items: readonly Item[]; nextCursor: string | null };

/** A requested list: `await` it for one page, `for await` it for all items. */
export type List<Item> = PromiseLike<Page<Item>> & AsyncIterable<Item>;

/** @param fetchPage fetches the page at a cursor; null for the first. */
export function createList<Item>(fetchPage: (cursor: string | null) => Promise<Page<Item>>): List<Item> {
  return {
    // oxlint-disable-next-line unicorn/no-thenable -- being awaitable is what this type is for
    then: (resolve, reject) => fetchPage(null).then(resolve, reject),
    async *[Symbol.asyncIterator]() {
      let cursor: string | null = null;
      do {
        const page: Page<Item> = await fetchPage(cursor);
        yield* page.items;
        cursor = page.nextCursor;
      } while (cursor !== null);
    },
  };
}

/** The query parameters for the page at a cursor; empty for the first. */
export function cursorQuery(cursor: string | null): { cursor?: string } {
  return cursor === null ? {} : { cursor };
}

/** Parses a list, `{<name>: […], nextCursor}`. @throws UnexpectedResponseError for anything else. */
export function parsePage<Item>(body: unknown, name: string): Page<Item> {
  const { [name]: items, nextCursor: cursor } = body as Record<string, unknown>;
  if (!Array.isArray(items)) throw new UnexpectedResponseError(200, null);
  return { items: items as Item[], nextCursor: typeof cursor === "string" ? cursor : null };
}

/** Keeps the items of a list that pass a test; its pages get shorter. */
export function filterList<Item>(list: List<Item>, passes: (item: Item) => boolean): List<Item> {
  const filter = (page: Page<Item>): Page<Item> => ({ ...page, items: page.items.filter(passes) });
  return {
    // oxlint-disable-next-line unicorn/no-thenable -- being awaitable is what this type is for
    then: (resolve, reject) => list.then(filter).then(resolve, reject),
    async *[Symbol.asyncIterator]() {
      for await (const item of list) if (passes(item)) yield item;
    },
  };
}
