/**
 * What both engines can store. PostgreSQL refuses U+0000 in text, and neither keeps a lone surrogate; recording an
 * outcome must never fail on a provider's words (contract §4.8), so such characters become U+FFFD on the way in.
 */

const replacement = "\u{FFFD}";

/** The text without NUL and lone surrogates. */
export function storableText(text: string): string {
  const wellFormed = text.isWellFormed() ? text : text.toWellFormed();
  return wellFormed.includes("\0") ? wellFormed.replaceAll("\0", replacement) : wellFormed;
}

/** A statement's parameters, each text made storable, also in a list; both drivers send all theirs through here. */
export function storableParameters(parameters: readonly unknown[]): unknown[] {
  return parameters.map((value) => {
    if (typeof value === "string") return storableText(value);
    return Array.isArray(value) ? storableParameters(value) : value;
  });
}

/** A value as JSON text whose strings are storable, keys included. `undefined` becomes `null`. */
export function storableJson(value: unknown): string {
  const json = JSON.stringify(value ?? null);
  // JSON.stringify writes exactly these characters as escapes, so a text without them needs no second pass.
  if (!/\\u(?:0000|d[89a-f])/i.test(json)) return json;
  return JSON.stringify(storableValue(JSON.parse(json)));
}

function storableValue(value: unknown): unknown {
  if (typeof value === "string") return storableText(value);
  if (Array.isArray(value)) return value.map(storableValue);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [storableText(key), storableValue(item)]));
}

/** A column's JSON; the caller names the shape, which this store wrote. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters
export function parsedJson<T>(text: string): T {
  return JSON.parse(text) as T;
}

/** The same for a column that may be null. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters
export function parsedJsonOrNull<T>(text: string | null): T | null {
  return text === null ? null : parsedJson<T>(text);
}

/** 1 for true. */
export function flag(value: boolean): 0 | 1 {
  return value ? 1 : 0;
}
