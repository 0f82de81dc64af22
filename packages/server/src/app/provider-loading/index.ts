/** The providers of this deployment: the built-in ones, and those that `SVC_PROVIDERS` names. */
import { type LoadContext, loadProvider } from "./load.ts";
import { ProviderFault } from "./place.ts";
import { registeredProviders, type RegisteredProvider } from "../providers.ts";
import { readProviderNames } from "../config.ts";
import type { Variables } from "../own-variables.ts";
import { version } from "../own-process.ts";

export { ProviderFault };
export { loadProvider, type LoadContext } from "./load.ts";

/** Loads the providers that a deployment's variables name, from this working directory. */
export function loadDeployed(variables?: Variables): Promise<LoadedProviders> {
  return loadNamed(readProviderNames(variables));
}

/** Loads packages and folders by name, from this working directory. */
export function loadNamed(names: readonly string[]): Promise<LoadedProviders> {
  return loadProviders(names, registeredProviders, { cwd: process.cwd(), kitVersion: version });
}

/** The usable providers, and a line for each rule that another provider breaks. */
export type LoadedProviders = { providers: readonly RegisteredProvider[]; faults: readonly string[] };

/**
 * Loads packages and folders, one after the other.
 * @param names in the form of `SVC_PROVIDERS`.
 */
export async function loadProviders(
  names: readonly string[],
  builtIn: readonly RegisteredProvider[],
  context: LoadContext,
): Promise<LoadedProviders> {
  const providers = [...builtIn];
  const faults: string[] = [];
  for (const given of names) {
    try {
      const loaded = await loadProvider(given, context);
      const taken = providers.find(({ provider }) => provider.slug === loaded.provider.slug);
      if (taken === undefined) providers.push(loaded);
      else faults.push(new ProviderFault(given, takenRule(taken)).message);
    } catch (error) {
      if (!(error instanceof ProviderFault)) throw error;
      faults.push(...error.message.split("\n"));
    }
  }
  return { providers, faults };
}

function takenRule({ provider: { slug }, source }: RegisteredProvider): string {
  return source.kind === "loaded"
    ? `the provider ${slug} is already loaded from ${source.given}`
    : `the provider ${slug} is built in and can't be replaced`;
}
