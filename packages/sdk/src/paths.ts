/** Paths of the API. */
import { ArgumentError } from "./errors.ts";

/**
 * One segment of a path. A URL parser would drop `..` together with the segment before it, so that a call on a
 * connection would become one on its tenant.
 *
 * @throws ArgumentError for an empty text and for dot segments.
 */
export function segment(text: string): string {
  if (text === "" || text === "." || text === "..") {
    throw new ArgumentError("INVALID_REQUEST", "An id or name is empty or a dot segment; nothing was sent.");
  }
  return encodeURIComponent(text);
}

/** The path that everything of a tenant is under. */
export function tenantPath(tenantId: string): string {
  return `/v1/tenants/${segment(tenantId)}`;
}
