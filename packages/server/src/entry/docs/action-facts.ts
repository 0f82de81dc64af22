/** The texts about calling an action, for the provider's page and for the action's own page for agents. */
import type { Action, Provider } from "@svc/provider-kit";
import { exampleKeyFor } from "@svc/contract";

/** Returns the path of an action's page for agents. */
export function toAgentPath(slug: string, actionId: string): string {
  return `/catalog/${slug}/actions/${actionId}/agent.md`;
}

/** Returns the facts that determine how the action is called. */
export function listFacts(action: Action): string[] {
  const scopes = action.requiredScopes.map((scope) => `\`${scope}\``).join(", ");
  const twice = {
    safe: "changes nothing, so it needs no key",
    idempotent: "has the effect of a single call; it still takes an `Idempotency-Key`",
    unsafe: "may act twice, unless it carries the same `Idempotency-Key`",
  }[action.idempotency];
  return [
    `- Effect: **${action.effect}**`,
    `- Sent twice: ${twice}`,
    ...describeLostResponse(action),
    ...describeApproval(action),
    `- Scopes of the provider: ${scopes === "" ? "none" : scopes}`,
    `- Output: ${action.sensitiveOutput ? "contains data that must not be stored; only a summary is recorded" : "recorded as a summary"}`,
    `- Agents over MCP: ${action.mcp ? "yes" : "no"}`,
    "",
  ];
}

/** Describes what svc does about a changing request whose response is lost. */
function describeLostResponse({ effect, evidence }: Action): string[] {
  if (effect === "read") return [];
  if (evidence === null) return ["- Answer lost: only a person can find out and resolve it (evidence: **none**)"];
  const needs = evidence.needs.map((need) => `\`${need}\``).join(" and ");
  const granted = needs === "" ? "" : ` with ${needs}, which the connection needs as well`;
  return [`- Answer lost: svc looks for the effect${granted} (evidence: **${evidence.strength}**)`];
}

/** Describes what the person who approves a change sees. */
function describeApproval({ effect, preview }: Action): string[] {
  if (effect === "read") return [];
  if (preview === null) return ["- Approval: a person sees the input"];
  const needs = preview.needs.map((need) => `\`${need}\``).join(" and ");
  return [
    `- Approval: a person sees the input, and a preview of the change, read with ${needs}, which the connection needs as well`,
  ];
}

/** Returns a working request, with the action author's example; "" without one. */
export function renderRequest(slug: string, action: Action): string {
  if (action.example === undefined) return "";
  const key = action.effect === "read" ? "" : ` -H 'Idempotency-Key: ${exampleKeyFor(slug, action.id)}'`;
  const body = JSON.stringify({ input: action.example }).replaceAll("'", "'\\''");
  return [
    `curl -sS "$SVC_API_URL/v1/tenants/$TENANT/connections/$CONNECTION/actions/${action.id}:execute" \\`,
    `  -H "Authorization: Bearer $SVC_TOKEN" -H 'Content-Type: application/json'${key} \\`,
    `  -d '${body}'`,
  ].join("\n");
}

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
