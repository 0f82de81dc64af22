/** Pages of lists. Follows docs.github.com/en/rest/using-the-rest-api/using-pagination-in-the-rest-api. */
import { linkHeader, pageByNumber } from "@svc/simulator";
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
