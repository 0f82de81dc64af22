/** A provider as commands and operators see it. */
import { authorizationOrigin, needsApp, takesApp, tokenOrigin } from "../domain/auth-kinds/table.ts";
import type { OperatorProvider } from "../entry/cli/environment.ts";
import type { Config } from "./config.ts";
import type { RegisteredProvider } from "./providers.ts";

/** @param listedOrigins the operator's lists of servers. */
export function operatorProvider(
  { provider, source }: Pick<RegisteredProvider, "provider" | "source">,
  listedOrigins: Config["listedOrigins"],
): OperatorProvider {
  const { origin, origins: further = {}, isSelfHosted } = provider;
  const listed = isSelfHosted === true ? (listedOrigins.get(provider.slug) ?? []) : null;
  const own = listed?.map(({ address }) => address) ?? [origin];
  const origins = [...own, ...Object.values(further), authorizationOrigin(provider), tokenOrigin(provider)];
  const hosts = [...new Set(origins.filter((one) => one !== null))].map((one) => new URL(one).host);
  return {
    slug: provider.slug,
    actions: provider.actions,
    needsApp: needsApp(provider),
    takesApp: takesApp(provider),
    hasEvents: provider.events !== undefined,
    offersSecret: provider.events?.offeredSecret !== undefined,
    hosts,
    listedOrigins: listed,
    source,
  };
}
