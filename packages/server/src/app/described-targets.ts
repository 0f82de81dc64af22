/** Where the server may connect to, as the loaded providers change. */
import type { EgressTarget } from "../adapters/egress/index.ts";
import type { ProviderRegistry } from "../domain/providers/registry.ts";
import { hostFinder } from "./resources.ts";
import { listTargets, type OriginConfig } from "./sandbox.ts";

/** The targets of the current providers. */
export type CurrentTargets = {
  targets: () => readonly EgressTarget[];
  /** The host of a provider's service, or of one of its further origins, for traces. */
  hostOf: ReturnType<typeof hostFinder>;
};

/**
 * Adds the targets of providers that are described by data to the others. In a sandbox they have to be on this machine,
 * as everything has.
 * @param fixed the targets of the providers that are code.
 */
export function currentTargets(
  registry: ProviderRegistry,
  fixed: readonly EgressTarget[],
  { config, sandbox }: { config: OriginConfig; sandbox: boolean },
): CurrentTargets {
  const targets = registry.derive(({ described }) => [
    ...fixed,
    ...described.flatMap(({ provider, origin }) => listTargets(provider, sandbox ? origin : null, config)),
  ]);
  const finder = registry.derive(() => hostFinder(targets()));
  return { targets, hostOf: (provider, service, origin) => finder()(provider, service, origin) };
}
