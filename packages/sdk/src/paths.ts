/** Paths of the API. */
import { ArgumentError } from "./errors.ts";

/**
 * Encodes one path segment. A URL parser would remove `..` together with the segment before it, and so turn a call for
 * a connection into one for its tenant.
 *
 * @param name what the text is, for the error. @throws ArgumentError if it is empty or a dot segment.
 */
export function segment(text: string, name = "An id or name"): string {
  if (text === "" || text === "." || text === "..") {
    throw new ArgumentError("INVALID_REQUEST", `${name} is empty or a dot segment; nothing was sent.`);
  }
  return encodeURIComponent(text);
}

/** The path that all resources of a tenant are under. */
export function tenantPath(tenantId: string): string {
  return `/v1/tenants/${segment(tenantId, "The tenant's id")}`;
}
