/**
 * Decides which addresses a connection may reach: never one inside the operator's network, or, in a sandbox, only this
 * host. The operator can allow webhooks hosts that are private, on any port and, if marked, without TLS.
 */
import { BlockList, isIP } from "node:net";
import { once } from "../../once.ts";
import type { WebhookAllowance } from "../../domain/webhooks/url.ts";

/** A range of addresses: its first address, and the number of leading bits that its addresses share. */
export type Network = { address: string; prefix: number };

/**
 * Whether a connection may go to this address. IPv4-mapped forms and zone ids are understood; anything else is refused.
 */
export type AddressGuard = (address: string) => boolean;

/**
 * The space of public addresses: IPv4 in both of its forms, the IPv6 space that IANA assigns, and NAT64 (RFC 6052),
 * through which IPv6-only networks reach IPv4. All other IPv6 is local, reserved or a translation of IPv4.
 */
const publicSpace = ["0.0.0.0/0", "::ffff:0:0/96", "64:ff9b::/96", "2000::/3"];

const loopbackSpace = ["127.0.0.0/8", "::1/128"];

/**
 * Ranges in the public space that are not globally reachable (IANA's special-purpose registries, RFC 6890), and the
 * metadata services of clouds outside those ranges. Those at 169.254.169.254, 100.100.100.200 and 192.0.0.192 are
 * inside.
 */
const notReachable = [
  "0.0.0.0/8",
  "10.0.0.0/8",
  "100.64.0.0/10",
  "127.0.0.0/8",
  "168.63.129.16/32",
  "169.254.0.0/16",
  "172.16.0.0/12",
  "192.0.0.0/24",
  "192.0.2.0/24",
  // 6to4 relays.
  "192.88.99.0/24",
  "192.168.0.0/16",
  "198.18.0.0/15",
  "198.51.100.0/24",
  "203.0.113.0/24",
  "224.0.0.0/4",
  "240.0.0.0/4",
  // IETF protocol assignments, including Teredo, benchmarking, ORCHID and DRIP. No host gets an address here.
  "2001::/23",
  "2001:db8::/32",
  // 6to4: a tunnel to any IPv4 address.
  "2002::/16",
  "3fff::/20",
];

/**
 * The operator's own networks, where self-hosted products run: private and shared space, this machine, and IPv6's local
 * space (RFC 1918, 4193 and 6598).
 */
const ownSpace = [
  "10.0.0.0/8",
  "100.64.0.0/10",
  "127.0.0.0/8",
  "172.16.0.0/12",
  "192.168.0.0/16",
  "fc00::/7",
  "::1/128",
];

/** The metadata services of clouds inside that space: Alibaba, AWS, Google and Oracle. */
const metadataServices = ["100.100.100.200/32", "fd00:ec2::254/128", "fd20:ce::254/128", "fd00:c1::a9fe:a9fe/128"];

/** What no setting opens, besides the special addresses: link-local and multicast addresses, and none at all. */
const closedLocalSpace = ["::/128", "::1/128", "fe80::/10", "ff00::/8"];

/**
 * Creates a guard.
 * @param options.loopbackOnly true in a sandbox. @param options.ownNetworks whether it may also reach private addresses
 * and this machine, but never a metadata service. @param options.ownMachine false to leave out this machine.
 * @param options.denied further networks that the operator refuses.
 */
export function addressGuard({
  loopbackOnly,
  ownNetworks = false,
  ownMachine = ownNetworks,
  denied = [],
}: {
  loopbackOnly: boolean;
  ownNetworks?: boolean;
  ownMachine?: boolean;
  denied?: readonly Network[];
}): AddressGuard {
  const lists = once(() => {
    const [space, refused] = [new BlockList(), new BlockList()];
    const own =
      ownNetworks && !loopbackOnly ? ownSpace.filter((one) => ownMachine || !loopbackSpace.includes(one)) : [];
    const special = own.length > 0 ? [...notReachable, ...metadataServices] : notReachable;
    for (const text of loopbackOnly ? loopbackSpace : [...publicSpace, ...own]) add(space, requireNetwork(text));
    for (const text of loopbackOnly ? [] : special.filter((one) => !own.includes(one))) {
      addWithTranslation(refused, requireNetwork(text));
    }
    for (const network of denied) addWithTranslation(refused, network);
    return { space, refused };
  });
  return (address) => {
    const [bare = ""] = address.split("%", 1);
    const version = isIP(bare);
    if (version === 0) return false;
    const family = version === 4 ? "ipv4" : "ipv6";
    const { space, refused } = lists();
    return space.check(bare, family) && !refused.check(bare, family);
  };
}

/** Parses `203.0.113.0/24`, `2001:db8::/32`, or one address without a prefix; null if it is neither. */
export function parseNetwork(text: string): Network | null {
  const [, address = "", digits] = /^([0-9a-f:.]+)(?:\/(\d{1,3}))?$/i.exec(text) ?? [];
  const version = isIP(address);
  const bits = version === 4 ? 32 : 128;
  const prefix = digits === undefined ? bits : Number(digits);
  return version === 0 || prefix > bits ? null : { address, prefix };
}

/** Returns a function that tells whether an address is in a network, also in its IPv4-mapped form. */
export function networkMatcher(network: Network): AddressGuard {
  const list = new BlockList();
  add(list, network);
  return (address) => {
    const [bare = ""] = address.split("%", 1);
    const version = isIP(bare);
    return version !== 0 && list.check(bare, version === 4 ? "ipv4" : "ipv6");
  };
}

/** Whether no setting opens any address of a network: this machine, link-local and special ones, metadata services. */
function staysClosed({ address, prefix }: Network): boolean {
  const closed = [...notReachable, ...metadataServices, ...closedLocalSpace].filter(
    (text) => loopbackSpace.includes(text) || !ownSpace.includes(text),
  );
  return closed.some((text) => {
    const outer = requireNetwork(text);
    return prefix >= outer.prefix && networkMatcher(outer)(address);
  });
}

function requireNetwork(text: string): Network {
  const network = parseNetwork(text);
  if (network === null) throw new RangeError(`${text} is not a network.`);
  return network;
}

function add(list: BlockList, { address, prefix }: Network): void {
  list.addSubnet(address, prefix, isIP(address) === 4 ? "ipv4" : "ipv6");
}

/** Also adds the NAT64 form of an IPv4 network. Node itself matches the IPv4-mapped form. */
function addWithTranslation(list: BlockList, network: Network): void {
  add(list, network);
  if (isIP(network.address) === 4) add(list, { address: `64:ff9b::${network.address}`, prefix: 96 + network.prefix });
}

/** An entry of the operator's list. */
export type AllowedHost = {
  /** A name, as URLs spell it, or a network. */
  host: string | Network;
  /** Null for every port. */
  port: number | null;
  /** Whether deliveries may also be unencrypted. */
  mayBePlain: boolean;
};

/**
 * Parses an entry: `10.20.0.0/16`, `backend.internal` or `http://backend.internal:8080`.
 * @returns `unclear` if it is something else, `closed` if nothing opens it.
 */
export function parseAllowedHost(text: string): AllowedHost | "unclear" | "closed" {
  const [, scheme = "", rest = ""] = /^(?:(https?):\/\/)?(.*)$/.exec(text) ?? [];
  const mayBePlain = scheme === "http";
  const network = parseNetwork(rest);
  if (network !== null) return staysClosed(network) ? "closed" : { host: network, port: null, mayBePlain };
  const [, spelled = "", digits] = /^(\[[0-9a-f:.]+\]|[^:[\]/?#@\s\\]+)(?::(\d{1,5}))?$/i.exec(rest) ?? [];
  const port = digits === undefined ? null : Number(digits);
  const name =
    URL.parse(`https://${spelled}`)
      ?.hostname.replace(/^\[|\]$/g, "")
      .replace(/\.$/, "") ?? "";
  if (spelled === "" || name === "" || port === 0 || (port ?? 0) > 65_535) return "unclear";
  const address = isIP(name) === 0 ? null : parseNetwork(name);
  if (address !== null) {
    // A spelling such as 127.1 means an address that its author may not have meant.
    if (spelled.toLowerCase().replace(/^\[|\]$/g, "") !== name) return "unclear";
    return staysClosed(address) ? "closed" : { host: address, port, mayBePlain };
  }
  if (localName.test(name)) return "closed";
  return /^[a-z0-9_-]+(?:\.[a-z0-9_-]+)*$/.test(name) ? { host: name, port, mayBePlain } : "unclear";
}

/** RFC 6761 §6.3: these names mean this machine. */
const localName = /(?:^|\.)localhost$/;

/**
 * Creates the allowance. Whatever is listed, this machine, link-local addresses and metadata services stay closed.
 * @param denied networks that the operator refuses.
 */
export function createWebhookAllowance(entries: readonly AllowedHost[], denied: readonly Network[]): WebhookAllowance {
  const isOpen = addressGuard({ loopbackOnly: false, ownNetworks: true, ownMachine: false, denied });
  const listed = entries.map(({ host, port, mayBePlain }) => ({
    isName: typeof host === "string",
    matches: typeof host === "string" ? (other: string) => other === host : networkMatcher(host),
    fits: (url: URL) =>
      (url.protocol === "https:" || mayBePlain) && (port === null || port === Number(url.port || defaultPort(url))),
  }));
  const hostOf = (url: URL): string => url.hostname.replace(/^\[|\]$/g, "").replace(/\.$/, "");
  return {
    allows(url, address) {
      const host = hostOf(url);
      const isListed = listed.some(({ isName, matches, fits }) => fits(url) && matches(isName ? host : address));
      return isListed && isOpen(address);
    },
    mayAllow(url) {
      const host = hostOf(url);
      if (localName.test(host)) return false;
      return listed.some(({ isName, matches, fits }) => fits(url) && (!isName || matches(host)));
    },
    isListed: (url) => listed.some(({ matches, fits }) => fits(url) && matches(hostOf(url))),
  };
}

function defaultPort(url: URL): number {
  return url.protocol === "https:" ? 443 : 80;
}
