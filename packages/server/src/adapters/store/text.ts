/**
 * Text and JSON that both engines can store. PostgreSQL rejects U+0000, and neither engine keeps a lone surrogate.
 * Recording an outcome must never fail because of what a provider sent (contract §4.8), so such characters become
 * U+FFFD when written.
 */

const replacement = "\u{FFFD}";

/** The text without NUL and lone surrogates. */
export function storableText(text: string): string {
  const wellFormed = text.isWellFormed() ? text : text.toWellFormed();
  return wellFormed.includes("\0") ? wellFormed.replaceAll("\0", replacement) : wellFormed;
}

/** A statement's parameters with all text made storable, in lists too. Both drivers pass theirs through this. */
export function storableParameters(parameters: readonly unknown[]): unknown[] {
  return parameters.map((value) => {
    if (typeof value === "string") return storableText(value);
    return Array.isArray(value) ? storableParameters(value) : value;
  });
}

/** A value as JSON whose strings and keys are storable. `undefined` becomes `null`. */
export function storableJson(value: unknown): string {
  const json = JSON.stringify(value ?? null);
  // JSON.stringify escapes exactly these characters, so JSON without such escapes is fine as it is.
  if (!/\\u(?:0000|d[89a-f])/i.test(json)) return json;
  return JSON.stringify(storableValue(JSON.parse(json)));
}

function storableValue(value: unknown): unknown {
  if (typeof value === "string") return storableText(value);
  if (Array.isArray(value)) return value.map(storableValue);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [storableText(key), storableValue(item)]));
}

/** Parses a column's JSON. The caller names the type, because only this store writes it. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters
export function parsedJson<T>(text: string): T {
  return JSON.parse(text) as T;
}

/** Parses a column that may be null. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters
export function parsedJsonOrNull<T>(text: string | null): T | null {
  return text === null ? null : parsedJson<T>(text);
}

/** A boolean as its column. */
export function flag(value: boolean): 0 | 1 {
  return value ? 1 : 0;
}
