/** The building blocks of the console's pages: times, ids, tables, forms. */
import { steeringCharacters } from "@svc/contract";
import { isolated, joined, markup, emptyHtml, type Html } from "./markup.ts";

/** Renders a time with its zone. @param ms milliseconds since the epoch; null renders `otherwise`. */
export function time(ms: number | null, otherwise = "never"): Html {
  if (ms === null) return markup`<span class="muted">${otherwise}</span>`;
  const iso = new Date(ms).toISOString();
  return markup`<time datetime="${iso}">${iso.slice(0, 19).replace("T", " ")} UTC</time>`;
}

/** Renders an id that can be copied, as a link if there is an `href`. "" renders nothing. */
export function idCell(id: string, href?: string): Html {
  if (id === "") return markup`<span class="muted">none</span>`;
  const code = markup`<code>${id}</code>`;
  const shown = href === undefined ? code : markup`<a href="${href}">${code}</a>`;
  return markup`<span class="id"
    >${shown}<button type="button" class="copy" data-copy="${id}" aria-label="Copy ${id}" hidden>Copy</button></span
  >`;
}

/** Renders a status word, which never depends on its color alone. */
export function badge(text: string, tone: "good" | "caution" | "bad" | "quiet" = "quiet"): Html {
  return markup`<span class="badge ${tone}">${text}</span>`;
}

/** A column's heading and the cell for a row; a text is isolated from its surroundings. */
export type Column<Row> = { name: string; cell: (row: Row) => Html | string };

/** Renders a table, or a text if it has no rows. */
export function table<Row>(
  caption: Html | string,
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  empty: string,
): Html {
  if (rows.length === 0) return markup`<p class="empty">${empty}</p>`;
  // Explicit roles: with `display` set to show cards, some browsers would drop the table's.
  const headings = columns.map(({ name }) => markup`<th scope="col" role="columnheader">${name}</th>`);
  const lines = rows.map((row) => {
    const cells = columns.map(
      ({ name, cell }) => markup`<td role="cell" data-label="${name}"><div>${isolated(cell(row))}</div></td>`,
    );
    return markup`<tr role="row">
      ${cells}
    </tr>`;
  });
  return markup`<table role="table">
    <caption>
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

/** Renders names with their values; a text is isolated from its surroundings. */
export function facts(entries: readonly (readonly [string, Html | string])[]): Html {
  return markup`<dl>
    ${entries.map(([name, value]) => markup`<dt>${name}</dt><dd>${isolated(value)}</dd>`)}
  </dl>`;
}

/** A filter of a listing: a text, or one of several values. `value` is "" if it is not set. */
export type Filter = {
  name: string;
  label: string;
  value: string;
  choices?: readonly (readonly [value: string, label: string])[];
  /** The label if none is chosen. */
  unset?: string;
  type?: "text" | "datetime-local";
};

/** Renders the form for a listing's filters, which are in the address. */
export function filterForm(path: string, filters: readonly Filter[]): Html {
  const fields = filters.map((filter) => {
    const id = `f-${filter.name}`;
    return markup`<div class="field"><label for="${id}">${filter.label}</label>${controlOf(id, filter)}</div>`;
  });
  const isSet = filters.some(({ value }) => value !== "");
  return markup`<form class="filters" method="get" action="${path}" role="search" aria-label="Filters">
    ${fields}<button>Filter</button>${isSet ? markup`<a class="button" href="${path}">Clear</a>` : emptyHtml}
  </form>`;
}

function controlOf(id: string, { name, value, choices, unset = "any", type = "text" }: Filter): Html {
  if (choices === undefined) {
    const more =
      type === "text" ? markup`maxlength="200" spellcheck="false" autocomplete="off" dir="auto"` : markup`step="1"`;
    return markup`<input id="${id}" name="${name}" type="${type}" value="${value}" ${more} />`;
  }
  const known = choices.some(([choice]) => choice === value) || value === "" ? choices : [...choices, [value, value]];
  const options = known.map(([choice, label]) =>
    choice === value
      ? markup`<option value="${choice ?? ""}" selected>${label ?? ""}</option>`
      : markup`<option value="${choice ?? ""}">${label ?? ""}</option>`,
  );
  return markup`<select id="${id}" name="${name}"><option value="">${unset}</option>${options}</select>`;
}

/** Renders links to the next page and back to the first. @param next the cursor; null on the last page. */
export function pager(path: string, query: URLSearchParams, next: string | null, label = "Next page"): Html {
  const links: Html[] = [];
  const kept = [...query].filter(([name, value]) => name !== "cursor" && name !== "done" && value !== "");
  if (query.has("cursor")) links.push(markup`<a class="button" href="${linkTo(path, kept)}">First page</a>`);
  if (next !== null)
    links.push(markup`<a class="button" href="${linkTo(path, [...kept, ["cursor", next]])}">${label}</a>`);
  if (links.length === 0) return emptyHtml;
  return markup`<nav class="pager" aria-label="Pages">${links}</nav>`;
}

/** Returns a path with a query; leaves out parameters that are "". */
export function linkTo(path: string, query: readonly (readonly [string, string])[]): string {
  const search = new URLSearchParams(query.filter(([, value]) => value !== "").map(([name, value]) => [name, value]));
  return search.size === 0 ? path : `${path}?${search.toString()}`;
}

/** Renders a form with one button and hidden fields. */
export function buttonForm(parts: {
  path: string;
  formToken: string;
  label: Html | string;
  fields?: Readonly<Record<string, string>>;
  tone?: "" | "primary" | "grave";
}): Html {
  const { path, formToken, label, fields = {}, tone = "" } = parts;
  return markup`<form method="post" action="${path}">
    ${hiddenFields({ csrf: formToken, ...fields })}<button class="${tone}">${label}</button>
  </form>`;
}

/** Renders hidden fields. */
export function hiddenFields(fields: Readonly<Record<string, string>>): Html {
  return joined(
    Object.entries(fields).map(([name, value]) => markup`<input type="hidden" name="${name}" value="${value}" />`),
  );
}

/** Renders a button's label with hidden context, for users who don't see its row. */
export function visuallyHiddenLabel(label: string, about: Html | string): Html {
  return markup`${label}<span class="unseen"> ${about}</span>`;
}

/**
 * Renders a document unchanged for reading. Characters that could reorder or hide its text are written as escapes,
 * which JSON reads alike.
 */
export function json(value: unknown): Html {
  if (value === null || value === undefined) return markup`<span class="muted">none</span>`;
  const escaped = JSON.stringify(value, null, 2).replaceAll(steeringCharacters, (character) =>
    character === "\n" ? character : `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
  return markup`<pre>${escaped}</pre>`;
}
