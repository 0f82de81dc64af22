/**
 * A provider's page: what it is, and every action with its fields and a request to copy. From the provider's own files.
 */
import { actionSamples } from "@svc/contract";
import { staticAuthOf, type Action, type Provider } from "@svc/provider-kit";
import { originsVariable } from "../../domain/catalog/listed-origins.ts";
import { toAgentPath, listFacts, renderRequest } from "./action-facts.ts";
import { toAnchor, codeTabs } from "./parts.ts";
import { schemaTable } from "./schema-table.ts";

/** Returns how a provider's accounts are connected, in words. */
export function describeCredential({ auth }: Provider): string {
  return auth.map((one) => (one.kind === "static_credential" ? (one.noun ?? "token") : "OAuth")).join(" or ");
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
    `- [${provider.name}'s own API documentation](${provider.docsUrl})`,
    ...at.facts,
    "",
    `The requests on this page work unchanged in a sandbox. The [quickstart](${at.docs}quickstart.md#5-read-and-write) sets \`TENANT\` and \`CONNECTION\`, and makes the \`connection\` of the SDKs.`,
    "",
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
    ...provider.actions.flatMap((action) => actionSection(provider, action)),
  ].join("\n");
}

function describeOrigins({ slug, origin, origins = {}, isSelfHosted }: Provider): string {
  if (isSelfHosted === true) return `the servers that the operator lists in \`${originsVariable(slug)}\``;
  return `\`${[origin, ...Object.values(origins)].join("`, `")}\``;
}

function describeExchange(provider: Provider): string {
  const tokenOrigin = staticAuthOf(provider)?.tokenOrigin;
  return tokenOrigin === undefined ? "" : `, the credential to \`${tokenOrigin}\` for a token,`;
}

/** The fields that a user fills in, which are also those of an imported credential. */
function credentialSection(provider: Provider, docs: string): string[] {
  const auth = staticAuthOf(provider);
  if (auth === null) return [];
  return [
    "## The credential",
    "",
    `What the user enters on the Connect page, or what you [import](${docs}moving.md):`,
    "",
    ...schemaTable(auth.submission),
    "",
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
