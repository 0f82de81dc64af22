/** An action's input as a list that a person can read: every name and every value, in full. */
import { escapeHtml } from "./html.ts";
import { withHiddenShown } from "./visible-text.ts";

/** Longer texts, and those with several lines, get a block of their own. */
const shortMax = 60;

/** Renders an input. @param empty the word for an empty value. @returns "" if there is nothing in it. */
export function inputListHtml(input: unknown, empty: string): string {
  const entries = Object.entries(Object(input) as Readonly<Record<string, unknown>>);
  return entries.length === 0 ? "" : listHtml(entries, empty);
}

function listHtml(entries: readonly (readonly [string, unknown])[], empty: string): string {
  const rows = entries.map(
    ([name, value]) => `<div><dt>${textHtml(name)}</dt><dd>${valueHtml(value, empty)}</dd></div>`,
  );
  return `<dl class="facts">${rows.join("")}</dl>`;
}

function valueHtml(value: unknown, empty: string): string {
  if (typeof value === "string" && value !== "") {
    const isLong = value.length > shortMax || value.includes("\n");
    return isLong ? `<pre>${escapeHtml(withHiddenShown(value))}</pre>` : textHtml(value);
  }
  if (value === "") return `<i>${escapeHtml(empty)}</i>`;
  if (typeof value !== "object" || value === null) return textHtml(JSON.stringify(value));
  const isList = Array.isArray(value);
  const entries = Object.entries(value as Readonly<Record<string, unknown>>);
  if (entries.length === 0) return `<i>${escapeHtml(empty)}</i>`;
  if (!isList) return listHtml(entries, empty);
  return `<ol>${entries.map(([, item]) => `<li>${valueHtml(item, empty)}</li>`).join("")}</ol>`;
}

function textHtml(text: string): string {
  return `<bdi>${escapeHtml(withHiddenShown(text))}</bdi>`;
}
