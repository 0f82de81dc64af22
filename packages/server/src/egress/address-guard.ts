/** Which addresses a connection may end at: never one inside the operator's network, or, in a sandbox, only this host. */
import { BlockList, isIP } from "node:net";

/**
 * Not globally reachable (IANA special-purpose registries, RFC 6890), and the metadata services of clouds that stand
 * outside those blocks. 169.254.169.254, fd00:ec2::254, 100.100.100.200 and 192.0.0.192 are inside them.
 */
const refusedIpv4: readonly (readonly [string, number])[] = [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["168.63.129.16", 32],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 4],
  ["240.0.0.0", 4],
];

/** `::/96` covers unspecified, loopback and IPv4-compatible; 2001::/32 and 2002::/16 tunnel to any IPv4 address. */
const refusedIpv6: readonly (readonly [string, number])[] = [
  ["::", 96],
  ["64:ff9b:1::", 48],
  ["100::", 64],
  ["2001::", 32],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["fc00::", 7],
  ["fe80::", 10],
  ["fec0::", 10],
  ["ff00::", 8],
];

const notPublic = new BlockList();
for (const [network, prefix] of refusedIpv4) {
  notPublic.addSubnet(network, prefix, "ipv4");
  // NAT64 (RFC 6052) reaches IPv4 through this prefix; public addresses stay reachable on IPv6-only networks.
  notPublic.addSubnet(`64:ff9b::${network}`, 96 + prefix, "ipv6");
}
for (const [network, prefix] of refusedIpv6) notPublic.addSubnet(network, prefix, "ipv6");

const loopback = new BlockList();
loopback.addSubnet("127.0.0.0", 8, "ipv4");
loopback.addAddress("::1", "ipv6");

/**
 * @param address an IPv4 or IPv6 address, IPv4-mapped forms and zone ids included; anything else is refused.
 * @param loopbackOnly true in a sandbox.
 * @returns whether a connection may go there.
 */
export function isAllowedAddress(address: string, loopbackOnly: boolean): boolean {
  const zoneAt = address.indexOf("%");
  const bare = zoneAt === -1 ? address : address.slice(0, zoneAt);
  const version = isIP(bare);
  if (version === 0) return false;
  const family = version === 4 ? "ipv4" : "ipv6";
  return loopbackOnly ? loopback.check(bare, family) : !notPublic.check(bare, family);
}
