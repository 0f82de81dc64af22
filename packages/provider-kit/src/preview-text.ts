/** Formats a provider's texts for previews: short, on one line, and never mistaken for our own words. */

/** The maximum length of a name or a title in a preview. */
const nameMax = 60;

/** White space, and characters that are invisible or change the direction of text. */
const unseen = /[\s\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu;

/** Puts a text on one line and shortens it to `max` UTF-16 units, ending with `…` if it was longer. */
export function shortened(text: string, max: number = nameMax): string {
  const line = text.replaceAll(unseen, " ").trim();
  // Drops half of a surrogate pair.
  return line.length <= max ? line : `${line.slice(0, max - 1).replace(/[\uD800-\uDBFF]$/, "")}…`;
}

/** Quotes a name or a title so that its own quotation marks can't end the quotation. */
export function quoted(text: string, max: number = nameMax): string {
  return `“${shortened(text, max).replaceAll(/[“”„‟"]/g, "'")}”`;
}

/**
 * Joins words to a list in a sentence: "a", "a and b", "a, b and 3 more".
 * @param words not empty.
 * @param max the maximum number of words to show.
 */
export function listed(words: readonly string[], max: number = 5): string {
  const shown = words.length <= max ? words : [...words.slice(0, max), `${String(words.length - max)} more`];
  const last = shown.at(-1) ?? "";
  return shown.length < 2 ? last : `${shown.slice(0, -1).join(", ")} and ${last}`;
}

/**
 * Writes a whole number with separators: "1,234,567". Loading Node's formats for this would delay each start by 10 ms.
 */
export function separated(wholeNumber: number): string {
  return String(wholeNumber).replaceAll(/\B(?=(?:\d{3})+$)/g, ",");
}

/** Writes a number with its noun: "1 row", "2 rows". */
export function counted(count: number, one: string, several: string = `${one}s`): string {
  return `${String(count)} ${count === 1 ? one : several}`;
}
