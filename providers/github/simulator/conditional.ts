/**
 * Conditional requests.
 * Follows docs.github.com/en/rest/using-the-rest-api/best-practices-for-using-the-rest-api (and RFC 9110 §13).
 */
import { createHash } from "node:crypto";
import type { SimRequest } from "@svc/simulator";

/** The weak entity tag for a representation. */
export function etagOf(representation: string): string {
  return `W/"${createHash("sha256").update(representation).digest("hex")}"`;
}

/** Whether the caller already has this representation. `if-modified-since` only counts without `if-none-match`. */
export function isFresh({ headers }: SimRequest, etag: string, modifiedAtMs: number | undefined): boolean {
  const held = headers["if-none-match"];
  if (held !== undefined) {
    const opaque = (tag: string): string => tag.trim().replace(/^W\//, "");
    return held.trim() === "*" || held.split(",").some((tag) => opaque(tag) === opaque(etag));
  }
  const since = Date.parse(headers["if-modified-since"] ?? "");
  return modifiedAtMs !== undefined && Math.floor(modifiedAtMs / 1000) * 1000 <= since;
}
