/** A documentation page as HTML: the page's Markdown in a plain frame, without scripts. */
import { Marked } from "marked";
import { anchorOf } from "./anchor.ts";
import type { DocsPage } from "./pages.ts";

const marked = new Marked({ gfm: true, async: false });
marked.use({
  renderer: {
    heading({ tokens, depth, text }) {
      return `<h${depth} id="${anchorOf(text)}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
    },
  },
});

/** The one style sheet of the documentation. */
export const docsStyle = `
:root { color-scheme: light dark; --line: color-mix(in srgb, currentColor 18%, transparent); --link: light-dark(#0b57d0, #8ab4f8); }
body { margin: 0 auto; max-width: 50rem; padding: 1.5rem 1rem 4rem; font: 1rem/1.6 system-ui, sans-serif; }
nav { display: flex; gap: 1rem; flex-wrap: wrap; border-bottom: 1px solid var(--line); padding-bottom: .75rem; }
a { color: var(--link); }
h1 { line-height: 1.2; overflow-wrap: anywhere; }
code, pre { font: .9em/1.5 ui-monospace, monospace; }
code { overflow-wrap: anywhere; }
pre { overflow-x: auto; padding: .75rem 1rem; border: 1px solid var(--line); border-radius: .5rem; }
.table { overflow-x: auto; }
table { border-collapse: collapse; }
th, td { text-align: start; vertical-align: top; padding: .35rem .75rem .35rem 0; border-bottom: 1px solid var(--line); }
`;

function escapeHtml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}

/** The content security policy of a docs page: its own style and nothing else. */
export const docsContentSecurityPolicy =
  "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** Renders a page; its Markdown is ours, so it is trusted. */
export function htmlOf(page: DocsPage): string {
  const article = (marked.parse(page.markdown) as string)
    .replaceAll("<table>", '<div class="table" tabindex="0"><table>')
    .replaceAll("</table>", "</table></div>");
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(page.title)} · svc</title>
<meta name="description" content="${escapeHtml(page.summary)}">
<link rel="alternate" type="text/markdown" href="${page.path}.md">
<link rel="stylesheet" href="/docs/style.css">
</head>
<body>
<nav aria-label="Documentation"><a href="/docs">svc</a><a href="/docs/errors">Error codes</a><a href="/openapi.json">OpenAPI</a><a href="/llms.txt">llms.txt</a></nav>
<main>
${article}
</main>
</body>
</html>
`;
}
