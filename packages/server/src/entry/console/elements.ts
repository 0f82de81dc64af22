/** The building blocks of the console's pages: times, ids, badges, tables, empty states. */
import { withHiddenShown, isolated, markup, emptyHtml, type Html } from "../html/markup.ts";
import { relativeTime, utcTime, type Tone } from "./texts.ts";

/** Renders how long ago a time is; the exact time is its title. @param ms null renders `otherwise`. */
export function ago(ms: number | null, nowMs: number, otherwise = "Never"): Html {
  if (ms === null) return muted(otherwise);
  const exact = utcTime(ms);
  return markup`<time datetime="${new Date(ms).toISOString()}" title="${exact}">${relativeTime(ms, nowMs)}</time>`;
}

/** Renders an exact time, and how long ago it is. @param ms null renders `otherwise`. */
export function moment(ms: number | null, nowMs: number, otherwise = "Never"): Html {
  if (ms === null) return muted(otherwise);
  return markup`<time datetime="${new Date(ms).toISOString()}">${utcTime(ms)}</time> ${muted(relativeTime(ms, nowMs))}`;
}

/** Renders less important text. */
export function muted(text: Html | string): Html {
  return markup`<span class="muted">${isolated(text)}</span>`;
}

/** Renders an id that can be copied: whole, or shortened for a list. "" renders "None". */
export function idCell(id: string, form: "whole" | "short" = "whole"): Html {
  if (id === "") return muted("None");
  const shown = form === "whole" ? id : shortId(id);
  return markup`<span class="id"><code title="${id}">${shown}</code><button type="button" class="copy" data-copy="${id}" aria-label="Copy ${id}">${copyIcon}</button></span>`;
}

/** Shortens an id to its prefix and its last characters, which differ most. */
export function shortId(id: string): string {
  const prefix = /^[a-z]+_/.exec(id)?.[0] ?? "";
  return id.length <= prefix.length + 8 ? id : `${prefix}…${id.slice(-6)}`;
}

const copyIcon = markup`<svg viewBox="0 0 16 16" aria-hidden="true"><rect x="5.5" y="5.5" width="8" height="8" rx="1.5"/><path d="M3.5 10.5h-1v-8h8v1"/></svg>`;

/** Renders a status word, which never depends on its color alone. */
export function badge(text: string, tone: Tone = "quiet"): Html {
  return markup`<span class="badge ${tone}">${text}</span>`;
}

/** Renders the text of an empty list: what is missing, and what to do next. */
export function emptyState(title: string, next: Html | string = ""): Html {
  return markup`<div class="empty"><p class="empty-title">${title}</p>${next === "" ? emptyHtml : markup`<p>${next}</p>`}</div>`;
}

/** Renders a cell with two lines: the main text, and below it an explanation. */
export function twoLines(first: Html | string, second: Html | string): Html {
  return markup`${isolated(first)}<br>${muted(second)}`;
}

/** Renders names with their values; a text is isolated from its surroundings. */
export function facts(entries: readonly (readonly [string, Html | string])[]): Html {
  return markup`<dl>
    ${entries.map(([name, value]) => markup`<dt>${name}</dt><dd>${isolated(value)}</dd>`)}
  </dl>`;
}

/** Renders a box with a heading. @param tools the content at the heading's end. */
export function card(title: Html | string, content: Html, tools: Html = emptyHtml): Html {
  return markup`<section class="card"><div class="card-head"><h2>${title}</h2>${tools}</div>
${content}
</section>`;
}

/** Renders a page's heading with its actions. @param more.of the listing that the page belongs to. */
export function pageHead(
  title: Html | string,
  tools: Html = emptyHtml,
  { intro = "", of }: { intro?: Html | string; of?: { name: string; path: string } } = {},
): Html {
  const way = of === undefined ? emptyHtml : markup`<a class="way" href="${of.path}">${of.name}</a>`;
  return markup`<div class="head"><div class="title">${way}<h1>${title}</h1></div><div class="tools">${tools}</div></div>
${intro === "" ? emptyHtml : markup`<p class="intro">${intro}</p>`}`;
}

/** Renders what was just done; nothing without a text. */
export function noticePart(text: string | undefined): Html {
  return text === undefined ? emptyHtml : markup`<p class="notice" role="status">${text}</p>`;
}

/** Marks a part of a page that the script keeps up to date. */
export function live(name: string, content: Html): Html {
  return markup`<div data-live="${name}">${content}</div>`;
}

/** Renders a button's label with hidden context, for users who don't see its row. */
export function visuallyHiddenLabel(label: string, about: Html | string): Html {
  return markup`${label}<span class="unseen"> ${about}</span>`;
}

/**
 * Renders a JSON document for reading. Characters that could reorder or hide its text are escaped, which doesn't change
 * its value.
 */
export function json(value: unknown): Html {
  if (value === null || value === undefined) return muted("None");
  const escaped = withHiddenShown(JSON.stringify(value, null, 2), (character) =>
    character.replaceAll(/[^]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`),
  );
  return markup`<pre>${escaped}</pre>`;
}

/** Renders the button that pauses live updates, which the script shows. */
export function liveToggle(): Html {
  return markup`<span class="live"><span id="live-note" class="muted"></span><button type="button" id="live" aria-pressed="true" title="Updates every 10 seconds" hidden><span class="dot" aria-hidden="true"></span>Live</button></span>`;
}

/** The mark in front of the console's name. */
export const mark = markup`<svg class="mark" viewBox="0 0 24 24" aria-hidden="true"><rect width="24" height="24" rx="6"/><path d="M7 8.500h6.500a2.500 2.500 0 0 1 0 5H10.500M17 15.500h-6.500a2.500 2.500 0 0 1 0-5H13.500"/></svg>`;

/** A column's heading and the cell for a row; a text is isolated from its surroundings. */
export type Column<Row> = {
  name: string;
  cell: (row: Row) => Html | string;
  /** On a card, `status` is next to the first column, and `minor` is left out. */
  kind?: "number" | "status" | "minor";
};

/**
 * Renders a table with a caption for screen readers, or `empty` if it has no rows.
 * @param narrow how to show it if there is no room: as a card per row, or still in columns.
 */
export function table<Row>(
  caption: Html | string,
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  empty: Html,
  narrow: "cards" | "columns" = "cards",
): Html {
  if (rows.length === 0) return empty;
  // Explicit roles: with `display` set to show cards, some browsers would drop the table's.
  const headings = columns.map(
    ({ name, kind = "" }) => markup`<th scope="col" role="columnheader" class="${kind}">${name}</th>`,
  );
  const lines = rows.map((row) => {
    const cells = columns.map(
      ({ name, cell, kind = "" }) =>
        markup`<td role="cell" data-label="${name}" class="${kind}"><div>${isolated(cell(row))}</div></td>`,
    );
    return markup`<tr role="row">
      ${cells}
    </tr>`;
  });
  return markup`<table role="table" class="${narrow}">
    <caption class="unseen">
      ${caption}
    </caption>
    <thead role="rowgroup">
      <tr role="row">
        ${headings}
      </tr>
    </thead>
    <tbody role="rowgroup">
      ${lines}
    </tbody>
  </table>`;
}
