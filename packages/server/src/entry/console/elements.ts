/** The building blocks of the console's pages: times, ids, badges, icons, tables, empty states. */
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

const icon = (shapes: Html): Html => markup`<svg class="icon" viewBox="0 0 16 16" aria-hidden="true">${shapes}</svg>`;

/** One per section of the console. */
export const icons = {
  overview: icon(markup`<path d="M2 14V8h3v6zM6.5 14V2h3v12zM11 14V5.500h3V14z"/>`),
  unknown: icon(
    markup`<circle cx="8" cy="8" r="6.25"/><path d="M6.100 6.200a2 2 0 1 1 2.700 1.900c-.5.2-.8.6-.8 1.100M8 11.500v.1"/>`,
  ),
  proposals: icon(
    markup`<path d="M3.500 1.750h9M3.500 14.250h9M5 1.750v2.500L8 8l3-3.750v-2.500M5 14.250v-2.500L8 8l3 3.750v2.500"/>`,
  ),
  executions: icon(markup`<path d="M9 1.750 3 9h4.500L7 14.250 13 7H8.500z"/>`),
  connections: icon(
    markup`<path d="M6.500 9.500l3-3M7 4.500l1.200-1.200a3.200 3.200 0 0 1 4.500 4.500L11.500 9M9 11.500l-1.200 1.200a3.200 3.200 0 0 1-4.500-4.500L4.500 7"/>`,
  ),
  tenants: icon(markup`<path d="M2.500 14V2.500h7V14M9.500 6.500h4V14M1.500 14h13M5 5.500h2M5 8.500h2M5 11.500h2"/>`),
  keys: icon(markup`<circle cx="5" cy="11" r="3"/><path d="M7.200 8.800 13.500 2.500M11 5l2 2M9 7l1.500 1.500"/>`),
  tokens: icon(
    markup`<path d="M1.750 5.500v-2h12.500v2a2.500 2.500 0 0 0 0 5v2H1.750v-2a2.500 2.500 0 0 0 0-5zM9.500 6v4"/>`,
  ),
  webhooks: icon(markup`<path d="M8 2.500v6M5.500 6 8 8.500 10.500 6M2.500 9.500v4h11v-4"/>`),
  audit: icon(markup`<path d="M3.500 1.750h9v12.500h-9zM6 5h4M6 8h4M6 11h2.500"/>`),
} as const;

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
