/**
 * Addresses of webhook hosts, asked of the name servers directly (c-ares). Their names and name servers belong to whoever
 * registered the endpoint: a server that never answers must hold none of the threads that the system's resolver works in,
 * and neither `/etc/hosts` nor a search domain may lead a name into the operator's network.
 */
import { Resolver } from "node:dns/promises";
import type { LookupAddress } from "node:dns";
import type { NameLookup } from "./names.ts";

/** What it needs. */
export type WebhookNamesOptions = {
  /** How long each name server may take; c-ares can notice the end late, by as much again or a second. */
  serverTimeoutMs: number;
  /** Name servers, such as `127.0.0.1:5353`; those of `/etc/resolv.conf` unless given. */
  servers?: readonly string[];
};

/** RFC 6761 §6.3: such a name is this host, and no name server is asked. A live server refuses the addresses. */
const localName = /(?:^|\.)localhost\.?$/;
const localAddresses: readonly LookupAddress[] = [
  { address: "127.0.0.1", family: 4 },
  { address: "::1", family: 6 },
];

/** Makes the lookup. It remembers nothing: each lookup reads `/etc/resolv.conf` as it is then. */
export function createWebhookNames({ serverTimeoutMs, servers }: WebhookNamesOptions): NameLookup {
  return async (hostname, signal) => {
    if (localName.test(hostname)) return localAddresses;
    signal.throwIfAborted();
    // One for each lookup: a name server that failed for one name must not count as failed for another's.
    const resolver = new Resolver({ timeout: serverTimeoutMs, maxTimeout: serverTimeoutMs, tries: 1 });
    if (servers !== undefined) resolver.setServers(servers);
    const cancel = (): void => resolver.cancel();
    signal.addEventListener("abort", cancel);
    try {
      const [ipv4, ipv6] = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
      return [...addressesOf(ipv4, 4), ...addressesOf(ipv6, 6)];
    } finally {
      signal.removeEventListener("abort", cancel);
    }
  };
}

function addressesOf(answer: PromiseSettledResult<string[]>, family: 4 | 6): LookupAddress[] {
  return answer.status === "fulfilled" ? answer.value.map((address) => ({ address, family })) : [];
}
