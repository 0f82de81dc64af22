/** Finds planted secrets in any encoding. */
import { inspect } from "node:util";

/** A planted secret, with a name that may be printed. */
export interface Canary {
  readonly name: string;
  /** The secret part. */
  readonly value: string;
  /** The bytes that the value encodes, if any: they are searched for raw, and in other encodings. */
  readonly bytes?: Buffer;
}

/** An encoded secret, or a piece of it. */
interface Needle {
  readonly canary: string;
  readonly form: string;
  readonly bytes: Buffer;
}

/** Pieces of this length are searched for too, so that a truncated secret is found. */
const pieceLength = 16;
/** Pieces of a long secret: all at its beginning, which truncation leaves, then at intervals. */
const piecesAtStart = 32;
const piecesBetween = 64;
/** Every needle is at least this long; the search looks for its first bytes. */
const probeBytes = 12;

const base = 0x01000193;
/** `base` to the power of `probeBytes - 1`, modulo 2^32. */
const highest = Array.from({ length: probeBytes - 1 }).reduce<number>((power) => Math.imul(power, base), 1);
const filterBits = 22;

/** Searches for a set of canaries in one pass over the bytes (Rabin and Karp's rolling hash). */
export class CanarySearch {
  readonly #needles = new Map<number, Needle[]>();
  readonly #filter = new Uint8Array(2 ** filterBits);

  /** @throws Error for a canary so short that it could occur by coincidence. */
  constructor(canaries: readonly Canary[]) {
    this.add(canaries);
  }

  /** Adds more canaries. @throws Error like the constructor. */
  add(canaries: readonly Canary[]): void {
    for (const canary of canaries) for (const needle of needlesOf(canary)) this.#add(needle);
  }

  /**
   * @param allowed names of canaries that may occur.
   * @returns findings as `<canary> (<form>)`; never the secret.
   */
  find(haystack: string | Uint8Array, allowed: readonly string[] = []): readonly string[] {
    const bytes =
      typeof haystack === "string"
        ? Buffer.from(haystack)
        : Buffer.from(haystack.buffer, haystack.byteOffset, haystack.byteLength);
    const found = new Set<string>();
    let hash = 0;
    for (let at = 0; at < bytes.length; at += 1) {
      if (at >= probeBytes) hash = (hash - Math.imul(bytes[at - probeBytes] ?? 0, highest)) | 0;
      hash = (Math.imul(hash, base) + (bytes[at] ?? 0)) | 0;
      if (this.#filter[hash >>> (32 - filterBits)] !== 1) continue;
      const from = at - probeBytes + 1;
      for (const needle of this.#needles.get(hash) ?? []) {
        if (allowed.includes(needle.canary) || from < 0) continue;
        if (
          bytes.compare(
            needle.bytes,
            0,
            needle.bytes.length,
            from,
            Math.min(from + needle.bytes.length, bytes.length),
          ) === 0
        ) {
          found.add(`${needle.canary} (${needle.form})`);
        }
      }
    }
    return [...found];
  }

  #add(needle: Needle): void {
    if (needle.bytes.length < probeBytes) throw new Error(`${needle.canary} is too short to be searched for.`);
    let hash = 0;
    for (let at = 0; at < probeBytes; at += 1) hash = (Math.imul(hash, base) + (needle.bytes[at] ?? 0)) | 0;
    const same = this.#needles.get(hash);
    if (same === undefined) this.#needles.set(hash, [needle]);
    else if (!same.some(({ canary, bytes }) => canary === needle.canary && bytes.equals(needle.bytes)))
      same.push(needle);
    this.#filter[hash >>> (32 - filterBits)] = 1;
  }
}

function needlesOf({ name, value, bytes }: Canary): Needle[] {
  const ofText = piecesOf(value).flatMap((piece) =>
    [...formsOf(piece)].map(([form, text]) => ({ canary: name, form, bytes: Buffer.from(text) })),
  );
  return bytes === undefined ? ofText : [...ofText, ...needlesOfBytes(name, bytes)];
}

function needlesOfBytes(canary: string, bytes: Buffer): Needle[] {
  const encoded = (["hex", "base64", "base64url"] as const).map((form) => ({
    canary,
    form: `its bytes in ${form}`,
    bytes: Buffer.from(bytes.toString(form)),
  }));
  return [{ canary, form: "its bytes", bytes }, ...encoded];
}

function piecesOf(value: string): string[] {
  const pieces = [value];
  for (let from = 0, index = 0; from + pieceLength <= value.length; from += pieceLength, index += 1) {
    // A surrogate pair isn't split; the piece gets longer.
    const piece = value.slice(from, from + pieceLength);
    if (index < piecesAtStart || index % piecesBetween === 0)
      pieces.push(piece.isWellFormed() ? piece : value.slice(from, from + pieceLength + 1).toWellFormed());
  }
  return pieces.filter((piece) => piece.isWellFormed() && !piece.includes("\ufffd"));
}

/** The forms of a text by name. */
export function formsOf(text: string): ReadonlyMap<string, string> {
  const bytes = Buffer.from(text);
  const json = JSON.stringify(text).slice(1, -1);
  const url = encodeURIComponent(text);
  const escaped = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
  const ascii = json.replaceAll(/[^\x20-\x7e]/g, escaped);
  const forms = new Map([
    ["raw", text],
    ["JSON", json],
    ["JSON in JSON", JSON.stringify(json).slice(1, -1)],
    ["JSON in ASCII", ascii],
    [
      "JSON in ASCII, upper case",
      ascii.replaceAll(/\\u([0-9a-f]{4})/g, (_all, digits: string) => `\\u${digits.toUpperCase()}`),
    ],
    ["JSON in \\u alone", text.split("").map(escaped).join("")],
    ["JSON for HTML", json.replaceAll(/[<>&\u2028\u2029]/g, escaped)],
    ["JSON with \\/", json.replaceAll("/", "\\/")],
    ["inspected", inspect(text, { breakLength: Number.POSITIVE_INFINITY, maxStringLength: null }).slice(1, -1)],
    ["HTML", text.replaceAll(/[&<>"']/g, (sign) => htmlEntities[sign] ?? sign)],
    ["URL", url],
    ["URL in lower case", url.replaceAll(/%../g, (hex) => hex.toLowerCase())],
    ["URI", encodeURI(text)],
    ["form", new URLSearchParams({ x: text }).toString().slice(2)],
    ["hex", bytes.toString("hex")],
    ["HEX", bytes.toString("hex").toUpperCase()],
    ["UTF-16", Buffer.from(text, "utf16le").toString("latin1").slice(0, -1)],
    ["bytes", bytes.join(",")],
  ]);
  for (const shift of [0, 1, 2]) {
    const inner = base64Within(bytes, shift);
    forms.set(`base64+${shift}`, inner);
    forms.set(`base64url+${shift}`, inner.replaceAll("+", "-").replaceAll("/", "_"));
  }
  return forms;
}

const htmlEntities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** The base64 characters of the bytes in any text in which they start at an offset of `shift` modulo 3. */
function base64Within(bytes: Buffer, shift: number): string {
  const text = Buffer.concat([Buffer.alloc(shift), bytes]).toString("base64");
  const from = Math.ceil((shift * 8) / 6);
  return text.slice(from, Math.floor(((shift + bytes.length) * 8) / 6));
}
