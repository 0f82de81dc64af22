/** The Markdown for VitePress: the site's pages, with markup that GitHub doesn't support. */
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { toMarkdownPath, registeredProviders } from "@svc/server/reference";
import { withFolds } from "./folds.ts";
import { providerCards, providerLogo } from "./logos.ts";
import { unlistedPaths } from "./navigation.ts";
import type { DocsPage } from "./page.ts";
import { withSamplesBeside } from "./samples-beside.ts";

/** Addresses on the site that aren't documentation pages. */
const otherAddress = /^\/(?:catalog\/.+|openapi\.json|llms\.txt|llms-full\.txt)$/;

/**
 * Writes a source for each page into a folder, at the page's path.
 * @param home the source of the home page, which has its own layout. The page "/" is only its Markdown.
 */
export function writeSources(folder: string, pages: readonly DocsPage[], home: string): void {
  for (const page of pages) {
    const target = join(folder, toMarkdownPath(page.path));
    mkdirSync(dirname(target), { recursive: true });
    const isHome = page.path === "/";
    const full = isHome
      ? home.replace("<!-- providers -->", cards()).replace("<!-- roles -->", roles(page.markdown))
      : "";
    writeFileSync(target, isHome ? full : renderSource(page));
  }
}

/** Returns a page's source. */
export function renderSource(page: DocsPage): string {
  const slug = /^\/docs\/providers\/(.+)$/.exec(page.path)?.[1];
  const provider = registeredProviders.find((one) => one.provider.slug === slug)?.provider;
  const logo = provider === undefined ? "" : `<div class="provider-head">${providerLogo(provider)}</div>\n\n`;
  const frontmatter = {
    title: page.title,
    description: page.summary.replaceAll("`", ""),
    ...(unlistedPaths.includes(page.path) ? { search: false } : {}),
    // Below an action, input and output need no entries of their own.
    ...(slug === undefined ? {} : { outline: 2 }),
    ...(page.path.startsWith("/docs/errors/") ? { pageClass: "error-code" } : {}),
    // The samples take the outline's place: the sidebar of the sections is the index of the API.
    ...(isApiGroup(page) ? { pageClass: "api-group", aside: false } : {}),
    // The table of actions, of providers or of operations is the outline.
    ...(isIndex(page) ? { pageClass: "wide", aside: false } : {}),
    ...(page.path.startsWith("/docs/ten-minutes-") ? { pageClass: "one-sheet" } : {}),
  };
  const own = page.path === "/docs/providers" ? withCards(page.markdown) : page.markdown;
  const body = withSiteMarkup(isApiGroup(page) ? withSamplesBeside(own) : withFolds(page.path, own));
  return `---\n${JSON.stringify(frontmatter)}\n---\n\n${logo}${body}`;
}

function isApiGroup({ path }: DocsPage): boolean {
  return path.startsWith("/docs/api/");
}

function isIndex({ path }: DocsPage): boolean {
  return path === "/docs/api" || path.startsWith("/docs/providers");
}

/**
 * Returns Markdown with the site's own markup. Alternatives between the comments `code-group` and `/code-group` become
 * tabs. A site address in code becomes a link, which VitePress must not treat as one of its pages.
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

/**
 * Returns the home page's lists of pages, one for each kind of reader, as columns.
 * @throws Error if the page has no heading that begins with "I".
 */
export function roles(markdown: string): string {
  const sections = markdown.split(/^(?=## )/m).filter((section) => /^## I .*\n\n1\. /.test(section));
  if (sections.length === 0) throw new Error("The home page has no list for any kind of reader.");
  const columns = sections.map((section) => `<section class="role">\n\n#${section.trim()}\n\n</section>`);
  return `<div class="roles">\n\n${columns.join("\n\n")}\n\n</div>`;
}

/** Replaces the table of providers with cards. */
function withCards(markdown: string): string {
  return markdown.replace(/^\|[^]*?\n(?=\n)/m, () => `${cards()}\n`);
}
