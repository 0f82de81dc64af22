/** The texts about calling an action, for the provider's page and for the action's own page for agents. */
import type { Action } from "@svc/provider-kit";
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
