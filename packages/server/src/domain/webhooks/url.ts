/** Checks, from its text, whether a URL may receive events. Each connection also checks the host's addresses. */

export type UrlRules = {
  /** A sandbox sends only to loopback addresses, also without TLS and on any port. */
  sandbox: boolean;
  /** Whether a connection may go to an IP address. */
  isAllowedAddress: (address: string) => boolean;
  /** What the operator allows webhooks besides; nothing by default. It says nothing about other URLs. */
  allowance?: WebhookAllowance;
};

/** Hosts that the operator allows webhooks, although they may be private, unencrypted, or on any port. */
export type WebhookAllowance = {
  /** Whether a delivery to this URL may connect to an address. */
  allows: (url: URL, address: string) => boolean;
  /** Whether a delivery to this URL, whose host is a name, may be allowed, depending on the name's addresses. */
  mayAllow: (url: URL) => boolean;
  /** Whether this URL's host itself is listed, by name or address. */
  isListed: (url: URL) => boolean;
};

const lengthMax = 2048;
const ports: ReadonlySet<string> = new Set(["", "443", "8443"]);
/**
 * Top-level domains that are never public: RFC 6761, 6762, 7686, 8375 and 9476, ICANN's reservation of .internal, and
 * common internal names in networks and clusters (`web.default.svc`).
 */
const privateDomains: ReadonlySet<string> = new Set(
  (
    "alt arpa cluster consul corp docker example home internal intranet invalid lan local localdomain localhost onion pod " +
    "private svc test"
  ).split(" "),
);

/**
 * Parses a URL according to the WHATWG, which normalizes every spelling of an IPv4 address.
 * @returns the URL, or null if events must not be sent there.
 */
export function readWebhookUrl(text: string, rules: UrlRules): URL | null {
  // Reject anything that a parser would silently drop or change, because its author meant another URL.
  // oxlint-disable-next-line no-control-regex -- rejects control characters
  if (text.length > lengthMax || /[\x00-\x20\x7f\\#]/.test(text)) return null;
  const url = URL.parse(text);
  if (url === null || url.username !== "" || url.password !== "" || url.hash !== "") return null;
  if (/^[a-z]+:\/\/[^/?]*@/i.test(text)) return null;
  if (url.protocol !== "https:" && url.protocol !== "http:") return null;
  const host = hostOf(url);
  if (isAddress(host)) return mayReach(url, host, rules) ? url : null;
  return isOrdinary(url, rules) || rules.allowance?.mayAllow(url) === true ? url : null;
}

/** Whether two URLs that {@link readWebhookUrl} accepts are the same, however they are spelled. */
export function isSameUrl(one: string, other: string): boolean {
  return new URL(one).href === new URL(other).href;
}

/** Whether a URL, from its text, needs no allowance. */
export function isOrdinary(url: URL, rules: UrlRules): boolean {
  const host = hostOf(url);
  if (!rules.sandbox && !isStandard(url)) return false;
  if (isAddress(host)) return rules.isAllowedAddress(host);
  const lastDot = host.lastIndexOf(".");
  return rules.sandbox || (lastDot !== -1 && !privateDomains.has(host.slice(lastDot + 1)));
}

function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$/g, "").replace(/\.$/, "");
}

/** Whether a delivery to a URL may connect to an address, which its host is or leads to. */
export function mayReach(url: URL, address: string, rules: UrlRules): boolean {
  const isPlainlyAllowed = (rules.sandbox || isStandard(url)) && rules.isAllowedAddress(address);
  return isPlainlyAllowed || rules.allowance?.allows(url, address) === true;
}

/** Whether a URL has TLS and one of its ports. */
function isStandard(url: URL): boolean {
  return url.protocol === "https:" && ports.has(url.port);
}

function isAddress(host: string): boolean {
  return host.includes(":") || /^\d{1,3}(?:\.\d{1,3}){3}$/.test(host);
}
