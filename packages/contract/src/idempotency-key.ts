/**
 * Idempotency keys that contain their creation time. They can't have been used before that time, so a server restored
 * from a backup can decide whether an unknown key is new.
 */
import { uuidV7Bytes } from "./ids.ts";

/**
 * Creates a key: a UUIDv7 in its usual text form (RFC 9562 §5.7).
 *
 * @param nowMs Unix time in milliseconds (48 bits).
 * @param random 10 random bytes.
 * @throws RangeError if the time or the number of bytes is out of range.
 */
export function makeIdempotencyKey(nowMs: number, random: Uint8Array): string {
  const hex = [...uuidV7Bytes(nowMs, random)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
}

const uuidV7 = /(?:^|[^0-9a-z])([0-9a-f]{8})-([0-9a-f]{4})-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;
const ulid = /(?:^|[^0-9a-z])([0-7][0-9a-hjkmnp-tv-z]{9})[0-9a-hjkmnp-tv-z]{16}$/i;
const crockford = "0123456789abcdefghjkmnpqrstvwxyz";

/**
 * Returns the earliest time at which a key can have been used, in Unix milliseconds. It is the time of the UUIDv7, ULID
 * or TypeID that the key consists of, or that it ends with after a character other than a letter or digit. Null if it
 * has none.
 */
export function idempotencyKeyTimeMs(key: string): number | null {
  const [, high, low] = uuidV7.exec(key) ?? [];
  if (high !== undefined && low !== undefined) return Number.parseInt(high + low, 16);
  const digits = ulid.exec(key)?.[1]?.toLowerCase();
  if (digits === undefined) return null;
  let time = 0;
  for (const digit of digits) time = time * 32 + crockford.indexOf(digit);
  return time;
}
