/**
 * Converts a schema's pattern to RE2, whose `\s` differs and which has no escapes such as `\u00a0`. JSON Schema uses
 * ECMAScript's syntax.
 */

/** ECMAScript's white space and line terminators (ECMA-262), for use inside a class. RE2's `\s` is ASCII only. */
const white = "\\t-\\r \\x{a0}\\x{1680}\\x{2000}-\\x{200a}\\x{2028}\\x{2029}\\x{202f}\\x{205f}\\x{3000}\\x{feff}";
const notWhite =
  "\\x{0}-\\x{8}\\x{e}-\\x{1f}!-\\x{9f}\\x{a1}-\\x{167f}\\x{1681}-\\x{1fff}\\x{200b}-\\x{2027}\\x{202a}-\\x{202e}" +
  "\\x{2030}-\\x{205e}\\x{2060}-\\x{2fff}\\x{3001}-\\x{fefe}\\x{ff00}-\\x{10ffff}";

const token = /\\u[0-9A-Fa-f]{4}|\\[^]|[[\]]/g;

/** Returns a pattern with the same meaning in RE2's syntax. */
export function re2Pattern(pattern: string): string {
  let isInClass = false;
  return pattern.replace(token, (text) => {
    if (text === "[") isInClass = true;
    else if (text === "]") isInClass = false;
    else if (text === "\\s") return isInClass ? white : `[${white}]`;
    else if (text === "\\S") return isInClass ? notWhite : `[${notWhite}]`;
    else if (text.startsWith("\\u")) return `\\x{${text.slice(2)}}`;
    return text;
  });
}
