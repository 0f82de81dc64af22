/** Pages of lists. Follows docs.github.com/en/rest/using-the-rest-api/using-pagination-in-the-rest-api. */
import { linkHeader, pageByNumber, Refusal } from "@svc/simulator";
import type { Call } from "./call.ts";

/** One page and its `link` header; no header if everything fits on one page. */
export interface Page<Item> {
  readonly items: readonly Item[];
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * Returns the page for `page` and `per_page`: 30 entries by default, at most 100; invalid values are ignored.
 * @param path the list's address; for repositories the one by id, as in live links
 * @param reachable how many entries the links lead to
 */
export function pageOf<Item>(items: readonly Item[], call: Call, path: string, reachable = items.length): Page<Item> {
  const { query } = call.request;
  const said = { page: query.get("page"), perPage: query.get("per_page") };
  const page = pageByNumber(items, said, { absent: 30, max: 100, invalid: "ignored" });
  const lastPage = Math.max(1, Math.ceil(reachable / page.perPage));
  return { items: page.items, headers: linkHeader({ ...page, lastPage }, `${call.view.origin}${path}?${query}`) };
}

/**
 * Returns a page of issues. `page` reaches only the first entries (`numberedIssuesMax`); the links lead further with `after`:
 * https://github.com/google/go-github/issues/3565
 */
export function issuesPageOf<Item>(items: readonly Item[], call: Call, path: string): Page<Item> {
  const { query } = call.request;
  const after = query.get("after");
  const perPage = Math.min(100, Number(query.get("per_page") ?? 30) || 30);
  const from = after === null ? ((Number(query.get("page") ?? 1) || 1) - 1) * perPage : positionAfter(after);
  const to = from + perPage;
  const cursor = `after=${encodeURIComponent(Buffer.from(`cursor:v2:${to}`).toString("base64"))}`;
  if (after === null) {
    const max = call.world.switches.numberedIssuesMax;
    if (to > max && items.length > max) {
      const message =
        "Pagination with the page parameter is not supported for large datasets, please use cursor based pagination";
      throw new Refusal(422, `${message} (after/before)`);
    }
    const { headers, ...page } = pageOf(items, call, path);
    const link = headers["link"]?.replace('>; rel="next"', `&${cursor}>; rel="next"`);
    return { ...page, headers: link === undefined ? {} : { link } };
  }
  const rest = new URLSearchParams(query);
  rest.delete("after");
  const link = `<${call.view.origin}${path}?${rest}&${cursor}>; rel="next"`;
  return { items: items.slice(from, to), headers: to < items.length ? { link } : {} };
}

function positionAfter(cursor: string): number {
  const [, position] = /^cursor:v2:(\d+)$/.exec(Buffer.from(cursor, "base64").toString()) ?? [];
  if (position === undefined) throw new Refusal(422, "Invalid cursor");
  return Number(position);
}
