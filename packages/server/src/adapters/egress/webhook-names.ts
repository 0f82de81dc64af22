/**
 * Resolves webhook hosts by querying the name servers directly (c-ares). A service client chooses these names and may
 * control their name servers. So an unresponsive server must not block any of the system resolver's threads, and
 * neither `/etc/hosts` nor a search domain may lead a name into the operator's network.
 */
import { Resolver, lookup as askSystem } from "node:dns/promises";
import { ADDRCONFIG, type LookupAddress } from "node:dns";
import type { NameLookup } from "./names.ts";

/** Options of {@link createWebhookNames}. */
export type WebhookNamesOptions = {
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
  return askSystem(hostname, { all: true, hints: ADDRCONFIG });
}

function toAddresses(response: PromiseSettledResult<string[]>, family: 4 | 6): LookupAddress[] {
  return response.status === "fulfilled" ? response.value.map((address) => ({ address, family })) : [];
}
