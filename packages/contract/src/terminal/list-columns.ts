/**
 * The columns of a list whose fields svc doesn't know, such as an action's output: what names an item, its state, who
 * it belongs to, what it costs, when it changed and where it is. They are derived from the fields, so that no action
 * declares them.
 */
import { counted } from "./times.ts";
import type { Column } from "./table.ts";

type Item = Readonly<Record<string, unknown>>;

/** The most columns that a table has. */
const columnsMax = 7;
/** With fewer columns than this, other fields fill the table. */
const columnsLeast = 4;

/** Fields by what they say, the best first. An item has at most one column for each. */
const roles: readonly (readonly string[])[] = [
  ["identifier", "key", "number", "slug", "id", "ts", "accountId", "sheetId", "range"],
  [
    "title",
    "fullName",
    "name",
    "displayName",
    "summary",
    "label",
    "subject",
    "realName",
    "text",
    "snippet",
    "body",
    "comment",
    "filename",
  ],
  ["status", "state", "type", "mimeType", "role", "accessRole", "visibility", "active", "environment"],
  ["assignee", "user", "author", "owner", "lead", "from", "email", "emailAddress", "customer"],
  ["amount", "unitAmount", "timeSpentSeconds"],
  ["currency"],
  ["start", "dueDate", "updatedAt", "modifiedTime", "createdAt", "createdTime", "created", "startedAt", "receivedAt"],
  ["htmlUrl", "url", "webViewLink", "htmlLink"],
];

/** The names of fields that are about a list, not about a thing. */
const listFacts = /^(?:next|prev|page|perPage|total|count|unreadable|incomplete|has[A-Z]|notModified$|etag$|cursor)/;

/** A list: its entries, and what else is known about it. */
export type FoundList = { readonly items: readonly unknown[]; readonly facts: Readonly<Record<string, unknown>> };

/** Finds the list in a result that is one: a single array, beside a cursor, a count and their like. Null otherwise. */
export function listIn(result: object): FoundList | null {
  const arrays = Object.entries(result).filter(([, value]) => Array.isArray(value));
  const [only, ...others] = arrays;
  if (only === undefined || others.length > 0) return null;
  const facts = Object.fromEntries(Object.entries(result).filter(([name]) => name !== only[0]));
  if (!Object.keys(facts).every((name) => listFacts.test(name))) return null;
  return { items: only[1] as readonly unknown[], facts };
}

/** @param items the list's objects, which share their fields. */
export function listColumns(items: readonly object[]): Column<object>[] {
  const known = [...new Set(items.flatMap((item) => Object.keys(item)))];
  const hasText = (name: string): boolean => items.some((item) => valueText((item as Item)[name], name) !== "-");
  const chosen = roles.flatMap((role) => role.find((name) => known.includes(name) && hasText(name)) ?? []);
  const rest = known.filter((name) => !chosen.includes(name) && isPlain(items, name) && hasText(name));
  const last = chosen.filter((name) => (roles.at(-1) ?? []).includes(name) || (roles.at(-2) ?? []).includes(name));
  const first = chosen.filter((name) => !last.includes(name));
  const added = rest.slice(0, Math.max(0, columnsLeast - chosen.length));
  return [...first, ...added, ...last].slice(0, columnsMax).map((name) => ({
    heading: headingOf(name),
    cell: (item) => valueText((item as Item)[name], name),
  }));
}

/** `htmlUrl` → `URL`, `updatedAt` → `UPDATED`, `displayName` → `DISPLAY NAME`. */
export function headingOf(name: string): string {
  const words = name
    .replace(/(?<=.)(?:At|Time)$/, "")
    .replace(/^html(?=Url|Link)/, "")
    .replaceAll(/(?<=[a-z0-9])(?=[A-Z])|_/g, " ");
  return words.toUpperCase();
}

/** One line for a value: a person or a thing by its name, a list by its entries, a Unix time as a time. */
export function valueText(value: unknown, name = ""): string {
  if (value === null || value === undefined || value === "") return "-";
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (typeof value === "number") return isUnixTime(name, value) ? new Date(value * 1000).toISOString() : String(value);
  if (Array.isArray(value)) return value.length === 0 ? "-" : listText(value);
  if (typeof value !== "object") return typeof value === "string" ? value : "-";
  const named = nameIn(value as Item);
  return named === null ? JSON.stringify(value) : valueText(named);
}

function listText(values: readonly unknown[]): string {
  const texts = values.map((each) => valueText(each));
  return texts.some((text) => text.startsWith("{")) ? counted(values.length, "item") : texts.join(", ");
}

/** What an object inside an item is called. */
function nameIn(value: Item): unknown {
  const names = [
    "name",
    "displayName",
    "login",
    "title",
    "identifier",
    "key",
    "email",
    "dateTime",
    "date",
    "slug",
    "id",
  ];
  return names.map((name) => value[name]).find((each) => each !== null && each !== undefined) ?? null;
}

/** Whether a field is a text, a number or a yes or no in every item. */
function isPlain(items: readonly object[], name: string): boolean {
  return items.every((item) => typeof (item as Item)[name] !== "object" || (item as Item)[name] === null);
}

function isUnixTime(name: string, value: number): boolean {
  return /^(?:created|updated|.*At|.*Time)$/.test(name) && Number.isInteger(value) && value > 1e9 && value < 1e10;
}
