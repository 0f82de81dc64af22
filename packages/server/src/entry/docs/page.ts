/** The definition of an entry in the list of the documentation's pages. */

/** `path` is its path on the site, without extension; "/" is the home page. */
export type PageEntry = { path: string; title: string; summary: string };

/** Returns the path of a page's Markdown. */
export function toMarkdownPath(path: string): string {
  return path === "/" ? "/index.md" : `${path}.md`;
}

/**
 * The origin that the build writes into texts with the documentation's address. The server replaces it with its own.
 */
export const placeholderOrigin = "https://docs.svc.invalid";
