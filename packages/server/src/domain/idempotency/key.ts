/**
 * The `Idempotency-Key` header and the fingerprint of a request (contract §1.11), and the expiry of keys after a restore
 * from a backup. The restored database lacks the keys that were claimed since the backup, so requests with them would
 * take effect a second time. The operator sets an expiry, and keys that may have been used before it are refused
 * (contract §15.3).
 */
import { ServiceError, idempotencyKeyTimeMs } from "@svc/contract";
import canonicalize from "canonicalize";
import type { Platform } from "../../platform.ts";
import { minuteMs } from "../clock/units.ts";
import type { KeyExpiry, KeyRow, RestoreStore } from "./port.ts";

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

/** The expiry that this process last loaded. */
export type LoadedKeyExpiry = {
  /**
   * Refuses a key that may have been used although this database has no record of it.
   * @param row the key's row, if it is `freed` and may be claimed again; null for an unknown key.
   * @throws ServiceError IDEMPOTENCY_RESULT_EXPIRED.
   */
  refuse(key: string, row: Pick<KeyRow, "createdAt"> | null): void;
  /** Loads the expiry now. @throws StoreError */
  reload(): Promise<void>;
};

/** How far a caller's clock may be ahead, in milliseconds. A time further ahead in a key is ignored. */
const clockSkewMaxMs = 5 * minuteMs;

/** Returns why a key is refused: it was made before the expiry, or contains no time. Null if it may be used. */
export function findExpiryReason(
  expiry: KeyExpiry | null,
  key: string,
  row: Pick<KeyRow, "createdAt"> | null,
  nowMs: number,
): "made_before" | "undated" | null {
  if (expiry === null) return null;
  // The row is from before the restore, and the key may have been used since.
  if (row !== null) return row.createdAt < expiry.before ? "made_before" : null;
  const madeAt = idempotencyKeyTimeMs(key);
  if (madeAt === null || madeAt > nowMs + clockSkewMaxMs) return nowMs < expiry.undatedUntil ? "undated" : null;
  return madeAt < expiry.before ? "made_before" : null;
}

const details = {
  made_before:
    "This key was made before this service was restored from a backup, so svc can't tell whether it was used. Nothing was done now. Look for the effect before you use a new key.",
  undated:
    "This service was restored from a backup, and this key contains no time, so svc can't tell whether it was used before. Nothing was done now. Look for the effect, then use a UUIDv7 as the new key.",
} as const;

/** How often to reload the expiry, in milliseconds, so that all replicas follow an operator within a second. */
export const keyExpiryEveryMs = 400;

/** Loads the expiry. If reloading fails, the last one stays in force. */
export async function loadKeyExpiry(deps: {
  store: Pick<RestoreStore, "keyExpiry">;
  platform: Pick<Platform, "nowMs">;
}): Promise<LoadedKeyExpiry> {
  let expiry = await deps.store.keyExpiry();
  return {
    refuse(key, row) {
      const reason = findExpiryReason(expiry, key, row, deps.platform.nowMs());
      if (reason !== null) throw new ServiceError("IDEMPOTENCY_RESULT_EXPIRED", { detail: details[reason] });
    },
    async reload() {
      expiry = await deps.store.keyExpiry();
    },
  };
}
