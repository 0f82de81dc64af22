/** Logos of providers, and the cards that show them. */
import type { Provider } from "@svc/provider-kit";
import { describeCredential } from "@svc/server/reference";

/** Returns a provider's logo as HTML, in the text's color: the one that it declares, or its first letter. */
export function providerLogo({ name, logo }: Pick<Provider, "name" | "logo">): string {
  const inner =
    logo === undefined
      ? name.slice(0, 1).toUpperCase()
      : `<svg viewBox="0 0 24 24" width="24" height="24"><path fill="currentColor" d="${logo}"/></svg>`;
  return `<span class="provider-logo" aria-hidden="true">${inner}</span>`;
}

/** Returns an HTML gallery of the providers, with a link to each provider's page. */
export function providerCards(providers: readonly Provider[]): string {
  const cards = providers.map((provider) => {
    const { slug, name, description, actions } = provider;
    const forAgents = actions.filter(({ mcp }) => mcp).length;
    const agents = forAgents === 0 ? "" : ` · ${forAgents} for agents`;
    return [
      `<a class="provider-card" href="/docs/providers/${slug}">${providerLogo(provider)}`,
      `<span class="provider-name">${name}</span>`,
      `<span class="provider-text">${description}</span>`,
      `<span class="provider-facts">${describeCredential(provider)} · ${actions.length} actions${agents}</span></a>`,
    ].join("");
  });
  return `<div class="provider-cards">${cards.join("")}</div>\n`;
}
