/** The page of a provider that isn't in the box: what it is and its actions, each with a link to its own page. */
import type { Provider } from "@svc/provider-kit";
import { toAgentPath } from "./action-facts.ts";

/** The page as Markdown, at `/docs/providers/<provider>` with and without `.md`. */
export function ownProviderMarkdown(provider: Provider): string {
  const rows = provider.actions.map(({ id, title, effect, idempotency, evidence, mcp }) => {
    const strength = effect === "read" ? "–" : (evidence?.strength ?? "none");
    const link = `[\`${id}\`](${toAgentPath(provider.slug, id)})`;
    return `| ${link} | ${title} | ${effect} | ${idempotency} | ${strength} | ${mcp ? "yes" : "no"} |`;
  });
  return [
    `# ${provider.name}`,
    "",
    provider.description,
    "",
    `- Slug: \`${provider.slug}\``,
    `- Requests go to \`${[provider.origin, ...Object.values(provider.origins ?? {})].join("`, `")}\` and nowhere else`,
    `- [${provider.name}'s own API documentation](${provider.docsUrl})`,
    "- This provider is not in the box: this deployment loads it",
    "",
    "| Action | What it does | Effect | Sent twice | Evidence | Agents (MCP) |",
    "| --- | --- | --- | --- | --- | --- |",
    ...rows,
    "",
  ].join("\n");
}
