/** TypeIDs: a prefix that names the kind, an underscore, and a UUIDv7 in 26 characters of Crockford base32. */

/** The prefix of each kind of id (contract §1.4). */
export const idPrefixes = {
  tenant: "ten",
  connectSession: "cs",
  connection: "con",
  execution: "act",
  serviceClient: "scl",
  event: "evt",
  webhookEndpoint: "whe",
  delegatedToken: "dtk",
  agentAuthorization: "aau",
  proposal: "prp",
  operatorPerson: "opp",
} as const;

/** A kind of resource that has an id. */
export type IdKind = keyof typeof idPrefixes;
/** One of the prefixes of {@link idPrefixes}. */
export type IdPrefix = (typeof idPrefixes)[IdKind];

/** The maximum length of an agent authorization's id, which contains the sealed request until your app has decided. */
export const agentAuthorizationIdLengthMax = 8000;

/** The number of random bytes that {@link makeId} takes. */
export const idRandomBytes = 10;

const alphabet = "0123456789abcdefghjkmnpqrstvwxyz";
const suffixPattern = "[0-7][0-9a-hjkmnp-tv-z]{25}";
/** The pattern of a cell's name (contract §1.4). Its mark in an id, key or token is the name and a dot. */
export const cellNamePattern = "[a-z][a-z0-9]{1,7}";
/** The pattern of a cell's mark, and of none. */
export const cellMarkPattern = `(${cellNamePattern}\\.)?`;
/** The maximum length of an id with a prefix of three characters and a cell's mark. */
export const idLengthMax = 39;
const suffix = new RegExp(`^${cellMarkPattern}${suffixPattern}$`);
/** The latest time that an id can contain, in Unix milliseconds (48 bits). */
export const idTimeMsMax = 2 ** 48 - 1;

/**
 * Returns the regular expression for ids with a prefix, as a JSON Schema `pattern`.
 * @param rest what may follow the id.
 */
export function idPattern(prefix: IdPrefix, rest = ""): string {
  return `^${prefix}_${cellMarkPattern}${suffixPattern}${rest}$`;
}

/**
 * Creates an id. As plain text, ids with a later millisecond sort after earlier ones.
 *
 * @param nowMs Unix time in milliseconds (48 bits).
 * @param random 10 random bytes; 74 of the 80 bits are used (RFC 9562 §5.7 fixes the others).
 * @param cellMark such as `eu.`; empty outside of cells.
 * @throws RangeError if the time or the number of bytes is out of range.
 */
export function makeId(prefix: IdPrefix, nowMs: number, random: Uint8Array, cellMark = ""): string {
  return `${prefix}_${cellMark}${encode(uuidV7Bytes(nowMs, random))}`;
}

/**
 * Builds the 16 bytes of a UUIDv7 (RFC 9562 §5.7).
 *
 * @param nowMs Unix time in milliseconds (48 bits).
 * @param random 10 random bytes.
 * @throws RangeError if the time or the number of bytes is out of range.
 */
export function uuidV7Bytes(nowMs: number, random: Uint8Array): Uint8Array {
  if (!Number.isInteger(nowMs) || nowMs < 0 || nowMs > idTimeMsMax) throw new RangeError("nowMs must fit 48 bits");
  if (random.length !== idRandomBytes) throw new RangeError(`random must be ${idRandomBytes} bytes`);
  const bytes = new Uint8Array(16);
  // Byte by byte: a DataView would need a buffer outside the heap for each id.
  for (let at = 5, rest = nowMs; at >= 0; at -= 1, rest = Math.floor(rest / 256)) bytes[at] = rest % 256;
  bytes.set(random, 6);
  bytes[6] = 0x70 | ((bytes[6] ?? 0) & 0x0f);
  bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f);
  return bytes;
}

/** Whether the text is a well-formed id with this prefix. Doesn't check that the resource exists. */
export function isId(prefix: IdPrefix, text: string): boolean {
  return text.startsWith(`${prefix}_`) && suffix.test(text.slice(prefix.length + 1));
}

/** Returns the mark of the cell in an id, such as `eu.`; empty if there is none. */
export function cellMarkOf(id: string): string {
  return marked.exec(id)?.[1] ?? "";
}

const marked = new RegExp(`^[a-z]+_${cellMarkPattern}`);

/**
 * Returns the creation time of an id, in Unix milliseconds.
 *
 * @throws RangeError if the text isn't an id with this prefix.
 */
export function idTimeMs(prefix: IdPrefix, text: string): number {
  if (!isId(prefix, text)) throw new RangeError("not an id of this kind");
  // The suffix has 130 bits and starts with two zero bits, so its first ten characters contain the 48 bits of time.
  let time = 0;
  const from = prefix.length + 1 + cellMarkOf(text).length;
  for (const character of text.slice(from, from + 10)) {
    time = time * 32 + alphabet.indexOf(character);
  }
  return time;
}

/** Encodes 16 bytes as 26 characters: two leading zero bits make 130 bits, five per character. */
function encode(bytes: Uint8Array): string {
  let text = "";
  let buffer = 0;
  let bits = 2;
  for (const byte of bytes) {
    buffer = (buffer << 8) | byte;
    bits += 8;
    while (bits >= 5) {
      bits -= 5;
      text += alphabet.charAt((buffer >> bits) & 31);
    }
    buffer &= (1 << bits) - 1;
  }
  return text;
}
