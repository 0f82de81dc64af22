/**
 * Randomness for the tokens that follow a refresh token, derived from the token itself. A host whose response was lost
 * sends the same refresh token again, and so do several calls that notice the same expiry: they get the same response,
 * from any replica, although svc stores no token.
 */
import { createHmac } from "node:crypto";

/** Returns a number of bytes. Every call continues where the last one ended. */
export type ByteStream = (count: number) => Uint8Array;

/**
 * Creates a stream of bytes from a seed: HMAC-SHA-256 of a counter (the expansion of RFC 5869 §2.3, without its limit).
 * @param seed a keyed hash of the presented refresh token, which only svc can calculate.
 */
export function bytesFrom(seed: string): ByteStream {
  let counter = 0;
  let left = Buffer.alloc(0);
  return (count) => {
    while (left.length < count) {
      counter += 1;
      left = Buffer.concat([left, createHmac("sha256", seed).update(String(counter)).digest()]);
    }
    const bytes = left.subarray(0, count);
    left = left.subarray(count);
    return bytes;
  };
}
