/** Pages of lists. Follows docs.github.com/en/rest/using-the-rest-api/using-pagination-in-the-rest-api. */
import type { Call } from "./call.ts";

/** One page and its `link` header; no header if everything fits on one page. */
export interface Page<Item> {
  readonly items: readonly Item[];
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * Returns the page for `page` and `per_page`: 30 entries by default, at most 100; invalid values are ignored.
 * @param path the list's address; for repositories the one by id, as in live links
 */
export function pageOf<Item>(items: readonly Item[], call: Call, path: string, reachable = items.length): Page<Item> {
  const { query } = call.request;
  const perPage = Math.min(100, countOf(query.get("per_page"), 30));
  const page = countOf(query.get("page"), 1);
  const last = Math.max(1, Math.ceil(reachable / perPage));
  const link = (rel: string, number: number): string => {
    const linked = new URLSearchParams(query);
    linked.set("page", String(number));
    return `<${call.view.origin}${path}?${linked.toString()}>; rel="${rel}"`;
  };
  const links = [
    ...(page > 1 ? [link("prev", Math.min(page - 1, last))] : []),
    ...(page < last ? [link("next", page + 1), link("last", last)] : []),
    ...(page > last ? [link("last", last)] : []),
    ...(page > 1 ? [link("first", 1)] : []),
  ];
  return {
    items: items.slice((page - 1) * perPage, page * perPage),
    headers: links.length === 0 ? {} : { link: links.join(", ") },
  };
}

function countOf(text: string | null, absent: number): number {
  return text !== null && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : absent;
}
