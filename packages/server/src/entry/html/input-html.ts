/** The input of a call as HTML: everything in it is shown, and what is long is folded under a line that names its size. */
import type { ShownField, ShownValue } from "../../domain/proposals/shown-input.ts";
import { isolated, markup, type Html, withHiddenShown } from "./markup.ts";

/** The page's words around an input, with numbers written as in the page's language. */
export type InputWords = {
  /** BCP 47. */
  language: string;
  empty: string;
  /** In place of a secret. */
  secret: string;
  /** The line that unfolds the rest of a text. */
  moreCharacters: (count: string) => string;
  /** The line that unfolds the rest of a list. */
  moreEntries: (count: string) => string;
};

/** A longer text, or one with several lines, gets a block of its own. */
const shortMax = 60;
/** About as much of a long text as a phone shows at once. */
const startMax = 900;
const entriesMax = 12;

/** Renders fields as a list of terms. */
export function fieldsHtml(fields: readonly ShownField[], words: InputWords): Html {
  const rows = fields.map(
    ({ label, value }) =>
      markup`<div><dt lang="en">${isolated(label)}</dt><dd>${valueHtml(value, words, label)}</dd></div>`,
  );
  return markup`<dl class="facts">${rows}</dl>`;
}

function valueHtml(value: ShownValue, words: InputWords, label: string): Html {
  switch (value.kind) {
    case "secret":
      return markup`<i>${words.secret}</i>`;
    case "text":
      return textHtml(value.text, words);
    case "list":
      return value.items.length === 0 ? markup`<i>${words.empty}</i>` : listHtml(value.items, words, label);
    case "group":
      return value.fields.length === 0 ? markup`<i>${words.empty}</i>` : fieldsHtml(value.fields, words);
    case "number":
    case "boolean":
    case "null":
      return isolated(value.text);
  }
}

function textHtml(text: string, words: InputWords): Html {
  if (text === "") return markup`<i>${words.empty}</i>`;
  if (text.length <= shortMax && !text.includes("\n")) return isolated(text);
  const [start, rest] = splitText(text);
  const more =
    rest === "" ? null : folded(words.moreCharacters(numberOf(Array.from(rest).length, words)), preHtml(rest));
  return markup`${preHtml(start)}${more}`;
}

function preHtml(text: string): Html {
  const shown = withHiddenShown(text);
  // A parser removes a line break at the start.
  return markup`<pre dir="auto">${shown.startsWith("\n") ? "\n" : ""}${shown}</pre>`;
}

/** Splits a long text at the end of a line or word, and never within a character. */
function splitText(text: string): [start: string, rest: string] {
  if (text.length <= startMax * 1.5) return [text, ""];
  const head = text.slice(0, startMax);
  const lineEnd = head.lastIndexOf("\n") + 1;
  const wordEnd = head.lastIndexOf(" ") + 1;
  const at =
    [lineEnd, wordEnd].find((end) => end > startMax / 2) ??
    new Intl.Segmenter().segment(text).containing(startMax)?.index ??
    startMax;
  return [text.slice(0, at), text.slice(at)];
}

function listHtml(items: readonly ShownValue[], words: InputWords, label: string): Html {
  const isTable = items.every((item) => item.kind === "list");
  const render = isTable ? rowsHtml : itemsHtml;
  // A list that is barely too long is not worth a click.
  const isLong = items.length > entriesMax * 1.5;
  const shown = render(isLong ? items.slice(0, entriesMax) : items, 1, words, label);
  if (!isLong) return shown;
  const rest = render(items.slice(entriesMax), entriesMax + 1, words, label);
  return markup`${shown}${folded(words.moreEntries(numberOf(items.length - entriesMax, words)), rest)}`;
}

function itemsHtml(items: readonly ShownValue[], from: number, words: InputWords, label: string): Html {
  const entries = items.map((item) => markup`<li>${valueHtml(item, words, label)}</li>`);
  return from === 1 ? markup`<ol>${entries}</ol>` : markup`<ol start="${from}">${entries}</ol>`;
}

/** A list of lists is a table, as in a spreadsheet. It scrolls by itself, with the keyboard too. */
function rowsHtml(items: readonly ShownValue[], from: number, words: InputWords, label: string): Html {
  const rows = items.map((item, index) => {
    const cells = item.kind === "list" ? item.items : [];
    const shown = cells.map((cell) => markup`<td>${valueHtml(cell, words, label)}</td>`);
    return markup`<tr><th scope="row">${from + index}</th>${shown}</tr>`;
  });
  return markup`<div class="rows" tabindex="0" role="group" aria-label="${withHiddenShown(label)}"><table><tbody>${rows}</tbody></table></div>`;
}

function folded(line: string, content: Html): Html {
  return markup`<details><summary>${line}</summary>${content}</details>`;
}

function numberOf(count: number, { language }: InputWords): string {
  return new Intl.NumberFormat(language).format(count);
}
