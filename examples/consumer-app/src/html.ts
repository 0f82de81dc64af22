/** HTML as a template: every inserted value is escaped, unless it is already HTML. */

/** A piece of HTML. Only `html` creates it. */
export class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/** The values that a template accepts. Null, undefined and false insert nothing. */
export type Part = Html | string | number | null | undefined | false | readonly Part[];

/** Builds a piece of HTML, as in `` html`<p>${name}</p>` ``. Put quotes around every attribute. */
export function html(texts: TemplateStringsArray, ...parts: Part[]): Html {
  return new Html(texts.map((text, index) => text + toText(parts[index])).join(""));
}

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

function toText(part: Part): string {
  if (part === null || part === undefined || part === false) return "";
  if (part instanceof Html) return part.text;
  if (typeof part === "object") return part.map(toText).join("");
  return String(part).replace(/[&<>"']/g, (character) => entities[character] ?? "");
}
