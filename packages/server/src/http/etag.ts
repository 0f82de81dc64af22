/** Conditional requests (RFC 9110 §13.1.2). */

/**
 * Whether the caller has this version of a document already.
 * @param ifNoneMatch every `If-None-Match` header of the request. @param etag with its quotes.
 */
export function isKnownTo(ifNoneMatch: readonly string[], etag: string): boolean {
  const known = ifNoneMatch.flatMap((value) => value.split(",")).map((tag) => tag.trim().replace(/^W\//, ""));
  return known.includes(etag) || known.includes("*");
}
