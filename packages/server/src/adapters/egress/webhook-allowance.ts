/** Hosts that the operator allows webhooks: they may be private and on any port and, if marked, without TLS. */
import { isIP } from "node:net";
import type { WebhookAllowance } from "../../domain/webhooks/url.ts";
import { addressGuard, networkMatcher, parseNetwork, staysClosed, type Network } from "./address-guard.ts";

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
