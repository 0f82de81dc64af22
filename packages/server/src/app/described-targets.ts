/** Where the server may connect to, as the loaded providers change. */
import type { EgressTarget } from "../adapters/egress/index.ts";
import type { DescribedProvider, ProviderRegistry } from "../domain/providers/registry.ts";
import { findAuthorizationOrigins, hostFinder } from "./resources.ts";
import type { Config } from "./config.ts";
import { listTargets, type OriginConfig } from "./sandbox.ts";

/** What the configuration says about where MCP servers may be. */
type DescribedConfig = OriginConfig & Pick<Config, "webhooks">;

/** The targets of the current providers. */
export type CurrentTargets = {
  targets: () => readonly EgressTarget[];
  /** The host of a provider's service, or of one of its further origins, for traces. */
  hostOf: ReturnType<typeof hostFinder>;
  /** Overrides of the origins of providers' authorization servers, by slug. */
  authorizationOrigins: () => ReadonlyMap<string, string>;
};

/**
 * Adds the targets of providers that are described by data to the others. In a sandbox they have to be on this machine,
 * as everything has.
 * @param fixed the targets of the providers that are code.
 */
export function currentTargets(
  registry: ProviderRegistry,
  fixed: readonly EgressTarget[],
  { config, sandbox }: { config: DescribedConfig; sandbox: boolean },
): CurrentTargets {
  const targets = registry.derive(({ described }) => [
    ...fixed,
    ...described.flatMap((one) => targetsOf(one, { config, sandbox })),
  ]);
  const finder = registry.derive(() => hostFinder(targets()));
  const authorizationOrigins = registry.derive(({ described }) => {
    const moved = described.flatMap(({ provider: { slug }, authorization }): [string, string][] =>
      sandbox && authorization !== null ? [[slug, authorization.origin]] : [],
    );
    return new Map([...findAuthorizationOrigins(fixed), ...moved]);
  });
  return {
    targets,
    hostOf: (provider, service, origin) => finder()(provider, service, origin),
    authorizationOrigins,
  };
}

/** In a sandbox, an MCP server and its authorization server are both on this machine, at ports of their own. */
function targetsOf(
  { provider, origin, authorization }: DescribedProvider,
  { config, sandbox }: { config: DescribedConfig; sandbox: boolean },
): EgressTarget[] {
  const { denied } = config.webhooks;
  return listTargets(provider, sandbox ? origin : null, config).map((target) => ({
    ...target,
    denied,
    ...(sandbox && target.service === "authorization" && authorization !== null
      ? { origin: authorization.tokenOrigin }
      : {}),
  }));
}
