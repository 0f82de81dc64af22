/** Logos of providers from Simple Icons (CC0), and the cards that show them. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Provider } from "@svc/provider-kit";
import { describeCredential } from "@svc/server/reference";

/** Icons by name. Each is the content of a 24 by 24 SVG in the text's color. */
const { icons } = JSON.parse(
  readFileSync(fileURLToPath(import.meta.resolve("@iconify-json/simple-icons/icons.json")), "utf8"),
) as { icons: Record<string, { body: string }> };

/** Returns a provider's logo as HTML: the icon of its slug, or its first letter if there's no such icon. */
export function providerLogo(slug: string): string {
  const icon = icons[slug];
  const inner =
    icon === undefined
      ? slug.slice(0, 1).toUpperCase()
      : `<svg viewBox="0 0 24 24" width="24" height="24">${icon.body}</svg>`;
  return `<span class="provider-logo" aria-hidden="true">${inner}</span>`;
}

/** Returns an HTML gallery of the providers, with a link to each provider's page. */
export function providerCards(providers: readonly Provider[]): string {
  const cards = providers.map((provider) => {
    const { slug, name, description, actions } = provider;
    const forAgents = actions.filter(({ mcp }) => mcp).length;
    const agents = forAgents === 0 ? "" : ` · ${forAgents} for agents`;
    return [
      `<a class="provider-card" href="/docs/providers/${slug}">${providerLogo(slug)}`,
      `<span class="provider-name">${name}</span>`,
      `<span class="provider-text">${description}</span>`,
      `<span class="provider-facts">${describeCredential(provider)} · ${actions.length} actions${agents}</span></a>`,
    ].join("");
  });
  return `<div class="provider-cards">${cards.join("")}</div>\n`;
}
