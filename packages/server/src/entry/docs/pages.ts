/** The list of the documentation's pages, and `/llms.txt`, which has it in the llmstxt.org format. */
import type { Provider } from "@svc/provider-kit";
import { toAgentPath } from "./action-facts.ts";

/** The addresses of a deployment's two parts. */
export type Origins = { docsUrl: string; apiUrl: string };

/** Returns a title, a quoted summary, two paragraphs, then lists of links under second-level headings. */
export function llmsText(pages: readonly PageEntry[], providers: readonly Provider[], origins: Origins): string {
  const link = (page: PageEntry): string =>
    `- [${page.title}](${origins.docsUrl}${toMarkdownPath(page.path)}): ${page.summary}`;
  const isError = (page: PageEntry): boolean => page.path.startsWith("/docs/errors/");
  const isProvider = (page: PageEntry): boolean => page.path.startsWith("/docs/providers/");
  const guides = pages.filter((page) => !isError(page) && !isProvider(page));
  const actions = providers.flatMap(({ slug, actions }) =>
    actions.map(
      ({ id, title, effect }) => `- [${slug}/${id}](${origins.docsUrl}${toAgentPath(slug, id)}): ${title} (${effect})`,
    ),
  );
  return [
    "# svc",
    "",
    "> A self-hosted integration service: typed actions at providers, with credentials that the caller never sees and an accurate record of every write.",
    "",
    `The API is at ${origins.apiUrl}, described by [OpenAPI 3.1](${origins.apiUrl}/openapi.json); the public catalog of providers and actions is [JSON](${origins.apiUrl}/api/catalog/v1/providers), and \`${origins.apiUrl}/api/catalog/v1/actions?query=\` searches it.`,
    "",
    "A changing action needs an `Idempotency-Key`. After `ACTION_OUTCOME_UNKNOWN` never repeat the action with a new key: look up the execution and resolve it.",
    "",
    "## Guides",
    "",
    ...guides.map(link),
    "",
    "## Providers",
    "",
    ...pages.filter(isProvider).map(link),
    "",
    "## Actions",
    "",
    ...actions,
    "",
    "## Optional",
    "",
    ...pages.filter(isError).map(link),
    "",
  ].join("\n");
}

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
