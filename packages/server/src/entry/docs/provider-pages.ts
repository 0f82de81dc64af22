/** Pages for the providers with every action, from the provider's own files. */
import type { Action, Provider } from "@svc/provider-kit";
import { anchorOf } from "./anchor.ts";
import type { DocsPage } from "./page.ts";
import { schemaTable } from "./schema-table.ts";

/** Returns a page for each provider with its actions, their schemas and a working request. */
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
      "The requests on this page work unchanged against a sandbox; see the [quickstart](/docs/quickstart) for `TENANT` and `CONNECTION`.",
      "",
      "| Action | What it does | Effect | Sent twice | Agents (MCP) |",
      "| --- | --- | --- | --- | --- |",
      ...provider.actions.map(
        (action) =>
          `| [\`${action.id}\`](#${anchorOf(action.id)}) | ${action.title} | ${action.effect} | ${action.idempotency} | ${action.mcp ? "yes" : "no"} |`,
      ),
      "",
      ...provider.actions.flatMap((action) => actionSection(provider, action)),
    ].join("\n"),
  }));
}

/** Returns the path of an action's page for agents. */
export function agentPathOf(slug: string, actionId: string): string {
  return `/catalog/${slug}/actions/${actionId}/agent.md`;
}

function actionSection(provider: Provider, action: Action): string[] {
  return [
    `## ${action.id}`,
    "",
    action.description,
    "",
    ...factsOf(action),
    `For agents: [agent.md](${agentPathOf(provider.slug, action.id)}).`,
    "",
    `### Input of ${action.id}`,
    "",
    ...schemaTable(action.input),
    "",
    `### Output of ${action.id}`,
    "",
    ...schemaTable(action.output),
    "",
    ...requestOf(action),
  ];
}

/** Returns the facts that determine how the action is called. */
export function factsOf(action: Action): string[] {
  const scopes = action.requiredScopes.map((scope) => `\`${scope}\``).join(", ");
  const twice = {
    safe: "changes nothing, so it needs no key",
    idempotent: "has the effect of a single call; it still takes an `Idempotency-Key`",
    unsafe: "may act twice, unless it carries the same `Idempotency-Key`",
  }[action.idempotency];
  return [
    `- Effect: **${action.effect}**`,
    `- Sent twice: ${twice}`,
    `- Scopes of the provider: ${scopes === "" ? "none" : scopes}`,
    `- Output: ${action.sensitiveOutput ? "contains data that must not be stored; only a summary is recorded" : "recorded as a summary"}`,
    `- Agents over MCP: ${action.mcp ? "yes" : "no"}`,
    "",
  ];
}

/** Returns a working request, with the action author's example. */
export function requestOf(action: Action): string[] {
  if (action.example === undefined) return [];
  const key = action.effect === "read" ? "" : ` -H 'Idempotency-Key: ${action.id.replaceAll(".", "-")}-1'`;
  const body = JSON.stringify({ input: action.example }).replaceAll("'", "'\\''");
  return [
    "```sh",
    `curl -sS "$SVC_API_URL/v1/tenants/$TENANT/connections/$CONNECTION/actions/${action.id}:execute" \\`,
    `  -H "Authorization: Bearer $SVC_TOKEN" -H 'Content-Type: application/json'${key} \\`,
    `  -d '${body}'`,
    "```",
    "",
  ];
}
