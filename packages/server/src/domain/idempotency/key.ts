/** The `Idempotency-Key` header and the fingerprint of a request (contract §1.11). */
import { ServiceError } from "@svc/contract";
import canonicalize from "canonicalize";

/** 1–255 visible ASCII characters. A quoted key is a structured-field string, as in the IETF draft. */
const keyPattern = /^[\x21-\x7e]{1,255}$/;

/**
 * Reads the key.
 * @param values the raw values of every `Idempotency-Key` header of the request.
 * @returns the unquoted key, or null if there is none.
 * @throws ServiceError IDEMPOTENCY_KEY_INVALID for a malformed key and for more than one.
 */
export function readIdempotencyKey(values: readonly string[]): string | null {
  const [value, ...others] = values;
  if (value === undefined) return null;
  if (others.length > 0) throw new ServiceError("IDEMPOTENCY_KEY_INVALID");
  // Reject a key with only an opening quote: without that quote it would be a different key.
  const key = value.startsWith('"') ? readString(value) : value;
  if (key === null || !keyPattern.test(key)) throw new ServiceError("IDEMPOTENCY_KEY_INVALID");
  return key;
}

/**
 * Reads a structured-field string (RFC 8941 §3.3.3): the only escapes are `\\"` and `\\\\`, and a bare quote ends it.
 */
function readString(text: string): string | null {
  const inner = /^"((?:[^"\\]|\\["\\])*)"$/.exec(text)?.[1];
  return inner === undefined ? null : inner.replace(/\\(["\\])/g, "$1");
}

/** The vault's keyed hash for fingerprints. Hashes begin with their key's version. */
export type FingerprintHash = {
  hash(purpose: "fingerprint", data: string): string;
  verify(purpose: "fingerprint", data: string, hash: string): boolean;
};

/** Identifies a request: two requests with equal values are the same. */
export type RequestIdentity = { method: string; path: string; body: unknown };

/** Returns the text to hash: method, path, and the body in its RFC 8785 form. */
export function canonicalRequest(request: RequestIdentity): string {
  const body = request.body === undefined ? "" : canonicalize(request.body);
  return `${request.method}\n${request.path}\n${body ?? ""}`;
}
