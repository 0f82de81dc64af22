/**
 * Text that every store can keep. PostgreSQL rejects U+0000, and neither engine keeps a lone surrogate, so they become
 * U+FFFD when written. Requests can't contain them, but a provider's responses can. Before a text is compared with its
 * stored form, it is made storable too.
 */

const replacement = "\u{FFFD}";

/** Returns the text with NUL and lone surrogates replaced. */
export function storableText(text: string): string {
  const wellFormed = text.isWellFormed() ? text : text.toWellFormed();
  return wellFormed.includes("\0") ? wellFormed.replaceAll("\0", replacement) : wellFormed;
}

/** Returns JSON data with storable texts and keys. */
export function storableValue(value: unknown): unknown {
  if (typeof value === "string") return storableText(value);
  if (Array.isArray(value)) return value.map(storableValue);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [storableText(key), storableValue(item)]));
}
