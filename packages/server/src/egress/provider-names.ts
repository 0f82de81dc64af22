/**
 * Addresses of providers, from the system's resolver (getaddrinfo), so that `/etc/hosts` counts. It holds one of the few
 * threads that the process has for this until the resolver answers, which can take far longer than a dial waits: a name is
 * looked up once at a time, and a name that was found before never has to wait for it. Old addresses do no harm: the names
 * are fixed in the code, and TLS proves who answers.
 */
import { ADDRCONFIG, type LookupAddress } from "node:dns";
import { lookup } from "node:dns/promises";
import type { NameLookup } from "./names.ts";

/** What it needs. */
export type ProviderNamesOptions = {
  monotonicMs: () => number;
  /** How long a lookup may take before addresses that are older than {@link freshMs} are used instead. */
  patienceMs: number;
  /** Asks the system; tests give another. */
  ask?: (hostname: string) => Promise<LookupAddress[]>;
};

/** Addresses younger than this are used without a question. */
const freshMs = 60_000;

type Name = {
  /** The last good answer. */
  known: { addresses: readonly LookupAddress[]; atMs: number } | null;
  underWay: { answer: Promise<readonly LookupAddress[]>; patienceOver: Promise<void> } | null;
};

/** Makes the lookup, which remembers as many names as it is asked for: give it fixed names only. */
export function createProviderNames(options: ProviderNamesOptions): NameLookup {
  const { monotonicMs, patienceMs, ask = askSystem } = options;
  const names = new Map<string, Name>();
  const begin = (hostname: string, name: Name): NonNullable<Name["underWay"]> => {
    const answer = ask(hostname)
      .then((addresses) => {
        name.known = { addresses, atMs: monotonicMs() };
        return addresses;
      })
      .catch((error: unknown) => {
        // The name is gone. Any other fault says something about the resolver only.
        if (isNotFound(error)) name.known = null;
        if (name.known === null) throw error;
        return name.known.addresses;
      })
      .finally(() => {
        name.underWay = null;
      });
    const patienceOver = new Promise<void>((resolve) => void setTimeout(resolve, patienceMs).unref());
    return { answer, patienceOver };
  };
  return async (hostname) => {
    const name = names.get(hostname) ?? { known: null, underWay: null };
    names.set(hostname, name);
    const { known } = name;
    if (known !== null && monotonicMs() - known.atMs < freshMs) return known.addresses;
    name.underWay ??= begin(hostname, name);
    const { answer, patienceOver } = name.underWay;
    if (known === null) return await answer;
    return await Promise.race([answer, patienceOver.then(() => known.addresses)]);
  };
}

async function askSystem(hostname: string): Promise<LookupAddress[]> {
  return await lookup(hostname, { all: true, hints: ADDRCONFIG });
}

function isNotFound(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ENOTFOUND";
}
