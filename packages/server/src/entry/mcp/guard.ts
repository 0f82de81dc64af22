/**
 * Host and Origin checks of the MCP endpoint, against web pages that use their own name for a local server.
 */
import { isLoopback, isRegisteredOrigin, readOrigin, ServiceError } from "@svc/contract";

/**
 * Rejects a request whose `Host` names neither the service nor this machine (DNS rebinding).
 * @param hosts every `Host` header. @param own the service's base URL. @param listenHost the address it listens on.
 * @throws ServiceError ORIGIN_NOT_ALLOWED.
 */
export function checkHost(hosts: readonly string[], own: string, listenHost: string): void {
  const [host = ""] = hosts;
  const name = hosts.length === 1 ? parseHostname(host) : null;
  const bracketed = listenHost.includes(":") ? `[${listenHost}]` : listenHost;
  const known = [new URL(own).hostname, parseHostname(bracketed)];
  if (name !== null && (isLoopback(name) || known.includes(name))) return;
  throw new ServiceError("ORIGIN_NOT_ALLOWED", {
    detail:
      "The Host header names another server. Nothing was done. Call the service at its public URL; a proxy in front of it must pass the header Host on.",
  });
}

/** Returns the name in a `Host` header in the form of URLs; null if there is none. The port doesn't matter. */
function parseHostname(host: string): string | null {
  if (!/^[A-Za-z0-9.:_[\]-]+$/.test(host) || !URL.canParse(`http://${host}`)) return null;
  return new URL(`http://${host}`).hostname;
}

/**
 * Rejects a request from a page of another origin. If the service itself runs on this machine, pages from this machine
 * are allowed.
 * @param origins every `Origin` header; programs other than browsers send none.
 * @param allowed the origins registered on the service client.
 * @throws ServiceError ORIGIN_NOT_ALLOWED.
 */
export function checkOrigin(origins: readonly string[], own: string, allowed: readonly string[]): void {
  const [origin] = origins;
  if (origin === undefined) return;
  const { origin: ownOrigin, hostname } = new URL(own);
  const isKnown = origin === ownOrigin || isRegisteredOrigin(origin, allowed);
  if (origins.length === 1 && (isKnown || (isLoopback(hostname) && isOfThisMachine(origin)))) return;
  throw new ServiceError("ORIGIN_NOT_ALLOWED", {
    detail: "The request's Origin is neither the service's own nor registered on the service client. Nothing was done.",
  });
}

function isOfThisMachine(origin: string): boolean {
  return readOrigin(origin).kind === "ok" && isLoopback(new URL(origin).hostname);
}
