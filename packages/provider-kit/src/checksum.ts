/** Checksums for the preconditions of previews. Pure. */

/**
 * Returns a 64-bit checksum of a JSON value, for values too long to compare whole, such as the cells of a sheet. It
 * detects changes made by people; an attacker can construct two values with the same checksum.
 */
export function checksumOf(value: unknown): string {
  const text = JSON.stringify(value) ?? "";
  // FNV-1a over UTF-16 units, twice; the second has a different basis and prime.
  let [first, second] = [0x811c9dc5, 0x050c5d1f];
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    first = Math.imul(first ^ unit, 0x01000193);
    second = Math.imul(second ^ unit, 0x5bd1e995);
    second ^= second >>> 13;
  }
  return [first, second].map((half) => (half >>> 0).toString(16).padStart(8, "0")).join("");
}
