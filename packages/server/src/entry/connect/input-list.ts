/** An action's input as a list that a person can read: every name and every value, in full. */
import { isolated, markup, type Html } from "../html/markup.ts";
import { withHiddenShown } from "../html/visible-text.ts";

/** Longer texts, and those with several lines, get a block of their own. */
const shortMax = 60;

/** Renders an input. @param empty the word for an empty value. @returns null if there is nothing in it. */
export function inputListHtml(input: unknown, empty: string): Html | null {
  const entries = Object.entries(Object(input) as Readonly<Record<string, unknown>>);
  return entries.length === 0 ? null : listHtml(entries, empty);
}

function listHtml(entries: readonly (readonly [string, unknown])[], empty: string): Html {
  const rows = entries.map(
    ([name, value]) => markup`<div><dt>${isolated(name)}</dt><dd>${valueHtml(value, empty)}</dd></div>`,
  );
  return markup`<dl class="facts">${rows}</dl>`;
}

function valueHtml(value: unknown, empty: string): Html {
  if (typeof value === "string" && value !== "") {
    const isLong = value.length > shortMax || value.includes("\n");
    return isLong ? markup`<pre>${withHiddenShown(value)}</pre>` : isolated(value);
  }
  if (value === "") return markup`<i>${empty}</i>`;
  if (typeof value !== "object" || value === null) return isolated(JSON.stringify(value));
  const isList = Array.isArray(value);
  const entries = Object.entries(value as Readonly<Record<string, unknown>>);
  if (entries.length === 0) return markup`<i>${empty}</i>`;
  if (!isList) return listHtml(entries, empty);
  return markup`<ol>${entries.map(([, item]) => markup`<li>${valueHtml(item, empty)}</li>`)}</ol>`;
}
