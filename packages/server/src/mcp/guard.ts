/** Host and Origin checks of the MCP endpoint, against web pages that reach a local server by a name of their own. */
import { isLoopback, isRegisteredOrigin, readOrigin, ServiceError } from "@svc/contract";

/**
 * Refuses a request whose `Host` names neither the service nor this machine (DNS rebinding).
 * @param hosts every `Host` header. @param own the service's base URL. @param listenHost the address it listens on.
 * @throws ServiceError ORIGIN_NOT_ALLOWED.
 */
export function checkHost(hosts: readonly string[], own: string, listenHost: string): void {
  const [host = ""] = hosts;
  const name = hosts.length === 1 ? hostnameOf(host) : null;
  const bracketed = listenHost.includes(":") ? `[${listenHost}]` : listenHost;
  const known = [new URL(own).hostname, hostnameOf(bracketed)];
  if (name !== null && (isLoopback(name) || known.includes(name))) return;
  throw new ServiceError("ORIGIN_NOT_ALLOWED", {
    detail: "The Host header names another server than this one. Nothing was done. Call the service by its public URL.",
  });
}

/** The name in a `Host` header, in the form of URLs; null where there is none. The port says nothing about whose name it is. */
function hostnameOf(host: string): string | null {
  if (!/^[A-Za-z0-9.:_[\]-]+$/.test(host) || !URL.canParse(`http://${host}`)) return null;
  return new URL(`http://${host}`).hostname;
}

/**
 * Refuses a request that a page of another origin made. Where the service itself is this machine's, so are its pages.
 * @param origins every `Origin` header; programs that are no browsers send none.
 * @param allowed the origins that are registered on the service client.
 * @throws ServiceError ORIGIN_NOT_ALLOWED.
 */
export function checkOrigin(origins: readonly string[], own: string, allowed: readonly string[]): void {
  const [origin] = origins;
  if (origin === undefined) return;
  const { origin: ownOrigin, hostname } = new URL(own);
  const isKnown = origin === ownOrigin || isRegisteredOrigin(origin, allowed);
  if (origins.length === 1 && (isKnown || (isLoopback(hostname) && isOfThisMachine(origin)))) return;
  throw new ServiceError("ORIGIN_NOT_ALLOWED", {
    detail:
      "The request's Origin is neither the service's own nor one that is registered on the service client. Nothing was done.",
  });
}

function isOfThisMachine(origin: string): boolean {
  return readOrigin(origin).kind === "ok" && isLoopback(new URL(origin).hostname);
}
