/**
 * Resolves names. Providers' are looked up with the system's resolver (getaddrinfo), so that `/etc/hosts` applies. A
 * lookup blocks one of the process's few resolver threads until it finishes, which can take far longer than a dial waits.
 * So each name is looked up once at a time, and a name that was found before never has to wait. Old addresses do no harm:
 * the names are fixed in the code, and TLS proves the server's identity.
 *
 * Webhook hosts are looked up at the name servers directly (c-ares). A service client chooses these names and may control
 * their name servers. So an unresponsive server must not block any of the system resolver's threads, and neither
 * `/etc/hosts` nor a search domain may lead a name into the operator's network.
 */
import { ADDRCONFIG, type LookupAddress } from "node:dns";
import { lookup, Resolver } from "node:dns/promises";
import { minuteMs } from "../../domain/clock/units.ts";
import { type MachineNotes, unwatchedMachine } from "../../domain/machine/watch.ts";

/**
 * Looks up a name.
 * @param signal aborted when the response is no longer wanted.
 * @returns its addresses; none, or a rejection, if the lookup failed.
 */
export type NameLookup = (hostname: string, signal: AbortSignal) => Promise<readonly LookupAddress[]>;

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

/** Options of {@link createWebhookNames}. */
type WebhookNamesOptions = {
  /**
   * The time limit for each name server. c-ares may notice a timeout late, by up to the same time again or a second.
   */
  serverTimeoutMs: number;
  /** Name servers, such as `127.0.0.1:5353`; those in `/etc/resolv.conf` by default. */
  servers?: readonly string[];
};

/** RFC 6761 §6.3: these names mean this host and need no name server. A live server refuses their addresses. */
const localName = /(?:^|\.)localhost\.?$/;
const localAddresses: readonly LookupAddress[] = [
  { address: "127.0.0.1", family: 4 },
  { address: "::1", family: 6 },
];

/** Creates the lookup. It caches nothing: each lookup reads the current `/etc/resolv.conf`. */
export function createWebhookNames({ serverTimeoutMs, servers }: WebhookNamesOptions): NameLookup {
  return async (hostname, signal) => {
    if (localName.test(hostname)) return localAddresses;
    signal.throwIfAborted();
    // One resolver per lookup: a name server that failed for one name must not count as failed for another.
    const resolver = new Resolver({ timeout: serverTimeoutMs, maxTimeout: serverTimeoutMs, tries: 1 });
    if (servers !== undefined) resolver.setServers(servers);
    const cancel = (): void => resolver.cancel();
    signal.addEventListener("abort", cancel);
    try {
      const [ipv4, ipv6] = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
      return [...toAddresses(ipv4, 4), ...toAddresses(ipv6, 6)];
    } finally {
      signal.removeEventListener("abort", cancel);
    }
  };
}

/**
 * Creates the lookup for names that the operator lists: the system's resolver, so that `/etc/hosts` and search domains
 * apply. Each name is looked up once at a time, so a slow one blocks one of its threads, and nothing is remembered.
 */
export function createListedNames(ask: (hostname: string) => Promise<LookupAddress[]> = askAll): NameLookup {
  const underWay = new Map<string, Promise<readonly LookupAddress[]>>();
  return async (hostname) => {
    const response = underWay.get(hostname) ?? ask(hostname).finally(() => underWay.delete(hostname));
    underWay.set(hostname, response);
    return await response;
  };
}

function askAll(hostname: string): Promise<LookupAddress[]> {
  return lookup(hostname, { all: true, hints: ADDRCONFIG });
}

function toAddresses(response: PromiseSettledResult<string[]>, family: 4 | 6): LookupAddress[] {
  return response.status === "fulfilled" ? response.value.map((address) => ({ address, family })) : [];
}
