/** The addresses of a server: which ones svc can send requests to, and their parts. Pure. */
import { isLoopback } from "@svc/contract";
import { declaredPath } from "@svc/provider-kit";

/** Why svc can't use an address; null if it can. A network of the operator's own is for the egress rules to refuse. */
export function endpointFault(address: string): string | null {
  const url = URL.parse(address);
  if (url === null) return "It isn't an absolute URL, such as https://mcp.example.com/mcp.";
  if (url.protocol !== "https:" && !(url.protocol === "http:" && isLoopback(url.hostname)))
    return "It has to be https.";
  if (url.username !== "" || url.password !== "") return "It has a user or a password.";
  if (url.search !== "" || url.hash !== "") return "It has a query or a fragment.";
  const { path } = endpointParts(address);
  const isPlain = declaredPath(path).path.every((segment) => /^(?!\.{1,2}$)[A-Za-z0-9._~:@-]+$/.test(segment));
  return isPlain ? null : "Its path has an empty segment, or characters that need escaping.";
}

/**
 * The origin and the path of an address that has no fault; an empty last segment is a slash at the end. A provider's origin is always https: for an address on
 * loopback, the server knows where to send instead, as for a simulator.
 */
export function endpointParts(address: string): { origin: string; path: string[] } {
  const { origin, pathname } = new URL(address);
  return { origin: origin.replace(/^http:/, "https:"), path: pathname === "/" ? [] : pathname.slice(1).split("/") };
}
