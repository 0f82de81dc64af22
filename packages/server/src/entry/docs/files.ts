/** The documentation as files: the server serves, and `svc-server docs export` writes, the same bytes. */
import type { Provider } from "@svc/provider-kit";
import { agentPage } from "./agent-page.ts";
import { docsContentSecurityPolicy, htmlOf, notFoundPage } from "./html.ts";
import { llmsFullText, llmsText, type Origins } from "./llms.ts";
import { allPages, navigationOf } from "./pages.ts";
import { markdownPathOf, type DocsPage } from "./page.ts";
import { agentPathOf } from "./provider-pages.ts";
import { referenceSiteFiles } from "./reference-page.ts";
import type { SiteFile } from "./site-file.ts";
import { docsStyle } from "./style.ts";

/** What a site needs. */
export type SiteParts = Origins & { providers: readonly Provider[]; openApi: () => object };

/** Documentation can be indexed; what belongs to one caller or user must not be. */
const robots = "User-agent: *\nDisallow: /v1/\nDisallow: /connect/\n";

const cached = { "cache-control": "public, max-age=300" };

/** Returns every file by its path under the docs origin. */
export function siteFiles(site: SiteParts): ReadonlyMap<string, SiteFile> {
  const pages = allPages(site.providers);
  const navigation = navigationOf(pages);
  const paths = new Set(pages.map(({ path }) => path));
  const files = new Map<string, SiteFile>();
  const add = (path: string, type: string, body: () => string, headers: Record<string, string> = {}): void => {
    files.set(path, { type: `${type}; charset=utf-8`, headers: { ...cached, ...headers }, body: once(body) });
  };
  const pageHeaders = { "content-security-policy": docsContentSecurityPolicy };
  for (const page of pages) {
    add(page.path, "text/html", () => htmlOf(page, navigation), pageHeaders);
    add(markdownPathOf(page.path), "text/markdown", () => markdownOf(page, paths));
  }
  add("/404.html", "text/html", () => htmlOf(notFoundPage, navigation), pageHeaders);
  add("/docs/style.css", "text/css", () => docsStyle);
  add("/robots.txt", "text/plain", () => robots);
  add("/llms.txt", "text/plain", () => llmsText(pages, site.providers, site));
  add("/llms-full.txt", "text/plain", () => llmsFullText(pages, site));
  add("/openapi.json", "application/json", () => JSON.stringify(site.openApi()));
  for (const provider of site.providers) {
    for (const action of provider.actions) {
      add(agentPathOf(provider.slug, action.id), "text/markdown", () => agentPage(provider, action, site));
    }
  }
  for (const [path, file] of referenceSiteFiles()) files.set(path, file);
  return files;
}

/** Returns a page's Markdown, in which links lead to Markdown. */
function markdownOf(page: DocsPage, paths: ReadonlySet<string>): string {
  return page.markdown.replaceAll(/\]\((\/[^)#\s]*)(#[^)\s]*)?\)/g, (whole, path: string, anchor = "") =>
    paths.has(path) ? `](${markdownPathOf(path)}${String(anchor)})` : whole,
  );
}

function once<Value>(make: () => Value): () => Value {
  let made: { value: Value } | undefined;
  return () => (made ??= { value: make() }).value;
}
