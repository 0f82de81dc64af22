/** Renders a documentation page as HTML: the page's Markdown in the shared frame, without scripts. */
import { Marked } from "marked";
import { createAnchors } from "./anchor.ts";
import { markdownPathOf, type DocsPage } from "./page.ts";

/** The navigation of a site: sections of links. */
export type Navigation = readonly { title: string; links: readonly { path: string; title: string }[] }[];

/**
 * The content security policy of a docs page: its own style, and no script at all. Tools in the browser, such as a
 * checker of `robots.txt`, may send requests to this origin.
 */
export const docsContentSecurityPolicy =
  "default-src 'none'; style-src 'self'; img-src data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/**
 * Returns a policy as a tag in the page itself, for hosts that serve it without the header. Browsers ignore
 * `frame-ancestors` there.
 */
export function policyTag(policy: string): string {
  const directives = policy.split("; ").filter((directive) => !directive.startsWith("frame-ancestors"));
  return `<meta http-equiv="Content-Security-Policy" content="${escapeHtml(directives.join("; "))}">`;
}

/** Pages with at least this many sections get a table of contents. */
const contentsFrom = 4;

type Heading = { anchor: string; html: string };

/** Renders a page; its Markdown is ours, so it is trusted. */
export function htmlOf(page: DocsPage, navigation: Navigation): string {
  const { article, sections } = articleOf(page.markdown);
  const contents = sections.length < contentsFrom ? "" : contentsHtml(sections);
  const [head, rest] = splitAfter(article, "</h1>\n");
  const markdownPath = markdownPathOf(page.path);
  const exists = page !== notFoundPage;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
${policyTag(docsContentSecurityPolicy)}
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(page.path === "/" ? "svc documentation" : `${page.title} · svc`)}</title>
<meta name="description" content="${escapeHtml(page.summary)}">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="data:,">
${
  exists
    ? `<link rel="alternate" type="text/markdown" href="${markdownPath}">
`
    : ""
}<link rel="stylesheet" href="/docs/style.css">
</head>
<body>
<a class="skip" href="#main">Skip to the text</a>
<header class="top"><a class="name" href="/">svc</a><a class="to-pages" href="#pages">All pages</a><a href="/reference">API reference</a><a href="/llms.txt">llms.txt</a></header>
<div class="frame">
<main id="main" tabindex="-1">
${head}${contents}${rest}${
    exists
      ? `<p class="source"><a href="${markdownPath}" type="text/markdown">This page as Markdown</a></p>
`
      : ""
  }</main>
<nav class="pages" id="pages" aria-label="Documentation" tabindex="-1">
${navigation.map((section) => sectionHtml(section, page.path)).join("")}</nav>
</div>
</body>
</html>
`;
}

/** The page for an unknown address. */
export const notFoundPage: DocsPage = {
  path: "/docs/not-found",
  title: "Page not found",
  summary: "There is no page at this address.",
  markdown: "# Page not found\n\nThere is no page at this address. Go to the [documentation home](/).\n",
};

function articleOf(markdown: string): { article: string; sections: Heading[] } {
  const anchor = createAnchors();
  const sections: Heading[] = [];
  const marked = new Marked({ gfm: true, async: false });
  marked.use({
    renderer: {
      heading({ tokens, depth, text }) {
        const html = this.parser.parseInline(tokens);
        const id = anchor(text);
        if (depth === 2) sections.push({ anchor: id, html: html.replaceAll(/<\/?a\b[^>]*>/g, "") });
        const label = escapeHtml(`Link to ${text.replaceAll("`", "")}`);
        const link = depth === 1 ? "" : `<a class="anchor" href="#${id}" aria-label="${label}">#</a>`;
        return `<h${depth} id="${id}">${html}${link}</h${depth}>\n`;
      },
    },
  });
  const article = (marked.parse(markdown) as string)
    .replaceAll("<table>", '<div class="table" role="group" aria-label="Table" tabindex="0"><table>')
    .replaceAll("</table>", "</table></div>")
    .replaceAll("<pre>", '<pre role="group" aria-label="Code" tabindex="0">')
    .replaceAll("<th></th>", "<td></td>");
  return { article, sections };
}

function contentsHtml(sections: readonly Heading[]): string {
  const items = sections.map(({ anchor, html }) => `<li><a href="#${anchor}">${html}</a></li>\n`);
  return `<nav class="contents" aria-label="On this page"><h2 id="on-this-page">On this page</h2><ul>\n${items.join("")}</ul></nav>\n`;
}

function sectionHtml({ title, links }: Navigation[number], path: string): string {
  const items = links.map((link) => {
    const current = link.path === path ? ' aria-current="page"' : "";
    return `<li><a href="${link.path}"${current}>${escapeHtml(link.title)}</a></li>\n`;
  });
  return `<h2>${escapeHtml(title)}</h2>\n<ul>\n${items.join("")}</ul>\n`;
}

function splitAfter(text: string, mark: string): [string, string] {
  const at = text.indexOf(mark);
  return at === -1 ? ["", text] : [text.slice(0, at + mark.length), text.slice(at + mark.length)];
}

/** Escapes text for an element or a quoted attribute. */
export function escapeHtml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}
