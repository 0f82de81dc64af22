/**
 * HTML that is safe by construction: every value in a template is escaped, unless it is already our HTML. On pages that
 * ask for a decision, nothing in foreign text is invisible or changes the direction of other text.
 */

/** HTML that can be inserted unchanged. */
export type Html = { readonly html: string };

/** The values allowed in a template; null renders nothing. */
export type HtmlValue = string | number | null | Html | readonly Html[];

/** A tagged template: escapes text for an element or a quoted attribute. */
export function markup(strings: TemplateStringsArray, ...values: readonly HtmlValue[]): Html {
  const parts = strings.map((text, index) => text + (index < values.length ? renderValue(values[index] ?? null) : ""));
  return { html: parts.join("") };
}

/**
 * Isolates foreign text, so that its direction does not affect the surrounding text, and shows what isn't drawn. Our
 * own HTML stays unchanged.
 */
export function isolated(value: string | Html): Html {
  return typeof value === "string" ? markup`<bdi>${withHiddenShown(value)}</bdi>` : value;
}

export const emptyHtml: Html = { html: "" };

export function joined(parts: readonly Html[], between = ""): Html {
  return { html: parts.map((part) => part.html).join(between) };
}

function renderValue(value: HtmlValue): string {
  if (value === null) return "";
  if (typeof value === "string") return escapeText(value);
  if (typeof value === "number") return String(value);
  return "html" in value ? value.html : joined(value).html;
}

function escapeText(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&#39;");
}

/**
 * Characters that aren't drawn, change how others are drawn, or have no meaning that a reader could know: by property,
 * then characters that fonts draw as nothing, and spaces other than the four that people type.
 */
const hidden = String.raw`[\p{Default_Ignorable_Code_Point}\p{Variation_Selector}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Co}\p{Cn}\u2800\uFFFC\u{13441}\u{13442}\u{16FE4}\u{1D159}]|(?![\t\n])\p{Cc}|(?![ \u00A0\u202F\u3000])\p{Zs}`;

/** Arabic letters that never join the letter after them, so that a joiner there changes nothing. */
const unjoined = String.raw`\u0621-\u0625\u0627\u0629\u062F-\u0632\u0648\u0671-\u0673\u0675-\u0677\u0688-\u0699\u06C0\u06C3-\u06CB\u06CD\u06CF\u06D2\u06D3\u06D5\u06EE\u06EF`;
const arabic = String.raw`[[\p{Script=Arabic}&&\p{L}]--[${unjoined}]]`;
/** Signs that remove a vowel, after which a joiner selects the form of an Indic letter. */
const viramas = String.raw`\u094D\u09CD\u0A4D\u0ACD\u0B4D\u0BCD\u0C4D\u0CCD\u0D4D\u0DCA`;

/**
 * Sequences that need a character which is hidden elsewhere. Each of them can be seen, so none of them hides anything.
 */
const drawn = [
  // A finite list of emoji, with their joiners, selectors and tags.
  String.raw`\p{RGI_Emoji}`,
  String.raw`(?<=${arabic}\p{Mn}*)\u200C(?=\p{Script=Arabic})`,
  String.raw`(?<=\p{L}\p{Mn}?[${viramas}])[\u200C\u200D](?=\p{L})`,
  // The second form of the Bengali letter ya.
  String.raw`(?<=\u09B0)\u200D(?=\u09CD\u09AF)`,
  String.raw`(?<=[\p{Script=Mongolian}&&\p{L}])[\u180B-\u180D\u180F](?!\p{Variation_Selector})`,
].join("|");

// Most text has none of them, and is found to have none in a fraction of the time.
const anyHidden = new RegExp(hidden, "v");
const parts = new RegExp(String.raw`[\p{Co}\p{Cn}]|(?<drawn>${drawn})|${hidden}`, "gv");

/** Replaces each hidden character. @param show what to write for it; by default its code point, such as `[U+202E]`. */
export function withHiddenShown(text: string, show: (character: string) => string = codePoint): string {
  const lines = text.replaceAll("\r\n", "\n");
  if (!anyHidden.test(lines)) return lines;
  return lines.replaceAll(parts, (found: string, asDrawn: string | undefined) => asDrawn ?? show(found));
}

function codePoint(character: string): string {
  const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0");
  return `[U+${code}]`;
}

const mark =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><rect width="24" height="24" rx="6" fill="#1d4ed8"/><path d="M7 8.500h6.500a2.500 2.500 0 0 1 0 5H10.500M17 15.500h-6.500a2.500 2.500 0 0 1 0-5H13.500" fill="none" stroke="#fff" stroke-width="2" stroke-linecap="round"/></svg>';

/** Its address, which loads nothing. */
export const favicon = `data:image/svg+xml,${encodeURIComponent(mark)}`;
