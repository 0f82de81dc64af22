/**
 * Randomness for the tokens that follow a refresh token, derived from the token itself. A host whose response was lost
 * sends the same refresh token again, and so do several calls that notice the same expiry: they get the same response,
 * from any replica, although svc stores no token.
 */

/** Returns a number of bytes. Every call continues where the last one ended. */
export type ByteStream = (count: number) => Uint8Array;

/**
 * Creates a stream of bytes from the keyed hashes of a counter.
 * @param hashOf returns `<version>.<base64url>`, different for every counter, which only svc can calculate.
 */
export function bytesFrom(hashOf: (counter: number) => string): ByteStream {
  let counter = 0;
  let left = Buffer.alloc(0);
  return (count) => {
    while (left.length < count) {
      counter += 1;
      const hash = hashOf(counter);
      left = Buffer.concat([left, Buffer.from(hash.slice(hash.indexOf(".") + 1), "base64url")]);
    }
    const bytes = left.subarray(0, count);
    left = left.subarray(count);
    return bytes;
  };
}
