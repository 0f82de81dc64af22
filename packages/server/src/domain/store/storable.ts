/**
 * Text that every store can keep. PostgreSQL rejects U+0000, and neither engine keeps a lone surrogate, so they become U+FFFD when
 * written. Requests can't have them; a provider's answers can. A text that is compared with its stored form later is made storable first.
 */

const replacement = "\u{FFFD}";

/** The text without NUL and lone surrogates. */
export function storableText(text: string): string {
  const wellFormed = text.isWellFormed() ? text : text.toWellFormed();
  return wellFormed.includes("\0") ? wellFormed.replaceAll("\0", replacement) : wellFormed;
}

/** JSON data whose texts and keys are storable. */
export function storableValue(value: unknown): unknown {
  if (typeof value === "string") return storableText(value);
  if (Array.isArray(value)) return value.map(storableValue);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [storableText(key), storableValue(item)]));
}
