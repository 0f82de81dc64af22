/** The Markdown that VitePress reads: the pages of the site, with what GitHub has no form for. */
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { markdownPathOf, registeredProviders } from "@svc/server/reference";
import { providerCards, providerLogo } from "./logos.ts";
import { unlistedPaths } from "./navigation.ts";
import type { DocsPage } from "./page.ts";

/** Addresses of the site that are no pages of it. */
const otherAddress = /^\/(?:catalog\/.+|reference|openapi\.json|llms\.txt|llms-full\.txt)$/;

/**
 * Writes a source for each page into a folder, at the page's path.
 * @param home the source of the home page, which has its own layout. The page "/" itself is the home as Markdown only.
 */
export function writeSources(folder: string, pages: readonly DocsPage[], home: string): void {
  for (const page of pages) {
    const target = join(folder, markdownPathOf(page.path));
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, page.path === "/" ? home.replace("<!-- providers -->", cards()) : sourceOf(page));
  }
}

/** Returns a page's source. */
export function sourceOf(page: DocsPage): string {
  const slug = /^\/docs\/providers\/(.+)$/.exec(page.path)?.[1];
  const logo = slug === undefined ? "" : `<div class="provider-head">${providerLogo(slug)}</div>\n\n`;
  const frontmatter = {
    title: page.title,
    description: page.summary.replaceAll("`", ""),
    ...(unlistedPaths.includes(page.path) ? { search: false } : {}),
    // Below an action, input and output are found by themselves.
    ...(slug === undefined ? {} : { outline: 2 }),
    ...(page.path.startsWith("/docs/errors/") ? { pageClass: "error-code" } : {}),
    ...(page.path.startsWith("/docs/api/") ? { pageClass: "api-group" } : {}),
  };
  const body = withSiteMarkup(page.path === "/docs/providers" ? withCards(page.markdown) : page.markdown);
  return `---\n${JSON.stringify(frontmatter)}\n---\n\n${logo}${body}`;
}

/**
 * Returns Markdown with the site's own markup. Alternatives between the comments `code-group` and `/code-group` become
 * tabs. An address of the site in code becomes a link. VitePress must not take these for its own pages.
 */
export function withSiteMarkup(markdown: string): string {
  return outsideCode(
    markdown.replaceAll("<!-- code-group -->", "::: code-group").replaceAll("<!-- /code-group -->", ":::"),
    (text) =>
      text
        .replaceAll(/(?<!\[)`(\/[^`\s]+)`/g, (code, path: string) =>
          otherAddress.test(path) ? `[${code}](${path})` : code,
        )
        .replaceAll(/\]\((\/[^)\s]+)\)/g, (link, path: string) =>
          otherAddress.test(path) ? `${link}{target="_self"}` : link,
        ),
  );
}

function outsideCode(markdown: string, change: (text: string) => string): string {
  return markdown
    .split(/(^```[^]*?^```$)/m)
    .map((part) => (part.startsWith("```") ? part : change(part)))
    .join("");
}

function cards(): string {
  return providerCards(registeredProviders.map(({ provider }) => provider));
}

/** The list of providers as cards in place of its table. */
function withCards(markdown: string): string {
  return markdown.replace(/^\|[^]*?\n(?=\n)/m, () => `${cards()}\n`);
}
