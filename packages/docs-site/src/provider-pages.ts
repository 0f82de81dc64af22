/** The list of providers, and a page for each one. */
import type { Provider } from "@svc/provider-kit";
import { describeCredential, providerPage } from "@svc/server/reference";

/**
 * Returns the pages, by file in `docs/reference`.
 * @param factsOf returns further lines of the list on a provider's page.
 */
export function providerPages(
  providers: readonly Provider[],
  factsOf: (provider: Provider) => readonly string[],
): Map<string, string> {
  const pages = providers.map((provider) => {
    const page = providerPage(provider, { docs: "../../", facts: factsOf(provider) });
    return [`providers/${provider.slug}.md`, page] as const;
  });
  return new Map([["providers.md", providerList(providers)], ...pages]);
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
