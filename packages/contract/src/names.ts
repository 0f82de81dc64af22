/**
 * What a name may consist of. Names chosen by callers stand in Connect pages, consoles, terminals and audit trails beside
 * text of ours, so two that look alike must be alike, and none may hide or turn what is next to it.
 */

/**
 * Characters that are drawn as nothing or that steer how others are drawn: bidirectional controls, zero-width spaces, tags,
 * soft hyphens, fillers and the rest of category Cf, and line and paragraph separators. Two kinds are left out, as people's
 * names need them: the joiners U+200C and U+200D (Persian, Indic scripts, emoji) and variation selectors (Japanese,
 * Mongolian, emoji).
 */
const hidden =
  /(?![\p{Join_Control}\p{Variation_Selector}])[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u;

/** A character that is seen; the empty pattern of Braille is none. */
const seen = /[^\p{Z}\p{Cc}\p{Default_Ignorable_Code_Point}\u2800]/u;

const control = /\p{Cc}/u;

/** Whether a text can be seen as it is: it is empty, or shows something and hides and turns nothing. Controls are not judged. */
export function isVisible(text: string): boolean {
  return text === "" || (seen.test(text) && !hidden.test(text));
}

/** Whether a text is a name, of whatever length: visible, not empty and without controls. */
export function isName(text: string): boolean {
  return text !== "" && isVisible(text) && !control.test(text);
}

/**
 * Characters that could move a terminal's cursor, hide text or turn its direction. What was written elsewhere, as by a
 * provider, may have them, and who shows it replaces them.
 */
export const steeringCharacters = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu;
