/** The documentation that follows from the code: a page an error code, a page a provider, and `llms.txt`. */
import { errorCodes, errorTable, type ErrorCode } from "@svc/contract";
import type { Action, Provider } from "@svc/provider-kit";
import { anchorOf } from "./anchor.ts";

/** One page, as Markdown. `path` is its place under the docs origin, without an ending. */
export type DocsPage = { path: string; title: string; summary: string; markdown: string };

/** A page for each error code, and their index. */
export function errorPages(): DocsPage[] {
  const pages = errorCodes.map(errorPage);
  const rows = errorCodes.map((code) => {
    const { status, title, retryable } = errorTable[code];
    return `| [\`${code}\`](/docs/errors/${code}) | ${status} | ${title} | ${retryable ? "yes" : "no"} |`;
  });
  const summary = "Every code that the service answers with, its status, and whether the request may be sent again.";
  const markdown = [
    "# Error codes",
    "",
    `${summary} Errors are RFC 9457 problem documents; branch on \`code\`, never on \`detail\`.`,
    "",
    "| Code | Status | Title | May be sent again |",
    "| --- | --- | --- | --- |",
    ...rows,
    "",
  ].join("\n");
  return [{ path: "/docs/errors", title: "Error codes", summary, markdown }, ...pages];
}

function errorPage(code: ErrorCode): DocsPage {
  const entry = errorTable[code];
  const again = entry.retryable
    ? "Yes: the same request with the same key may be sent again, and it cannot act twice."
    : "No: sending it again as it is changes nothing, or is not safe.";
  const key = entry.freesKey
    ? "The idempotency key is free again: the same key with the same body makes a new recorded attempt."
    : "The idempotency key, if it was claimed, keeps this answer.";
  const wait =
    entry.retryAfterSeconds === undefined
      ? []
      : ["", `It carries \`Retry-After\` (${entry.retryAfterSeconds} s by default).`];
  const markdown = [
    `# ${code}`,
    "",
    `**${entry.status} ${entry.title}**`,
    "",
    entry.detail,
    "",
    "| | |",
    "| --- | --- |",
    `| May it be sent again? | ${again} |`,
    `| The idempotency key | ${key} |`,
    `| Who acts next | the ${entry.next} |`.replace("the nobody", "nobody"),
    `| Exit code of \`svc\` | ${entry.exitCode} |`,
    ...wait,
    "",
  ].join("\n");
  return { path: `/docs/errors/${code}`, title: code, summary: `${entry.status} ${entry.title}`, markdown };
}

/** A page for each provider with its actions and their schemas. */
export function providerPages(providers: readonly Provider[]): DocsPage[] {
  return providers.map((provider) => ({
    path: `/docs/providers/${provider.slug}`,
    title: provider.name,
    summary: provider.description,
    markdown: [
      `# ${provider.name}`,
      "",
      provider.description,
      "",
      `Slug: \`${provider.slug}\`. Requests go to \`${provider.origin}\` and nowhere else. The provider's own documentation: <${provider.docsUrl}>.`,
      "",
      "| Action | What it does | Effect | Sent twice | Agents (MCP) |",
      "| --- | --- | --- | --- | --- |",
      ...provider.actions.map(
        (action) =>
          `| [\`${action.id}\`](#${anchorOf(action.id)}) | ${action.title} | ${action.effect} | ${action.idempotency} | ${action.mcp ? "yes" : "no"} |`,
      ),
      "",
      ...provider.actions.flatMap(actionSection),
    ].join("\n"),
  }));
}

function actionSection(action: Action): string[] {
  const key = action.effect === "read" ? [] : ["It changes something: an `Idempotency-Key` is required.", ""];
  return [
    `## ${action.id}`,
    "",
    action.description,
    "",
    ...key,
    "Input:",
    "",
    ...schemaTable(action.input),
    "",
    "Output:",
    "",
    ...schemaTable(action.output),
    "",
  ];
}

type Described = {
  type?: string;
  description?: string;
  enum?: unknown[];
  properties?: Record<string, Described>;
  required?: string[];
  items?: Described;
  "x-sensitive"?: boolean;
};

/** The fields of an object schema as a table; nested fields by dotted path. */
function schemaTable(schema: object): string[] {
  const rows = fieldRows(JSON.parse(JSON.stringify(schema)) as Described, "");
  if (rows.length === 0) return ["No fields."];
  return ["| Field | Type | Required | |", "| --- | --- | --- | --- |", ...rows];
}

function fieldRows(schema: Described, prefix: string): string[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    const path = `${prefix}${name}`;
    const type =
      field.enum === undefined ? (field.type ?? "any") : field.enum.map((value) => `\`${String(value)}\``).join(", ");
    const required = (schema.required ?? []).includes(name) ? "yes" : "no";
    const mark = field["x-sensitive"] === true ? " **Secret:** never recorded, logged or replayed." : "";
    const row = `| \`${path}\` | ${type} | ${required} | ${field.description ?? ""}${mark} |`;
    const inner = field.items === undefined ? fieldRows(field, `${path}.`) : fieldRows(field.items, `${path}[].`);
    return [row, ...inner];
  });
}

/** `/llms.txt`, in the llmstxt.org form: a title, a quoted summary, and lists of links. */
export function llmsText(pages: readonly DocsPage[], origins: { docsUrl: string; apiUrl: string }): string {
  const link = (page: DocsPage): string => `- [${page.title}](${origins.docsUrl}${page.path}.md): ${page.summary}`;
  const isError = (page: DocsPage): boolean => page.path.startsWith("/docs/errors/");
  const isProvider = (page: DocsPage): boolean => page.path.startsWith("/docs/providers/");
  const guides = pages.filter((page) => !isError(page) && !isProvider(page));
  return [
    "# svc",
    "",
    "> A self-hosted integration service: typed actions at providers, under credentials that the caller never sees, with a record that tells the truth about every write.",
    "",
    `The API is at ${origins.apiUrl}, described by [OpenAPI 3.1](${origins.apiUrl}/openapi.json); the public catalog of providers and actions is [JSON](${origins.apiUrl}/api/catalog/v1/providers).`,
    "A changing action needs an `Idempotency-Key`. After `ACTION_OUTCOME_UNKNOWN` never repeat the action with a new key: look the execution up and settle it.",
    "",
    "## Guides",
    "",
    ...guides.map(link),
    "",
    "## Providers",
    "",
    ...pages.filter(isProvider).map(link),
    "",
    "## Optional",
    "",
    ...pages.filter(isError).map(link),
    "",
  ].join("\n");
}

/** `/llms-full.txt`: every page, one after the other. */
export function llmsFullText(pages: readonly DocsPage[]): string {
  return pages.map((page) => page.markdown.trimEnd()).join("\n\n---\n\n") + "\n";
}
