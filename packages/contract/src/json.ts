/**
 * A strict JSON parser (RFC 8259, I-JSON of RFC 7493). It rejects documents that two parsers could read differently and
 * values that no database can store. `JSON.parse` creates the value; one pass over the text finds the faults that it
 * hides.
 */

/** Limits of {@link parseJsonStrict}. */
export interface JsonLimits {
  /** Maximum nesting of objects and arrays; default 32. */
  readonly depthMax?: number;
  /** Maximum number of fields in all objects together; default 1000. */
  readonly keysMax?: number;
  /** Maximum number of values in the document, including nested ones and itself; default 10,000. */
  readonly valuesMax?: number;
}

/** A value, or where (RFC 6901 pointer) and why the document was rejected. Neither quotes a value. */
export type JsonResult =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly pointer: string; readonly reason: string };

/** Names through which careless code reaches an object's prototype. */
const forbiddenKeys: ReadonlySet<string> = new Set(["__proto__", "constructor", "prototype"]);

/** Parses one JSON document. */
export function parseJsonStrict(text: string, limits: JsonLimits = {}): JsonResult {
  const { depthMax = 32, keysMax = 1000, valuesMax = 10_000 } = limits;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { ok: false, pointer: "", reason: "Not well-formed JSON." };
  }
  const fault = scan(text, { depthMax, keysMax, valuesMax });
  return fault === null ? { ok: true, value } : { ok: false, ...fault };
}

type Fault = { pointer: string; reason: string };

/** An open object with its keys so far, or an open array with its current index. */
type Frame = { keys: Set<string> | null; key: string; index: number };

/** Checks a well-formed JSON text; returns null if it is valid. */
function scan(text: string, { depthMax, keysMax, valuesMax }: Required<JsonLimits>): Fault | null {
  const frames: Frame[] = [];
  let keysLeft = keysMax;
  let valuesLeft = valuesMax;
  let keyNext = false;
  let at = 0;
  while (at < text.length) {
    const frame = frames.at(-1);
    const unit = text.charCodeAt(at);
    if (!keyNext && valueStarts.has(unit) && --valuesLeft < 0) return fault(frames, `More than ${valuesMax} values.`);
    if (unit === quote) {
      const end = stringEnd(text, at);
      const content = stringContent(text, at, end);
      if (!isStorable(content)) {
        return fault(keyNext ? frames.slice(0, -1) : frames, "Contains a NUL character or a lone surrogate.");
      }
      if (keyNext && frame?.keys) {
        const reason = --keysLeft < 0 ? `More than ${keysMax} fields.` : keyFault(frame.keys, content);
        frame.key = content;
        if (reason !== null) return fault(frames, reason);
        frame.keys.add(content);
        keyNext = false;
      }
      at = end + 1;
    } else if (unit === openObject || unit === openArray) {
      if (frames.length >= depthMax) return fault(frames, `Nested deeper than ${depthMax}.`);
      frames.push({ keys: unit === openObject ? new Set() : null, key: "", index: 0 });
      keyNext = unit === openObject;
      at++;
    } else if (unit === closeObject || unit === closeArray) {
      frames.pop();
      keyNext = false;
      at++;
    } else if (unit === comma) {
      if (frame !== undefined) frame.index++;
      keyNext = frame?.keys !== null;
      at++;
    } else if (unit === minus || (unit >= zero && unit <= nine)) {
      const end = numberEnd(text, at);
      if (losesValue(text.slice(at, end))) return fault(frames, "A number that can't be represented exactly.");
      at = end;
    } else at++;
  }
  return null;
}

const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const minus = 0x2d;
const zero = 0x30;
const nine = 0x39;
const openArray = 0x5b;
const closeArray = 0x5d;
const openObject = 0x7b;
const closeObject = 0x7d;

/** The first characters of values. None of `true`, `false` and `null` contains the first letter of another. */
const valueStarts: ReadonlySet<number> = new Set(Array.from('"[{-0123456789tfn', (start) => start.charCodeAt(0)));

function keyFault(seen: ReadonlySet<string>, key: string): string | null {
  if (forbiddenKeys.has(key)) return "A field with this name is not accepted.";
  return seen.has(key) ? "This field appears twice." : null;
}

/** Returns the position of the closing quote of the string that starts at `start`. */
function stringEnd(text: string, start: number): number {
  let at = start + 1;
  while (text.charCodeAt(at) !== quote) at += text.charCodeAt(at) === backslash ? 2 : 1;
  return at;
}

function stringContent(text: string, start: number, end: number): string {
  const raw = text.slice(start + 1, end);
  return raw.includes("\\") ? (JSON.parse(text.slice(start, end + 1)) as string) : raw;
}

/** PostgreSQL stores neither NUL nor lone surrogates, and UTF-8 can't represent the latter. */
function isStorable(content: string): boolean {
  return content.isWellFormed() && !content.includes("\0");
}

const numberCharacter = /[-+.eE0-9]*/y;

function numberEnd(text: string, start: number): number {
  numberCharacter.lastIndex = start;
  numberCharacter.test(text);
  return numberCharacter.lastIndex;
}

/**
 * Whether another parser could read a different number: an integer above 2^53-1, an overflow, or an underflow to zero.
 */
function losesValue(literal: string): boolean {
  const value = Number(literal);
  if (!Number.isFinite(value)) return true;
  if (value === 0) return /[1-9]/.test(literal.split(/e/i, 1)[0] ?? "");
  return Number.isInteger(value) && !Number.isSafeInteger(value);
}

/** The maximum length of a name in a pointer; longer names are cut off. */
const tokenLengthMax = 100;

function fault(frames: readonly Frame[], reason: string): Fault {
  const tokens = frames.map((frame) => (frame.keys === null ? String(frame.index) : frame.key));
  return { pointer: tokens.map((token) => `/${pointerToken(token)}`).join(""), reason };
}

/** Writes a name as one token of an RFC 6901 pointer, cut off after 100 characters. */
export function pointerToken(name: string): string {
  const cut = name.slice(0, tokenLengthMax).toWellFormed();
  return cut.replaceAll("~", "~0").replaceAll("/", "~1");
}
