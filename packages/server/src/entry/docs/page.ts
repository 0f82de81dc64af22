/** What the list of the documentation's pages says about one. */

/** `path` is its path on the site, without extension; "/" is the home page. */
export type PageEntry = { path: string; title: string; summary: string };

/** Returns the path of a page's Markdown. */
export function markdownPathOf(path: string): string {
  return path === "/" ? "/index.md" : `${path}.md`;
}

/** The origin that the build writes into texts that name the documentation's address; a server puts its own in its place. */
export const placeholderOrigin = "https://docs.svc.invalid";
