/** The definition of a documentation page. */
import type { PageEntry } from "@svc/server/reference";

/** A page: its file in the project, and its Markdown with links as site paths. */
export type DocsPage = PageEntry & { file: string; markdown: string };

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
