/** An action's page for agents: one Markdown text with the exact schemas and the rules for calling it. */
import type { Action, Provider } from "@svc/provider-kit";
import { listFacts, renderRequest } from "./action-facts.ts";

/** @returns the Markdown at `/catalog/<provider>/actions/<action>/agent.md`. */
export function agentPage(provider: Provider, action: Action, origins: { docsUrl: string; apiUrl: string }): string {
  const rules =
    action.effect === "read"
      ? ["It changes nothing. You can call it again at any time; it needs no `Idempotency-Key`."]
      : [
          "Create one `Idempotency-Key` for this piece of work (preferably a UUIDv7), keep it, and send it with the first and every repeated request.",
          "After `ACTION_OUTCOME_UNKNOWN` do not call the action again with another key. `evidence` in the problem says whether svc looks for the effect (`automatic`), looks if you call `:settle` (`on_request`) or can't (`none`): look the execution up until it has an outcome, or have a person check at the provider and resolve it with `:resolve`.",
          "`ACTION_NOT_APPLIED` means that the response was lost and svc has proved that nothing took effect: do the work again with a new key.",
        ];
  return [
    `# ${provider.slug}/${action.id}`,
    "",
    `> ${action.title}, at ${provider.name}. ${action.description}`,
    "",
    ...listFacts(action),
    "## How to call it",
    "",
    `POST \`${origins.apiUrl}/v1/tenants/{tenant_id}/connections/{connection_id}/actions/${action.id}:execute\` with the service key as \`Authorization: Bearer …\` and \`{"input": …}\` as JSON. The connection must be \`active\`, belong to the provider \`${provider.slug}\`, and have this action among its \`grantedActions\`.`,
    "",
    ...rules.map((rule) => `- ${rule}`),
    "",
    ...(action.example === undefined ? [] : ["```sh", renderRequest(provider.slug, action), "```", ""]),
    "## Input schema",
    "",
    ...schemaBlock(action.input),
    "## Output schema",
    "",
    ...schemaBlock(action.output),
    "## More",
    "",
    `- [${provider.name}](${origins.docsUrl}/docs/providers/${provider.slug}.md): all actions of this provider`,
    `- [Executing safely](${origins.docsUrl}/docs/executing-safely.md): keys, unknown outcomes, how to resolve them`,
    `- [Lost responses](${origins.docsUrl}/docs/lost-responses.md): how svc finds out whether a request took effect`,
    `- [Error codes](${origins.docsUrl}/docs/errors.md): what each code means and who acts next`,
    "",
  ].join("\n");
}

function schemaBlock(schema: object): string[] {
  return ["```json", JSON.stringify(schema, null, 2), "```", ""];
}
