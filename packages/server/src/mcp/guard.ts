/** Host and Origin checks of the MCP endpoint, against web pages that reach a local server by a name of their own. */
import { isRegisteredOrigin, ServiceError } from "@svc/contract";

/** Names of this machine; 127.0.0.0/8 as URLs write it. */
const loopback = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

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
  if (name !== null && (loopback.test(name) || known.includes(name))) return;
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
 * Refuses a request that a page of another origin made.
 * @param origins every `Origin` header; programs that are no browsers send none.
 * @param allowed the origins that are registered on the service client.
 * @throws ServiceError ORIGIN_NOT_ALLOWED.
 */
export function checkOrigin(origins: readonly string[], own: string, allowed: readonly string[]): void {
  const [origin] = origins;
  if (origin === undefined) return;
  if (origins.length === 1 && (origin === new URL(own).origin || isRegisteredOrigin(origin, allowed))) return;
  throw new ServiceError("ORIGIN_NOT_ALLOWED", {
    detail:
      "The request's Origin is neither the service's own nor one that is registered on the service client. Nothing was done.",
  });
}
