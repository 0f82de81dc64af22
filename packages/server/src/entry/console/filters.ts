/**
 * The filters of listings: one bar in one place on each of them. They are part of the address, and what is set is shown
 * as links that remove it. A value that can't be used is said to be wrong; it never makes an empty list.
 */
import { idPrefixes, isId } from "@svc/contract";
import { isolated, markup, emptyHtml, type Html } from "../html/markup.ts";
import { readField, type ConsoleRequest } from "./console.ts";
import { linkTo } from "./forms.ts";
import { clientChoices, loadView } from "./names.ts";

type Choices = readonly (readonly [value: string, label: string])[];

/** A filter of a listing: a text, or one of several values. */
export type Filter = {
  name: string;
  label: string;
  /** As given; "" if it isn't set. */
  value: string;
  choices?: Choices;
  /** The label if none is chosen. */
  unset?: string;
  type?: "text" | "datetime-local";
  /** The filter's text once it is set; its choice's label or its value by default. */
  shown?: string;
  /** Why its value can't be used. */
  fault?: string;
};

/**
 * Renders the bar: the form with all filters, then those that are set, each with a link that removes it.
 * @param tabs the name of the filter whose choices are tabs too.
 */
export function filterBar(path: string, filters: readonly Filter[], tabs = ""): Html {
  if (filters.length === 0) return emptyHtml;
  const set = filters.filter(({ value }) => value !== "");
  const chips = set.map((filter) => {
    const shown = filter.shown ?? filter.choices?.find(([value]) => value === filter.value)?.[1] ?? filter.value;
    const tone = filter.fault === undefined ? "chip" : "chip bad";
    return markup`<a class="${tone}" href="${linkWith(path, filters, filter, "")}"><span class="unseen">Remove the filter </span>${filter.label}: ${isolated(shown)}<span aria-hidden="true"> ×</span></a>`;
  });
  const clear = set.length > 1 ? markup`<a class="chip plain" href="${path}">Clear all</a>` : emptyHtml;
  const tabbed = filters.find(({ name }) => name === tabs);
  const fields = filters.map((filter) => {
    const id = `f-${filter.name}`;
    return markup`<div class="field"><label for="${id}">${filter.label}</label>${control(id, filter)}</div>`;
  });
  return markup`<div class="bar"><div class="filtering"><details class="filters"><summary>Filter</summary>
<form method="get" action="${path}" aria-label="Filters">${fields}<div class="field end"><button class="primary">Apply</button></div>
</form></details>${chips}${clear}</div>
${tabbed === undefined ? emptyHtml : filterTabs(path, filters, tabbed)}</div>`;
}

/** Renders what is wrong with the filters; nothing if all can be used. */
export function filterFaults(filters: readonly Filter[]): Html {
  const faulty = filters.filter(({ fault }) => fault !== undefined);
  if (faulty.length === 0) return emptyHtml;
  const items = faulty.map(({ label, fault }) => markup`<li><strong>${label}:</strong> ${isolated(fault ?? "")}</li>`);
  return markup`<div class="faults" role="alert"><h2>This filter can't be used</h2><ul>${items}</ul></div>`;
}

/** Whether any filter is set. */
export function isFiltered(filters: readonly Filter[]): boolean {
  return filters.some(({ value }) => value !== "");
}

/** The address with another value of one filter. */
function linkWith(path: string, filters: readonly Filter[], changed: Filter, value: string): string {
  return linkTo(
    path,
    filters.map((filter) => [filter.name, filter === changed ? value : filter.value] as const),
  );
}

function filterTabs(path: string, filters: readonly Filter[], tabbed: Filter): Html {
  const { label, value, choices = [], unset = "All" } = tabbed;
  const links = [["", unset] as const, ...choices].map(([choice, text]) => {
    const current = choice === value ? markup` aria-current="true"` : emptyHtml;
    return markup`<li><a href="${linkWith(path, filters, tabbed, choice)}"${current}>${text}</a></li>`;
  });
  return markup`<nav class="tabs" aria-label="${label}"><ul>${links}</ul></nav>`;
}

function control(id: string, { name, value, choices, unset = "Any", type = "text", fault }: Filter): Html {
  const state = fault === undefined ? emptyHtml : markup` aria-invalid="true"`;
  if (choices === undefined) {
    const more =
      type === "text" ? markup`maxlength="200" spellcheck="false" autocomplete="off" dir="auto"` : markup`step="1"`;
    return markup`<input id="${id}" name="${name}" type="${type}" value="${value}" ${more}${state} />`;
  }
  const known = choices.some(([choice]) => choice === value) || value === "" ? choices : [...choices, [value, value]];
  const options = known.map(([choice, label]) => {
    const selected = choice === value ? markup` selected` : emptyHtml;
    return markup`<option value="${choice ?? ""}"${selected}>${label ?? ""}</option>`;
  });
  return markup`<select id="${id}" name="${name}"${state}><option value="">${unset}</option>${options}</select>`;
}

/** Reads one parameter. @returns a fault if it is given twice, because then neither would count. */
function read(query: URLSearchParams, name: string): { value: string; fault?: string } {
  const all = query.getAll(name);
  if (all.length > 1) return { value: all.at(-1) ?? "", fault: "It is in the address twice." };
  return { value: readField(query, name) ?? "" };
}

/** Creates a filter for one of several values. */
export function choiceFilter(
  query: URLSearchParams,
  { name, label, choices, unset, what }: Pick<Filter, "name" | "label" | "unset"> & { choices: Choices; what: string },
): Filter {
  const { value, fault = choiceFault(value, choices, what) } = read(query, name);
  return { name, label, value, choices, ...(unset === undefined ? {} : { unset }), ...faultOf(fault) };
}

/** Few choices are named in full. */
const namedMax = 8;

function choiceFault(value: string, choices: Choices, what: string): string | undefined {
  if (value === "" || choices.some(([choice]) => choice === value)) return undefined;
  const all = choices.map(([choice]) => choice).join(", ");
  return `There is no ${what} ${value}. Choose ${choices.length > namedMax ? "one from the list" : `one of ${all}`}.`;
}

/** Creates a filter for a text. @param form what a text must look like, and what to say about one that doesn't. */
export function textFilter(
  query: URLSearchParams,
  { name, label, form }: Pick<Filter, "name" | "label"> & { form?: { pattern: RegExp; wanted: string } },
): Filter {
  const { value, fault } = read(query, name);
  const isWrong = value !== "" && form !== undefined && !form.pattern.test(value);
  return { name, label, value, ...faultOf(fault ?? (isWrong ? form.wanted : undefined)) };
}

function faultOf(fault: string | undefined): { fault?: string } {
  return fault === undefined ? {} : { fault };
}

/** Creates the filter for one of this version's providers. */
export function providerFilter({ services, query }: Pick<ConsoleRequest, "services" | "query">): Filter {
  const choices = services.providers().map((slug) => [slug, slug] as const);
  return choiceFilter(query, { name: "provider", label: "Provider", choices, what: "provider" });
}

const actionForm = {
  pattern: /^[a-z][A-Za-z0-9]*(?:\.[a-z][A-Za-z0-9]*)+$/,
  wanted: "An action is its ID without the provider, such as secrets.set.",
};

/** Creates the filter for an action's id. */
export function actionFilter(query: URLSearchParams): Filter {
  return textFilter(query, { name: "action", label: "Action", form: actionForm });
}

/** The times of the filters from {@link timeFilters}, in milliseconds since the epoch. */
export type Times = { since: number | null; until: number | null };

/** Creates the filters for a span of time, in UTC. */
export function timeFilters(query: URLSearchParams): { filters: Filter[]; times: Times } {
  const [since, until] = [readTime(query, "from"), readTime(query, "to")];
  const isEmpty = since.ms !== null && until.ms !== null && since.ms >= until.ms;
  const fault = until.fault ?? (isEmpty ? "It isn't after From, so nothing can match." : undefined);
  const type = "datetime-local" as const;
  return {
    filters: [
      { name: "from", label: "From (UTC)", value: since.value, type, ...faultOf(since.fault) },
      { name: "to", label: "Before (UTC)", value: until.value, type, ...faultOf(fault) },
    ],
    times: { since: since.ms, until: until.ms },
  };
}

function readTime(query: URLSearchParams, name: string): { value: string; fault?: string; ms: number | null } {
  const { value, fault } = read(query, name);
  if (value === "" || fault !== undefined) return { value, ...faultOf(fault), ms: null };
  const hasForm = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?$/.test(value);
  const ms = hasForm ? Date.parse(`${value}Z`) : Number.NaN;
  if (Number.isFinite(ms)) return { value, ms };
  return { value, fault: `${value} isn't a date and time. Write it as 2026-11-30T14:00.`, ms: null };
}

const scopes = {
  client: { label: "Service client", prefix: idPrefixes.serviceClient, noun: "service client" },
  tenant: { label: "Tenant", prefix: idPrefixes.tenant, noun: "tenant" },
  connection: { label: "Connection", prefix: idPrefixes.connection, noun: "connection" },
} as const;

type Scope = keyof typeof scopes;

/** Creates the filters for a service client, a tenant and a connection, which show its name once they are set. */
export async function scopeFilters(request: ConsoleRequest, wanted: readonly Scope[]): Promise<Filter[]> {
  const { query, services } = request;
  const [client, tenant, connection] = (["client", "tenant", "connection"] as const).map((scope) => read(query, scope));
  const ids = { clientId: client?.value, tenantId: tenant?.value, connectionId: connection?.value };
  const { names } = await loadView(request, [
    Object.fromEntries(Object.entries(ids).filter(([, id]) => id !== undefined)),
  ]);
  const known = {
    client: names.clients.get(ids.clientId ?? "")?.name,
    tenant: names.tenants.get(ids.tenantId ?? "")?.displayName,
    connection: names.connections.get(ids.connectionId ?? "")?.accountName,
  };
  const choices = wanted.includes("client") ? clientChoices(await services.overview.clientNames()) : [];
  return wanted.map((scope) => {
    const { value, fault = scopeFault(scope, value, known[scope]) } = read(query, scope);
    const { label } = scopes[scope];
    const listed = choices.find(([id]) => id === value)?.[1];
    const shown = (scope === "client" ? listed : undefined) ?? known[scope] ?? value;
    return { name: scope, label, value, shown, ...(scope === "client" ? { choices } : {}), ...faultOf(fault) };
  });
}

function scopeFault(scope: Scope, value: string, known: string | undefined): string | undefined {
  const { prefix, noun } = scopes[scope];
  if (value === "" || known !== undefined) return undefined;
  if (isId(prefix, value)) return `There is no ${noun} with the ID ${value}.`;
  return `${value} isn't a ${noun}'s ID, which begins with ${prefix}_. The search field finds it by name.`;
}
