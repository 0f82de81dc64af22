/** The definition of a documentation page. */

/** One page, as Markdown. `path` is its path under the docs origin, without extension; "/" is the home page. */
export type DocsPage = { path: string; title: string; summary: string; markdown: string };

/** Returns the path of a page's Markdown. */
export function markdownPathOf(path: string): string {
  return path === "/" ? "/index.md" : `${path}.md`;
}

/** Returns a page's first heading, and the first sentence of its first paragraph without links and markup. */
export function describe(markdown: string, fallback: string): { title: string; summary: string } {
  const title = /^# (.+)$/m.exec(markdown)?.[1] ?? fallback;
  const paragraph =
    /(?<=\n\n)(?![#|<>-]|```)\S[^\n]*(?:\n\S[^\n]*)*/.exec(markdown.replace(/^#.*$/m, "\n"))?.[0] ?? title;
  const plain = paragraph
    .replaceAll("\n", " ")
    .replaceAll(/\[([^\]]+)\]\([^)]+\)/g, "$1")
    .replaceAll("**", "");
  return { title, summary: plain.split(/(?<=[.?!])\s/)[0] ?? plain };
}
