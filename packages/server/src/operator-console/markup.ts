/** HTML that is safe by making: whatever stands in a template is escaped, unless it is HTML of ours already. */

/** HTML that may stand in a page as it is. */
export type Html = { readonly html: string };

/** What may stand in a template; null is nothing. */
export type HtmlValue = string | number | null | Html | readonly Html[];

/** A tagged template: text is escaped, for an element as for a quoted attribute. */
export function markup(strings: TemplateStringsArray, ...values: readonly HtmlValue[]): Html {
  const parts = strings.map((text, index) => text + (index < values.length ? htmlOf(values[index] ?? null) : ""));
  return { html: parts.join("") };
}

/** A text that others chose, on its own: its direction does not turn what stands beside it. HTML of ours stays as it is. */
export function isolated(value: string | Html): Html {
  return typeof value === "string" ? markup`<bdi>${value}</bdi>` : value;
}

/** Nothing. */
export const nothing: Html = { html: "" };

/** One after another. */
export function joined(parts: readonly Html[], between = ""): Html {
  return { html: parts.map((part) => part.html).join(between) };
}

function htmlOf(value: HtmlValue): string {
  if (value === null) return "";
  if (typeof value === "string") return escaped(value);
  if (typeof value === "number") return String(value);
  return "html" in value ? value.html : joined(value).html;
}

function escaped(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&#39;");
}
