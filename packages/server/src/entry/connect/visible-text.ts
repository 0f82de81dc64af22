/** Texts from outside, as a page that asks for a decision shows them: nothing in them is invisible, or turns the text next to it. */

/** Everything that isn't drawn or changes how others are, but for tabs, new lines, and what people's names and emoji need. */
const hidden =
  /(?![\p{Join_Control}\p{Variation_Selector}])[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]|(?![\t\n])\p{Cc}/gu;

/** Replaces each hidden character with its code point, such as `[U+202E]`. */
export function withHiddenShown(text: string): string {
  return text.replaceAll("\r\n", "\n").replaceAll(hidden, (character) => {
    const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0");
    return `[U+${code}]`;
  });
}
