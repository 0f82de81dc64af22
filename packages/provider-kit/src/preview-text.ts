/** Texts from a provider in the sentences of a preview: short, on one line, and never taken for our own words. */

/** The most characters of a name or a title in a preview. */
const nameMax = 60;

/** Line breaks and everything that isn't seen, or that turns the direction of writing. */
const unseen = /[\s\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu;

/** A text on one line and with at most `max` UTF-16 units, the last of which is `…` if it was longer. */
export function shortened(text: string, max: number = nameMax): string {
  const line = text.replaceAll(unseen, " ").trim();
  // Half of a character is left out.
  return line.length <= max ? line : `${line.slice(0, max - 1).replace(/[\uD800-\uDBFF]$/, "")}…`;
}

/** A name or a title as a quotation that its own quotation marks can't end. */
export function quoted(text: string, max: number = nameMax): string {
  return `“${shortened(text, max).replaceAll(/[“”„‟"]/g, "'")}”`;
}

/**
 * Words as a list in a sentence: "a", "a and b", "a, b and 3 more".
 * @param words not empty.
 * @param max how many are named at most.
 */
export function listed(words: readonly string[], max: number = 5): string {
  const shown = words.length <= max ? words : [...words.slice(0, max), `${String(words.length - max)} more`];
  const last = shown.at(-1) ?? "";
  return shown.length < 2 ? last : `${shown.slice(0, -1).join(", ")} and ${last}`;
}

/** A number of things: "1 row", "2 rows". */
export function counted(count: number, one: string, several: string = `${one}s`): string {
  return `${String(count)} ${count === 1 ? one : several}`;
}
