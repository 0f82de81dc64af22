/** Derives the forms of a marker from a digest. Pure. */
import type { Marker } from "./request.ts";

const base32hexDigits = "0123456789abcdefghijklmnopqrstuv";

/**
 * Writes a marker in every form.
 * @param digest at least 16 bytes of a keyed hash; only the first 16 are used.
 * @throws RangeError if there are fewer.
 */
export function toMarker(digest: Uint8Array): Marker {
  if (digest.length < 16) throw new RangeError("A marker needs 16 bytes.");
  const bytes = Buffer.from(digest.subarray(0, 16));
  const hex = bytes.toString("hex");
  return {
    uuid: toUuid(bytes),
    base32hex: `svc${toBase32hex(bytes)}`,
    base64url: bytes.toString("base64url"),
    hex,
    // Zero isn't positive, so it becomes one.
    int31: Math.max(1, bytes.readUInt32BE(0) & 0x7fffffff),
    comment: `<!-- svc:${hex} -->`,
  };
}

/** Builds a version 4 UUID (RFC 9562) from these bytes. */
function toUuid(bytes: Buffer): string {
  const marked = Buffer.from(bytes);
  marked.writeUInt8((marked.readUInt8(6) & 0x0f) | 0x40, 6);
  marked.writeUInt8((marked.readUInt8(8) & 0x3f) | 0x80, 8);
  return marked.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

/** Encodes as base32hex (RFC 4648 §7), lowercase and without padding: 26 characters for 16 bytes. */
function toBase32hex(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, "0")).join("");
  return (bits.match(/.{1,5}/g) ?? [])
    .map((group) => base32hexDigits.charAt(parseInt(group.padEnd(5, "0"), 2)))
    .join("");
}
