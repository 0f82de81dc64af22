/**
 * The providers of this process, as one snapshot that is replaced as a whole. Some are code, and stay while the process
 * runs; others are described by data, and change with the database. A call that keeps an action keeps it unchanged.
 */
import type { Provider } from "@svc/provider-kit";

/** A provider that is described by data. */
export type DescribedProvider = {
  provider: Provider;
  /** Where it is, and the origin of this address. */
  url: string;
  origin: string;
  /** The origins of its authorization server's pages and of its token endpoint; null without one. */
  authorization: { origin: string; tokenOrigin: string } | null;
  /** How often its description was changed. */
  version: number;
  /** SHA-256 over the description, in hexadecimal. */
  digest: string;
};

/** Everything that is loaded at one moment. */
export type ProviderSnapshot = {
  /** All of them: first those that are code. */
  providers: readonly Provider[];
  described: readonly DescribedProvider[];
};

/** The current snapshot, and everything that is made from it. */
export type ProviderRegistry = {
  current(): ProviderSnapshot;
  /** Replaces those that are described by data. @throws RangeError if two providers have the same slug. */
  replace(described: readonly DescribedProvider[]): void;
  /** Returns a function that makes its value once for each snapshot, at its first use. */
  derive<Value>(make: (snapshot: ProviderSnapshot) => Value): () => Value;
  /** Calls the function after each replacement. */
  onReplaced(listener: (snapshot: ProviderSnapshot) => void): void;
};

/** @param coded the providers that are code. */
export function createProviderRegistry(coded: readonly Provider[]): ProviderRegistry {
  const listeners: ((snapshot: ProviderSnapshot) => void)[] = [];
  let current: ProviderSnapshot = { providers: coded, described: [] };
  return {
    current: () => current,
    replace(described) {
      const providers = [...coded, ...described.map(({ provider }) => provider)];
      if (new Set(providers.map(({ slug }) => slug)).size !== providers.length) {
        throw new RangeError("Two providers have the same slug.");
      }
      current = { providers, described };
      for (const listener of listeners) listener(current);
    },
    derive(make) {
      let made: { from: ProviderSnapshot; value: ReturnType<typeof make> } | undefined;
      return () => {
        if (made?.from !== current) made = { from: current, value: make(current) };
        return made.value;
      };
    },
    onReplaced: (listener) => void listeners.push(listener),
  };
}
