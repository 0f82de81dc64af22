/** The pages that list things. All have the same parts in the same places. */
import { readCursor, type ConsolePage, type ConsoleRequest } from "./console.ts";
import { emptyState, live, liveToggle, pageHead } from "./elements.ts";
import { filterBar, filterFaults, isFiltered, type Filter } from "./filters.ts";
import { pager } from "./forms.ts";
import { emptyHtml, markup, type Html } from "../html/markup.ts";

/** What a page lists. */
export type Listing = {
  path: string;
  title: string;
  intro?: Html | string;
  /** Beside the heading. */
  tools?: Html;
  /** Between the heading and the list, such as what was just done. */
  notice?: Html;
  filters: readonly Filter[];
  /** The name of the filter whose choices are tabs too. */
  tabs?: string;
  /** Whether the script keeps the list up to date. */
  isLive?: boolean;
  /** Reads the list. It isn't called if a filter can't be used. */
  load: (cursor: string | undefined) => Promise<Listed>;
  /** Below the list. */
  hint?: Html | string;
};

/** A list with the cursor of the next page. */
type Listed = {
  rows: Html;
  next: string | null;
  /** Above the rows. */
  note?: Html;
  /** The label of the link to the next page. */
  more?: string;
};

/** Renders the page. */
export async function listingPage(request: ConsoleRequest, listing: Listing): Promise<ConsolePage> {
  const { path, title, intro = "", tools = emptyHtml, notice = emptyHtml, filters, tabs, isLive = false } = listing;
  const faults = filterFaults(filters);
  const toggle = isLive && faults === emptyHtml ? liveToggle() : emptyHtml;
  const head = markup`${pageHead(title, markup`${toggle}${tools}`, { intro })}
${notice}
${filterBar(path, filters, tabs)}`;
  if (faults !== emptyHtml) return { title, main: markup`${head}${faults}`, status: 422 };
  const { rows, next, note = emptyHtml, more = "Next page" } = await listing.load(readCursor(request));
  const list = markup`${note}<div class="card list">${rows}
${pager(path, request.query, next, more)}</div>`;
  const { hint = "" } = listing;
  const main = markup`${head}
${isLive ? live("list", list) : list}
${hint === "" ? emptyHtml : markup`<p class="hint">${hint}</p>`}`;
  return { title, main };
}

/**
 * Renders the text of an empty list: that nothing matches, if a filter is set; otherwise what will be there.
 * @param noun in the plural.
 */
export function emptyListing(
  { path, filters }: Pick<Listing, "path" | "filters">,
  noun: string,
  otherwise: Html,
): Html {
  if (!isFiltered(filters)) return otherwise;
  return emptyState(`No ${noun} match these filters`, markup`<a href="${path}">Show all ${noun}</a>`);
}
