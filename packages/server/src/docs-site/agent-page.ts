/** An action as an agent needs it: one Markdown text with the schemas word by word and the rules of calling it. */
import type { Action, Provider } from "@svc/provider-kit";
import { factsOf, requestOf } from "./provider-pages.ts";

/** @returns the Markdown of `/catalog/<provider>/actions/<action>/agent.md`. */
export function agentPage(provider: Provider, action: Action, origins: { docsUrl: string; apiUrl: string }): string {
  const rules =
    action.effect === "read"
      ? ["It changes nothing. It may be called again at any time; it needs no `Idempotency-Key`."]
      : [
          "Make one `Idempotency-Key` for this piece of work (a UUIDv7 is best), keep it, and send it with the first and with every repeated request.",
          "After `ACTION_OUTCOME_UNKNOWN` do not call the action again with another key: look the execution up, look at the provider, then settle it by `:resolve`.",
        ];
  return [
    `# ${provider.slug}/${action.id}`,
    "",
    `> ${action.title}, at ${provider.name}. ${action.description}`,
    "",
    ...factsOf(action),
    "## How to call it",
    "",
    `POST \`${origins.apiUrl}/v1/tenants/{tenant_id}/connections/{connection_id}/actions/${action.id}:execute\` with the service key as \`Authorization: Bearer …\` and \`{"input": …}\` as JSON. The connection must be \`active\`, of the provider \`${provider.slug}\`, and have this action among its \`grantedActions\`.`,
    "",
    ...rules.map((rule) => `- ${rule}`),
    "",
    ...requestOf(action),
    "## Input schema",
    "",
    ...schemaBlock(action.input),
    "## Output schema",
    "",
    ...schemaBlock(action.output),
    "## More",
    "",
    `- [${provider.name}](${origins.docsUrl}/docs/providers/${provider.slug}.md): all actions of this provider`,
    `- [Executing safely](${origins.docsUrl}/docs/executing-safely.md): keys, unknown outcomes, how to settle them`,
    `- [Error codes](${origins.docsUrl}/docs/errors.md): what each code means and who acts next`,
    "",
  ].join("\n");
}

function schemaBlock(schema: object): string[] {
  return ["```json", JSON.stringify(schema, null, 2), "```", ""];
}
