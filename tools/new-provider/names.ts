/** The names of a new provider, each derived from its slug. */

/** The forms of a slug in code and texts: `big-box` → `bigBox`, `BigBox`, `Big Box`, `BIG_BOX`. */
export type ProviderNames = { slug: string; value: string; type: string; title: string; variable: string };

/** Words that can't name a constant (ECMA-262, reserved words of only lower-case letters). */
const reserved: ReadonlySet<string> = new Set(
  (
    "await break case catch class const continue debugger default delete do else enum export extends false finally for " +
    "function if import in instanceof let new null package private protected public return static super switch this " +
    "throw true try typeof var void while with yield arguments eval"
  ).split(" "),
);

/** @throws RangeError, with a message for its author, for a slug that wouldn't work in addresses, packages and code. */
export function namesOf(slug: string): ProviderNames {
  if (!/^[a-z][a-z0-9]*(?:-[a-z][a-z0-9]*)*$/.test(slug) || slug.length > 40) {
    throw new RangeError(
      "The slug must be lower-case words of letters and digits, joined with hyphens, such as big-box.",
    );
  }
  const words = slug.split("-").map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  const type = words.join("");
  const value = type.charAt(0).toLowerCase() + type.slice(1);
  if (reserved.has(value)) throw new RangeError(`${slug} is a reserved word: add another word, such as ${slug}-api.`);
  return { slug, value, type, title: words.join(" "), variable: slug.toUpperCase().replaceAll("-", "_") };
}
