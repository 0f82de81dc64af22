/** Foreign text on pages that ask for a decision: nothing in it is invisible or changes the direction of other text. */

/**
 * Characters that aren't drawn or that change how others are drawn, except tabs, line breaks, and those that people's
 * names and emoji need.
 */
const hidden =
  /(?![\p{Join_Control}\p{Variation_Selector}])[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]|(?![\t\n])\p{Cc}/gu;

/** Replaces each hidden character with its code point, such as `[U+202E]`. */
export function withHiddenShown(text: string): string {
  return text.replaceAll("\r\n", "\n").replaceAll(hidden, (character) => {
    const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0");
    return `[U+${code}]`;
  });
}
