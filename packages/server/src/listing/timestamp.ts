/** Times as the contract writes them. */

/** Milliseconds since the epoch as RFC 3339 UTC with milliseconds. */
export function timestamp(ms: number): string {
  return new Date(ms).toISOString();
}

/** The same, or null. */
export function timestampOrNull(ms: number | null): string | null {
  return ms === null ? null : timestamp(ms);
}
