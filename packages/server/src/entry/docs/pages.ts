/**
 * The list of the documentation's pages, `/llms.txt`, which has it in the llmstxt.org format, and parts of pages: headings'
 * anchors, samples of code, which the site shows as tabs and GitHub below each other, and a content security policy inside
 * a page.
 */
import type { Provider } from "@svc/provider-kit";
import { toAgentPath } from "./action-facts.ts";
import type { CodeSample } from "@svc/contract";

/** The addresses of a deployment's two parts. */
export type Origins = { docsUrl: string; apiUrl: string };

/** Returns a title, a quoted summary, two paragraphs, then lists of links under second-level headings. */
export function llmsText(pages: readonly PageEntry[], providers: readonly Provider[], origins: Origins): string {
  const link = (page: PageEntry): string =>
    `- [${linkName(page)}](${origins.docsUrl}${toMarkdownPath(page.path)}): ${page.summary}`;
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

/** A page's name in a list without sections: guides and groups of the API, home and the program have the same titles. */
function linkName({ path, title }: PageEntry): string {
  if (path === "/") return "Documentation home";
  return path.startsWith("/docs/api/") ? `API: ${title}` : title;
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

/** Returns the samples' blocks; a single one needs no label. */
export function codeTabs(samples: readonly CodeSample[]): string[] {
  const isSingle = samples.length === 1;
  const blocks = samples.flatMap(({ language, label, code }) => [
    isSingle ? `\`\`\`${language}` : `\`\`\`${language} [${label}]`,
    code,
    "```",
    "",
  ]);
  return isSingle ? blocks : ["<!-- code-group -->", "", ...blocks, "<!-- /code-group -->", ""];
}

/** Returns a heading's anchor: lower case, words joined with hyphens, everything else dropped, as on GitHub. */
export function toAnchor(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
    .trim()
    .replaceAll(/\s+/g, "-");
}

/** Creates the anchors of one page: a repeated heading gets a number, as on GitHub. */
export function createAnchors(): (heading: string) => string {
  const seen = new Map<string, number>();
  return (heading) => {
    const anchor = toAnchor(heading);
    const count = seen.get(anchor) ?? 0;
    seen.set(anchor, count + 1);
    return count === 0 ? anchor : `${anchor}-${count}`;
  };
}

/**
 * Returns a policy as a tag in the page itself, for hosts that serve it without the header. Browsers ignore
 * `frame-ancestors` there.
 */
export function policyTag(policy: string): string {
  const directives = policy.split("; ").filter((directive) => !directive.startsWith("frame-ancestors"));
  return `<meta http-equiv="Content-Security-Policy" content="${directives.join("; ")}">`;
}
