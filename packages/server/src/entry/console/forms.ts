/** Forms and links of the console's pages: filters, status tabs, pagers and action buttons. */
import { isolated, joined, markup, emptyHtml, type Html } from "../html/markup.ts";
import { readField, type ConsoleRequest, type Forms } from "./console.ts";
import { clientChoices, loadView } from "./names.ts";

/** A filter of a listing: a text, or one of several values. `value` is "" if it is not set. */
export type Filter = {
  name: string;
  label: string;
  value: string;
  choices?: readonly (readonly [value: string, label: string])[];
  /** The label if none is chosen. */
  unset?: string;
  type?: "text" | "datetime-local";
  /** The filter's text once it is set; its choice's label or its value by default. */
  shown?: string;
};

/**
 * Renders the collapsed form for a listing's filters, which are part of the address. Next to it are the filters that
 * are set, each with a link that removes it.
 * @param kept other parameters of the address that stay, such as the status.
 */
export function filterForm(
  path: string,
  filters: readonly Filter[],
  kept: readonly (readonly [string, string])[] = [],
): Html {
  const fields = filters.map((filter) => {
    const id = `f-${filter.name}`;
    return markup`<div class="field"><label for="${id}">${filter.label}</label>${renderControl(id, filter)}</div>`;
  });
  const set = filters.filter(({ value }) => value !== "");
  const chips = set.map((filter) => {
    const others = set.filter((other) => other !== filter).map(({ name, value }) => [name, value] as const);
    const shown = filter.shown ?? filter.choices?.find(([value]) => value === filter.value)?.[1] ?? filter.value;
    return markup`<a class="chip" href="${linkTo(path, [...kept, ...others])}"><span class="unseen">Remove the filter </span>${filter.label}: ${isolated(shown)}<span aria-hidden="true"> ×</span></a>`;
  });
  const clear = set.length > 1 ? markup`<a class="chip plain" href="${linkTo(path, kept)}">Clear all</a>` : emptyHtml;
  return markup`<div class="filtering"><details class="filters"><summary>Filter</summary>
<form method="get" action="${path}" role="search" aria-label="Filters">${hiddenFields(Object.fromEntries(kept.filter(([, value]) => value !== "")))}
    ${fields}<div class="field end"><button class="primary">Apply</button></div>
</form></details>${chips}${clear}</div>`;
}

function renderControl(id: string, { name, value, choices, unset = "Any", type = "text" }: Filter): Html {
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

/** Renders links that choose a value of a parameter; "" means all. Other parameters are kept, cursors aren't. */
export function tabs(
  path: string,
  query: URLSearchParams,
  { name, label, choices }: { name: string; label: string; choices: readonly (readonly [string, string])[] },
): Html {
  const chosen = query.get(name) ?? "";
  const kept = keptParameters(query).filter(([key]) => key !== name);
  const links = choices.map(([value, text]) => {
    const href = linkTo(path, [...kept, [name, value]]);
    return value === chosen
      ? markup`<li><a href="${href}" aria-current="true">${text}</a></li>`
      : markup`<li><a href="${href}">${text}</a></li>`;
  });
  return markup`<nav class="tabs" aria-label="${label}"><ul>${links}</ul></nav>`;
}

/** Renders links to the next page and back to the first. @param next the cursor; null on the last page. */
export function pager(path: string, query: URLSearchParams, next: string | null, label = "Next page"): Html {
  const links: Html[] = [];
  const kept = keptParameters(query);
  if (query.has("cursor")) links.push(markup`<a class="button" href="${linkTo(path, kept)}">First page</a>`);
  if (next !== null)
    links.push(markup`<a class="button" href="${linkTo(path, [...kept, ["cursor", next]])}">${label}</a>`);
  if (links.length === 0) return emptyHtml;
  return markup`<nav class="pager" aria-label="Pages">${links}</nav>`;
}

function keptParameters(query: URLSearchParams): [string, string][] {
  return [...query].filter(([name, value]) => name !== "cursor" && name !== "done" && value !== "");
}

/** Returns a path with a query; leaves out parameters that are "". */
export function linkTo(path: string, query: readonly (readonly [string, string])[]): string {
  const search = new URLSearchParams(query.filter(([, value]) => value !== "").map(([name, value]) => [name, value]));
  return search.size === 0 ? path : `${path}?${search.toString()}`;
}

/** Renders a link that looks like a button. */
export function linkButton(text: string, href: string): Html {
  return markup`<a class="button" href="${href}">${text}</a>`;
}

/**
 * Renders a form with one button and hidden fields; nothing if the operator's role may not send it.
 * @param parts.tone `grave` for destructive actions.
 */
export function buttonForm(parts: {
  path: string;
  forms: Forms;
  label: Html | string;
  fields?: Readonly<Record<string, string>>;
  tone?: "" | "primary" | "grave";
}): Html {
  const { path, forms, label, fields = {}, tone = "" } = parts;
  if (!forms.allows(path)) return emptyHtml;
  return markup`<form method="post" action="${path}">
    ${hiddenFields({ csrf: forms.token, ...fields })}<button class="${tone}">${label}</button>
  </form>`;
}

/** Renders hidden fields. */
export function hiddenFields(fields: Readonly<Record<string, string>>): Html {
  return joined(
    Object.entries(fields).map(([name, value]) => markup`<input type="hidden" name="${name}" value="${value}" />`),
  );
}

/** Returns the filter for a listing's service client. */
export async function clientFilter({ services, query }: ConsoleRequest): Promise<Filter> {
  const choices = clientChoices(await services.overview.clientNames());
  return { name: "client", label: "Service client", value: readField(query, "client") ?? "", choices };
}

/** Returns the filters for a tenant's or a connection's id, which show its name once they are set. */
export async function scopeFilters(
  request: ConsoleRequest,
  wanted: readonly ("tenant" | "connection")[],
): Promise<Filter[]> {
  const tenantId = readField(request.query, "tenant") ?? "";
  const connectionId = readField(request.query, "connection") ?? "";
  const { names } = await loadView(request, [{ tenantId, connectionId }]);
  const filters = {
    tenant: {
      name: "tenant",
      label: "Tenant",
      value: tenantId,
      shown: names.tenants.get(tenantId)?.displayName ?? tenantId,
    },
    connection: {
      name: "connection",
      label: "Connection",
      value: connectionId,
      shown: names.connections.get(connectionId)?.accountName ?? connectionId,
    },
  };
  return wanted.map((name) => filters[name]);
}
