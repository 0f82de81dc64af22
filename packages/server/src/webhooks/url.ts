/** Which URLs events may be sent to, as far as the text says; the addresses that a name has are checked at each dial. */

/** How URLs are judged. */
export type UrlRules = {
  /** A sandbox sends to loopback addresses alone, also without TLS and on any port. */
  sandbox: boolean;
  /** Whether a connection may go to an IP address. */
  isAllowedAddress: (address: string) => boolean;
};

const lengthMax = 2048;
const ports: ReadonlySet<string> = new Set(["", "443", "8443"]);
/**
 * Top-level domains that are never public: RFC 6761, 6762, 7686, 8375 and 9476, ICANN's reservation of .internal, and what
 * networks and clusters call their own hosts (`web.default.svc`).
 */
const privateDomains: ReadonlySet<string> = new Set(
  (
    "alt arpa cluster consul corp docker example home internal intranet invalid lan local localdomain localhost onion pod " +
    "private svc test"
  ).split(" "),
);

/**
 * Reads a URL as the WHATWG says, which turns every spelling of an IPv4 address into the usual one.
 * @returns it, or null where events are not sent there.
 */
export function readWebhookUrl(text: string, rules: UrlRules): URL | null {
  // What a parser would drop or turn round without a word is not a URL that its writer meant.
  // oxlint-disable-next-line no-control-regex -- control characters are what is refused
  if (text.length > lengthMax || /[\x00-\x20\x7f\\#]/.test(text)) return null;
  const url = URL.parse(text);
  if (url === null || url.username !== "" || url.password !== "" || url.hash !== "") return null;
  if (/^[a-z]+:\/\/[^/?]*@/i.test(text)) return null;
  if (url.protocol !== "https:" && !(rules.sandbox && url.protocol === "http:")) return null;
  if (!rules.sandbox && !ports.has(url.port)) return null;
  const host = url.hostname.replace(/^\[|\]$/g, "").replace(/\.$/, "");
  if (isAddress(host)) return rules.isAllowedAddress(host) ? url : null;
  if (rules.sandbox) return url;
  const lastDot = host.lastIndexOf(".");
  return lastDot === -1 || privateDomains.has(host.slice(lastDot + 1)) ? null : url;
}

function isAddress(host: string): boolean {
  return host.includes(":") || /^\d{1,3}(?:\.\d{1,3}){3}$/.test(host);
}
