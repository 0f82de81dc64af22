/**
 * Resolves providers' names with the system's resolver (getaddrinfo), so that `/etc/hosts` applies. A lookup blocks one
 * of the process's few resolver threads until it finishes, which can take far longer than a dial waits. So each name is
 * looked up once at a time, and a name that was found before never has to wait. Old addresses do no harm: the names are
 * fixed in the code, and TLS proves the server's identity.
 */
import { ADDRCONFIG, type LookupAddress } from "node:dns";
import { lookup } from "node:dns/promises";
import { minuteMs } from "../../domain/clock/units.ts";
import { unwatchedMachine, type MachineNotes } from "../../domain/machine/watch.ts";
import type { NameLookup } from "./names.ts";

/** Options of {@link createProviderNames}. */
export type ProviderNamesOptions = {
  monotonicMs: () => number;
  /** How long a lookup may take before addresses older than {@link freshMs} are used instead. */
  patienceMs: number;
  /** Queries the system's resolver; tests replace it. */
  ask?: (hostname: string) => Promise<LookupAddress[]>;
  /** Knows whether this machine could look up anything; by default, it could. */
  machine?: MachineNotes | undefined;
};

/** Addresses younger than this are used without a lookup. */
const freshMs = minuteMs;

type Name = {
  /** The last successful result. */
  known: { addresses: readonly LookupAddress[]; atMs: number } | null;
  underWay: { response: Promise<readonly LookupAddress[]>; patienceOver: Promise<void> } | null;
};

/** Creates the lookup. It remembers every name it looks up, so pass fixed names only. */
export function createProviderNames(options: ProviderNamesOptions): NameLookup {
  const { monotonicMs, patienceMs, ask = askSystem, machine = unwatchedMachine } = options;
  const names = new Map<string, Name>();
  const begin = (hostname: string, name: Name): NonNullable<Name["underWay"]> => {
    const response = ask(hostname)
      .then((addresses) => {
        name.known = { addresses, atMs: monotonicMs() };
        return addresses;
      })
      .catch((error: unknown) => {
        // The name no longer exists. Any other error concerns only the resolver, and without a descriptor it reports this.
        if (isNotFound(error) && machine.shortage() === null) name.known = null;
        if (name.known === null) throw error;
        return name.known.addresses;
      })
      .finally(() => {
        name.underWay = null;
      });
    const patienceOver = new Promise<void>((resolve) => void setTimeout(resolve, patienceMs).unref());
    return { response, patienceOver };
  };
  return async (hostname) => {
    const name = names.get(hostname) ?? { known: null, underWay: null };
    names.set(hostname, name);
    const { known } = name;
    if (known !== null && monotonicMs() - known.atMs < freshMs) return known.addresses;
    name.underWay ??= begin(hostname, name);
    const { response, patienceOver } = name.underWay;
    if (known === null) return await response;
    return await Promise.race([response, patienceOver.then(() => known.addresses)]);
  };
}

async function askSystem(hostname: string): Promise<LookupAddress[]> {
  return await lookup(hostname, { all: true, hints: ADDRCONFIG });
}

function isNotFound(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ENOTFOUND";
}
