/** `/llms.txt` in the llmstxt.org format, and `/llms-full.txt`. */
import type { Provider } from "@svc/provider-kit";
import { markdownPathOf, type DocsPage } from "./page.ts";
import { agentPathOf } from "./provider-pages.ts";

/** The addresses of a deployment's two parts. */
export type Origins = { docsUrl: string; apiUrl: string };

/** Returns a title, a quoted summary, two paragraphs, then lists of links under second-level headings. */
export function llmsText(pages: readonly DocsPage[], providers: readonly Provider[], origins: Origins): string {
  const link = (page: DocsPage): string =>
    `- [${page.title}](${origins.docsUrl}${markdownPathOf(page.path)}): ${page.summary}`;
  const isError = (page: DocsPage): boolean => page.path.startsWith("/docs/errors/");
  const isProvider = (page: DocsPage): boolean => page.path.startsWith("/docs/providers/");
  const guides = pages.filter((page) => !isError(page) && !isProvider(page));
  const actions = providers.flatMap(({ slug, actions }) =>
    actions.map(
      ({ id, title, effect }) => `- [${slug}/${id}](${origins.docsUrl}${agentPathOf(slug, id)}): ${title} (${effect})`,
    ),
  );
  return [
    "# svc",
    "",
    "> A self-hosted integration service: typed actions at providers, under credentials that the caller never sees, with a record that tells the truth about every write.",
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

/** Returns `/llms-full.txt`: every page, one after the other, each under its address. */
export function llmsFullText(pages: readonly DocsPage[], origins: Origins): string {
  const texts = pages.map((page) => `Source: ${origins.docsUrl}${page.path}\n\n${page.markdown.trimEnd()}`);
  return `${texts.join("\n\n---\n\n")}\n`;
}
