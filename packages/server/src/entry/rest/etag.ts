/** Conditional requests (RFC 9110 §13.1.2). */
import { hash } from "node:crypto";

/** A weak ETag with quotes. Equal bodies have equal ETags. */
export function weakEtag(body: string): string {
  return `W/"${hash("sha256", body, "base64url")}"`;
}

/**
 * Whether the caller already has this version of a document. The comparison is weak, as RFC 9110 requires for
 * `If-None-Match`.
 * @param ifNoneMatch every `If-None-Match` header of the request.
 * @param etag with its quotes.
 */
export function isKnownTo(ifNoneMatch: readonly string[], etag: string): boolean {
  const known = ifNoneMatch.flatMap((value) => value.split(",")).map(opaqueTag);
  return known.includes(opaqueTag(etag)) || known.includes("*");
}

function opaqueTag(tag: string): string {
  return tag.trim().replace(/^W\//, "");
}
