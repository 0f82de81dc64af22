/** The list of providers and a page for each one with every action, from the provider's own files. */
import { actionSamples } from "@svc/contract";
import type { Action, Provider } from "@svc/provider-kit";
import { toAgentPath, toAnchor, listFacts, renderRequest } from "@svc/server/reference";
import { codeTabs } from "./code-tabs.ts";
import { schemaTable } from "./schema-table.ts";

/** Returns the pages by their file in `docs/reference`. */
export function providerPages(providers: readonly Provider[]): Map<string, string> {
  const pages = providers.map((provider) => [`providers/${provider.slug}.md`, providerPage(provider)] as const);
  return new Map([["providers.md", providerList(providers)], ...pages]);
}

/** Returns how a provider's accounts are connected, in words. */
export function describeCredential({ auth }: Provider): string {
  return auth.map(({ kind }) => (kind === "static_credential" ? "token" : "OAuth")).join(" or ");
}

function providerList(providers: readonly Provider[]): string {
  const rows = providers.map((provider) => {
    const forAgents = provider.actions.filter(({ mcp }) => mcp).length;
    return `| [${provider.name}](providers/${provider.slug}.md) | ${provider.description} | ${describeCredential(provider)} | ${provider.actions.length} | ${forAgents} |`;
  });
  return [
    "# Providers",
    "",
    "Your users can connect accounts at these services. Each provider's page lists its actions, with every field and a request that you can copy.",
    "",
    "| Provider | What you can reach | Connected with | Actions | For agents |",
    "| --- | --- | --- | --- | --- |",
    ...rows,
    "",
    "Is one missing? [Add a provider](../new-provider.md) takes about an hour.",
    "",
  ].join("\n");
}

function providerPage(provider: Provider): string {
  return [
    `# ${provider.name}`,
    "",
    provider.description,
    "",
    `- Slug: \`${provider.slug}\``,
    `- Connected with: ${describeCredential(provider)}`,
    `- Requests go to \`${provider.origin}\` and nowhere else`,
    `- [${provider.name}'s own API documentation](${provider.docsUrl})`,
    "",
    "The requests on this page work unchanged in a sandbox. The [quickstart](../../quickstart.md#5-read-and-write) sets `TENANT` and `CONNECTION`, and makes the `connection` of the SDKs.",
    "",
    "| Action | What it does | Effect | Sent twice | Evidence | Agents (MCP) |",
    "| --- | --- | --- | --- | --- | --- |",
    ...provider.actions.map(
      (action) =>
        `| [\`${action.id}\`](#${toAnchor(action.id)}) | ${action.title} | ${action.effect} | ${action.idempotency} | ${strengthOf(action)} | ${action.mcp ? "yes" : "no"} |`,
    ),
    "",
    "Evidence is how much the provider can prove [if an answer is lost](../../lost-answers.md).",
    "",
    ...provider.actions.flatMap((action) => actionSection(provider, action)),
  ].join("\n");
}

function strengthOf({ effect, evidence }: Action): string {
  return effect === "read" ? "–" : (evidence?.strength ?? "none");
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
