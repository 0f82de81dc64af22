/**
 * Which requests go through the proxy of `HTTPS_PROXY`. The server and the Python SDK read the variables alike, and all
 * three pass one table of cases (conformance/sdk/no-proxy.json).
 */
import type * as Net from "node:net";

type Variables = Readonly<Record<string, string | undefined>>;

/**
 * Returns the text of `HTTPS_PROXY`; null if the request goes directly: without TLS, to this machine, or to what
 * `NO_PROXY` names.
 */
export function proxyFor({ protocol, hostname, port }: URL, variables: Variables, net: typeof Net): string | null {
  const given = firstOf(variables, ["HTTPS_PROXY", "https_proxy"]);
  if (given === null || protocol !== "https:") return null;
  const host = hostname.replace(/^\[|\]$/g, "").replace(/\.$/, "");
  const entries = (firstOf(variables, ["NO_PROXY", "no_proxy"]) ?? "").toLowerCase().split(/[\s,]+/);
  const target = { host, port: port === "" ? 443 : Number(port) };
  const goesDirectly = [...thisMachine, ...entries].some((entry) => isNamed(target, entry, net));
  return goesDirectly ? null : given;
}

const thisMachine = ["localhost", "127.0.0.0/8", "::1"];

function firstOf(variables: Variables, names: readonly string[]): string | null {
  return names.map((name) => variables[name]?.trim() ?? "").find((text) => text !== "") ?? null;
}

/** Whether an entry is for a host: `*`, a network, an address, or a name with its subdomains, with or without a port. */
function isNamed(target: { host: string; port: number }, entry: string, net: typeof Net): boolean {
  if (entry === "*") return true;
  const [, place = entry, digits] = /^(\[.*\]|[^:]*):(\d+)$/.exec(entry) ?? [];
  if (digits !== undefined && Number(digits) !== target.port) return false;
  const network = networkOf(place.replace(/^\[([^\]]*)\]/, "$1"), net);
  const family = familyOf(target.host, net);
  if (network !== null) return family !== null && network.check(target.host, family);
  const name = place.replace(/^\*?\./, "").replace(/\.$/, "");
  // No domain has an address in it.
  return family === null && name !== "" && (target.host === name || target.host.endsWith(`.${name}`));
}

function networkOf(text: string, net: typeof Net): Net.BlockList | null {
  const [, address = "", digits] = /^([0-9a-f:.]+)(?:\/(\d{1,3}))?$/.exec(text) ?? [];
  const family = familyOf(address, net);
  const bits = family === "ipv4" ? 32 : 128;
  const prefix = digits === undefined ? bits : Number(digits);
  if (family === null || prefix > bits) return null;
  const list = new net.BlockList();
  list.addSubnet(address, prefix, family);
  return list;
}

function familyOf(host: string, net: typeof Net): "ipv4" | "ipv6" | null {
  const version = net.isIP(host);
  return version === 0 ? null : version === 4 ? "ipv4" : "ipv6";
}
