/**
 * A provider's page: what it is, and every action with its fields and a request to copy. From the provider's own files.
 * The page of a provider that isn't built in is rendered on request, because the documentation's build doesn't include
 * it.
 */
import MarkdownIt from "markdown-it";
import { actionSamples } from "@svc/contract";
import type { Action, Provider } from "@svc/provider-kit";
import { authorizationOrigin, formOf, strategyFor, tokenOrigin } from "../../domain/auth-kinds/table.ts";
import { originsVariable } from "../../domain/catalog/listed-origins.ts";
import { listFacts, renderRequest, toAgentPath } from "./action-facts.ts";
import { codeTabs, toAnchor } from "./pages.ts";
import { schemaTable } from "./schema-table.ts";
import { markup } from "../html/markup.ts";

/** Returns how a provider's accounts are connected, in words. */
export function describeCredential({ auth }: Provider): string {
  const forms = auth.map((one) => strategyFor(one.kind).form(one));
  return forms.map(credentialWord).join(" or ");
}

function credentialWord(form: ReturnType<typeof formOf>): string {
  if (form === null) return "OAuth";
  return form.fields.length === 0 ? "no credential" : (form.noun ?? "token");
}

/**
 * Returns the page as Markdown.
 * @param at.docs the beginning of a link to another page of the documentation. @param at.facts further lines of the
 * list.
 */
export function providerPage(provider: Provider, at: { docs: string; facts: readonly string[] }): string {
  return [
    `# ${provider.name}`,
    "",
    provider.description,
    "",
    `- Slug: \`${provider.slug}\``,
    `- Connected with: ${describeCredential(provider)}`,
    `- Requests go to ${describeOrigins(provider)}${describeExchange(provider)} and nowhere else`,
    // What is described by data has none: the address of its server stands for it.
    ...(provider.docsUrl === provider.origin
      ? []
      : [`- [${provider.name}'s own API documentation](${provider.docsUrl})`]),
    ...at.facts,
    "",
    ...(provider.actions.some(({ example }) => example !== undefined) ? [requestsNote(at.docs), ""] : []),
    "| Action | What it does | Effect | Sent twice | Evidence | Request as well | Agents (MCP) |",
    "| --- | --- | --- | --- | --- | --- | --- |",
    ...provider.actions.map(
      (action) =>
        `| [\`${action.id}\`](#${toAnchor(action.id)}) | ${action.title} | ${action.effect} | ${action.idempotency} | ${strengthOf(action)} | ${needsOf(action)} | ${action.mcp ? "yes" : "no"} |`,
    ),
    "",
    `Evidence is how much the provider can prove [if a response is lost](${at.docs}lost-responses.md). svc can only look with the read actions under "Request as well", so request them in the same Connect session.`,
    "",
    ...credentialSection(provider, at.docs),
    ...eventsSection(provider, at.docs),
    ...provider.actions.flatMap((action) => actionSection(provider, action)),
  ].join("\n");
}

function requestsNote(docs: string): string {
  return `The requests on this page work unchanged in a sandbox. The [quickstart](${docs}quickstart.md#5-read-and-write) sets \`TENANT\` and \`CONNECTION\`, and makes the \`connection\` of the SDKs.`;
}

function describeOrigins({ slug, origin, origins = {}, isSelfHosted }: Provider): string {
  if (isSelfHosted === true) return `the servers that the operator lists in \`${originsVariable(slug)}\``;
  return `\`${[origin, ...Object.values(origins)].join("`, `")}\``;
}

function describeExchange(provider: Provider): string {
  const origin = authorizationOrigin(provider) === null ? tokenOrigin(provider) : null;
  return origin === null ? "" : `, the credential to \`${origin}\` for a token,`;
}

/** The fields that a user fills in, which are also those of an imported credential. */
function credentialSection(provider: Provider, docs: string): string[] {
  const form = formOf(provider);
  if (form === null || form.fields.length === 0) return [];
  return [
    "## The credential",
    "",
    `What the user enters on the Connect page, or what you [import](${docs}moving.md):`,
    "",
    ...schemaTable(form.submission),
    "",
  ];
}

/** The kinds of events that svc takes from the provider, with the fields of each. */
function eventsSection({ slug, events }: Provider, docs: string): string[] {
  if (events === undefined) return [];
  return [
    "## Events",
    "",
    `A Connect session can ask for [events](${docs}events-in.md), as in \`--event ${events.types[0].type}\`. In the log, a type begins with \`provider.${slug}.\`.`,
    "",
    ...events.types.flatMap(({ type, description, requiredScopes, data }) => [
      `### Event ${type}`,
      "",
      `${description} Scopes: ${requiredScopes.length === 0 ? "none" : requiredScopes.map((scope) => `\`${scope}\``).join(", ")}.`,
      "",
      ...schemaTable(data),
      "",
    ]),
  ];
}

function strengthOf({ effect, evidence }: Action): string {
  return effect === "read" ? "–" : (evidence?.strength ?? "none");
}

/** The actions that a look uses, which a Connect session has to request too. */
function needsOf({ evidence }: Action): string {
  return evidence === null ? "–" : evidence.needs.map((id) => `\`${id}\``).join(", ");
}

function actionSection(provider: Provider, action: Action): string[] {
  return [
    `## ${action.id}`,
    "",
    action.description,
    "",
    ...listFacts(action),
    `For agents: \`${toAgentPath(provider.slug, action.id)}\`.`,
    "",
    ...requestTabs(provider, action),
    `### Input of ${action.id}`,
    "",
    ...schemaTable(action.input),
    "",
    `### Output of ${action.id}`,
    "",
    ...schemaTable(action.output),
    "",
  ];
}

function requestTabs({ slug }: Provider, action: Action): string[] {
  const { id, effect, example } = action;
  if (example === undefined) return [];
  const http = { language: "sh", label: "HTTP", code: renderRequest(slug, action) } as const;
  return codeTabs([http, ...actionSamples(slug, { id, effect, example })]);
}

/**
 * The page as HTML, at `/docs/providers/<provider>`.
 * @param frame the built page of all providers, which supplies everything around the content except its scripts: they
 * would restore that page's text.
 */
export function ownProviderHtml(provider: Provider, frame: string): string {
  const text = ownProviderMarkdown(provider).replaceAll(/^<!-- \/?code-group -->$/gm, "");
  const main = markup`<div class="content-body vp-doc">${{ html: renderer.render(text) }}</div>`.html;
  const parts: [RegExp, string][] = [
    [/<script type="module"[^>]*><\/script>|<link rel="modulepreload"[^>]*>/g, ""],
    // Without scripts they would do nothing.
    [/<button[^>]*>.*?<\/button>/gs, ""],
    [/(<title>)[^<]*/, markup`${provider.name} · svc`.html],
    [/(<meta name="description" content=")[^"]*/, markup`${provider.description}`.html],
    [/(<link rel="alternate" type="text\/markdown" href=")[^"]*/, `/docs/providers/${provider.slug}.md`],
    [/(<main[^>]*>).*(?=<\/main>)/s, main],
  ];
  return parts.reduce(
    (page, [place, put]) =>
      page.replace(place, (_all, kept: unknown) => `${typeof kept === "string" ? kept : ""}${put}`),
    frame,
  );
}

/** Markdown as the documentation's build renders it, without its tabs. HTML in a text is shown, never used. */
const renderer = new MarkdownIt();
renderer.renderer.rules["heading_open"] = (tokens, index, options, _env, self) => {
  tokens[index]?.attrSet("id", toAnchor(tokens[index + 1]?.content ?? ""));
  return self.renderToken(tokens, index, options);
};
renderer.renderer.rules["table_open"] = () => '<table tabindex="0">\n';
renderer.renderer.rules["link_open"] = (tokens, index, options, _env, self) => {
  const href = String(tokens[index]?.attrGet("href") ?? "");
  tokens[index]?.attrSet("href", href.startsWith("/docs/") ? href.replace(/\.md(?=#|$)/, "") : href);
  return self.renderToken(tokens, index, options);
};
renderer.renderer.rules["fence"] = (tokens, index) => {
  const { info = "", content = "" } = tokens[index] ?? {};
  const [, language = "", label = language] = /^(\w*)(?: \[(.*)\])?$/.exec(info) ?? [];
  return markup`<div class="language-${language}"><span class="lang">${label}</span><pre tabindex="0"><code>${content}</code></pre></div>
`.html;
};

/** The page as Markdown, at `/docs/providers/<provider>.md`. */
export function ownProviderMarkdown(provider: Provider): string {
  const facts = ["- This provider is not built in: this deployment loads it"];
  return providerPage(provider, { docs: "/docs/", facts });
}
