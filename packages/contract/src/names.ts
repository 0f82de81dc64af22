/**
 * The characters that names may contain. Names from callers are displayed in Connect pages, consoles, terminals and
 * audit trails next to svc's own text. Two names that look alike must be equal, and no name may hide or reorder the
 * text next to it.
 */

/**
 * Characters that are invisible or change how others are drawn: bidirectional controls, zero-width spaces, tags, soft
 * hyphens, fillers and the rest of category Cf, and line and paragraph separators. Two kinds are allowed, because
 * people's names need them: the joiners U+200C and U+200D (Persian, Indic scripts, emoji) and variation selectors
 * (Japanese, Mongolian, emoji).
 */
const invisible =
  /(?![\p{Join_Control}\p{Variation_Selector}])[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u;

/** A visible character; the empty Braille pattern isn't one. */
const visible = /[^\p{Z}\p{Cc}\p{Default_Ignorable_Code_Point}\u2800]/u;

const control = /\p{Cc}/u;

/**
 * Whether a text is safe to display: empty, or visible without hiding or reordering other text. Doesn't check controls.
 */
export function isVisible(text: string): boolean {
  return text === "" || (visible.test(text) && !invisible.test(text));
}

/** Whether a text is a valid name of any length: visible, not empty and without control characters. */
export function isName(text: string): boolean {
  return text !== "" && isVisible(text) && !control.test(text);
}

/**
 * Characters that could move a terminal's cursor, hide text or change its direction. External text, such as a
 * provider's, may contain them; replace them before you display it.
 */
export const steeringCharacters = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu;
