/** HTML that is safe by construction: every value in a template is escaped, unless it is already our HTML. */
import { withHiddenShown } from "./visible-text.ts";

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
 * Isolates foreign text, so that its direction does not affect the surrounding text, and shows what isn't drawn. Our own
 * HTML stays unchanged.
 */
export function isolated(value: string | Html): Html {
  return typeof value === "string" ? markup`<bdi>${withHiddenShown(value)}</bdi>` : value;
}

export const emptyHtml: Html = { html: "" };

/** Joins parts. */
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
