/**
 * The collections behind a description's paths: `/shelves/{shelf}/books` and `/shelves/{shelf}/books/{book}` are books.
 */
import { capitalized, wordsOf } from "./code-names.ts";
import { itemsOf, toNode } from "./description.ts";
import type { Description } from "./description.ts";
import type { PlannedAction, Place } from "./provider-code.ts";
import { unwrapped } from "./input-code.ts";
import { listMember } from "./output-code.ts";
import { sampleOf } from "./samples.ts";
import { asObject, objectsIn, schemaFacts } from "./schema-facts.ts";

/** What a route does to its collection. */
export type RouteKind = "list" | "get" | "create" | "update" | "delete" | "response";

/** A route of the simulator. */
export interface PlannedRoute {
  readonly action: PlannedAction;
  readonly kind: RouteKind;
  /** The path including the server's path, with variable names of only letters. */
  readonly template: string;
  /** The path variables before the collection's own. */
  readonly parents: readonly string[];
  /** The variable that names the item; null for a route without one. */
  readonly item: string | null;
  /** The member of the response that contains the list or the entry; null if it's the entire response. */
  readonly member: string | null;
  /** The member of the request's body that contains the fields; null if the body has them. */
  readonly bodyMember: string | null;
  readonly collection: Collection;
  /** The description's sample response. */
  readonly sample: unknown;
}

/** A collection, with its initial entry. */
export interface Collection {
  readonly constant: string;
  /** The member that identifies an entry. */
  readonly key: string;
  readonly hasNumbers: boolean;
  readonly parents: readonly string[];
  readonly entryId: string;
  readonly entry: Readonly<Record<string, unknown>>;
}

/** Plans the routes of all actions. */
export function planRoutes(
  description: Description,
  actions: readonly PlannedAction[],
  { basePath }: Place,
): PlannedRoute[] {
  const drafts = actions.map((action) => draftOf(description, action, basePath));
  const collections = new Map<string, Collection>();
  for (const { path } of drafts) {
    if (!collections.has(path))
      collections.set(
        path,
        collectionOf(
          drafts.filter((draft) => draft.path === path),
          collections,
        ),
      );
  }
  return drafts.flatMap(({ path, ...draft }) => {
    const collection = collections.get(path);
    if (collection === undefined) return [];
    const isAlone = drafts.every((other) => other.path !== path || other.kind === "create");
    // A POST whose result no route can read is an operation rather than an entry.
    const isOperation = draft.kind === "create" && isAlone && draft.action.operation.response.kind !== "json";
    const kind = isOperation || !isEntryOf(collection, draft) ? "response" : draft.kind;
    return [{ ...draft, kind, collection }];
  });
}

/** Whether the collection's entry can be the response: with the ids of the example, and members of the same types. */
function isEntryOf(
  { parents, entryId, entry }: Collection,
  { item, example, itemSample, parents: names }: Omit<Draft, "path">,
): boolean {
  const isThere = item === null || textOf(example[item]) === entryId;
  const isBelow = names.every((name, at) => textOf(example[name]) === parents[at]);
  return isThere && isBelow && Object.keys(itemSample).every((name) => isAlike(itemSample[name], entry[name]));
}

/** Whether two sample values have the same type. */
function isAlike(one: unknown, other: unknown): boolean {
  const isEmpty = one === null || other === null || one === undefined || other === undefined;
  return isEmpty || (typeof one === typeof other && Array.isArray(one) === Array.isArray(other));
}

interface Draft extends Omit<PlannedRoute, "collection"> {
  /** The collection's path. */
  readonly path: string;
  readonly resource: string;
  readonly itemSample: Readonly<Record<string, unknown>>;
  readonly example: Readonly<Record<string, unknown>>;
}

function draftOf(description: Description, action: PlannedAction, basePath: readonly string[]): Draft {
  const { operation, input, example } = action;
  const variables = new Map(input.fields.filter(({ to }) => to === "path").map(({ from, name }) => [from, name]));
  const segments = operation.template
    .split("/")
    .slice(1)
    .filter((segment) => segment !== "")
    .map((segment) => segment.replaceAll(/\{([^{}]*)\}/g, (_whole, name: string) => `{${variables.get(name) ?? "x"}}`));
  const last = segments.at(-1) ?? "";
  const item = /^\{(\w+)\}$/.exec(last)?.[1] ?? null;
  const own = item === null ? segments : segments.slice(0, -1);
  const parents = own.join("/").match(/(?<=\{)\w+(?=\})/g) ?? [];
  const schema = operation.response.kind === "json" ? operation.response.schema : null;
  const given = schema === null ? null : schemaFacts(description, schema);
  const response = given === null ? null : (objectsIn(given) ?? given);
  const list = response === null ? null : listMember(description, response);
  const wrapper = response === null || list !== null ? null : unwrapped(description, response).wrapper;
  const sample = schema === null ? undefined : sampleOf(description, schema);
  const isBareList = response?.kind === "array" && asObject(schemaFacts(description, response.node["items"])) !== null;
  const isList = isBareList || (item === null && list !== null);
  const inner = (member: string | null): unknown => (member === null ? sample : toNode(sample)[member]);
  const isObject = response !== null && response.kind === "object";
  const hasFields = operation.body !== null && !input.fields.some(({ to }) => to === "whole");
  const changesEntry = hasFields && response?.kind !== "array";
  const isStored = operation.method === "GET" ? isList || isObject : operation.method === "DELETE" || changesEntry;
  const kind = isStored ? kindOf(operation.method, item, isList) : "response";
  return {
    action,
    kind,
    template: `/${[...basePath, ...segments].join("/")}`,
    parents,
    bodyMember: input.wrapper,
    item,
    member: kind === "list" ? list : wrapper,
    path: own.join("/"),
    resource: own.filter((segment) => !segment.includes("{")).at(-1) ?? "entries",
    sample,
    itemSample: toNode(kind === "list" ? itemsOf(inner(list))[0] : inner(wrapper)),
    example,
  };
}

function kindOf(method: string, item: string | null, isList: boolean): RouteKind {
  if (method === "GET") return isList ? (item === null ? "list" : "response") : item === null ? "response" : "get";
  if (method === "POST") return item === null ? "create" : "response";
  if (item === null) return "response";
  return method === "DELETE" ? "delete" : "update";
}

function collectionOf(drafts: readonly Draft[], taken: ReadonlyMap<string, Collection>): Collection {
  const [first] = drafts;
  const words = wordsOf(first?.resource ?? "");
  const [start = "", ...rest] = words;
  const base = /^[a-z]/.test(start) ? start + rest.map(capitalized).join("") : "entries";
  const used = new Set([...taken.values()].map(({ constant }) => constant));
  // Names that the store itself uses.
  for (const own of ["switches", "seed", "facts", "collection", "keep", "reset", "set", "change", "read", "tokens"])
    used.add(own);
  let constant = base;
  for (let count = 2; used.has(constant); count += 1) constant = `${base}${String(count)}`;
  const samples = drafts.map(({ itemSample }) => itemSample).filter((sample) => Object.keys(sample).length > 0);
  const entry: Record<string, unknown> = {};
  for (const [name, value] of samples.flatMap(Object.entries<unknown>)) {
    // A schema with an example or a format has the better value.
    if (entry[name] === undefined || entry[name] === null || entry[name] === "sample") entry[name] = value;
  }
  const item = drafts.find((draft) => draft.item !== null);
  const key = keyOf(entry, item?.item ?? null, words);
  const given = item?.item === undefined || item.item === null ? entry[key] : item.example[item.item];
  const hasNumbers = typeof entry[key] === "number";
  const entryId = textOf(given) ?? (hasNumbers ? "1" : "sample");
  // A path's id may have another type than the entry's own.
  const own = hasNumbers && Number.isNaN(Number(entryId)) ? entry[key] : hasNumbers ? Number(entryId) : entryId;
  const parents = (first?.parents ?? []).map((parent) => textOf(first?.example[parent]) ?? "sample");
  return {
    constant,
    key,
    hasNumbers,
    parents,
    entryId,
    entry: { ...entry, [key]: own },
  };
}

/** The member that the item's variable names: `id`, or one with the same name. */
function keyOf(entry: Readonly<Record<string, unknown>>, item: string | null, resource: readonly string[]): string {
  const wanted = item === null ? "" : wordsOf(item).join("");
  const single = resource.join("").replace(/s$/, "");
  const names = Object.keys(entry);
  const same = names.find((name) => wordsOf(name).join("") === wanted);
  const withoutResource = names.find((name) => `${single}${wordsOf(name).join("")}` === wanted);
  return same ?? withoutResource ?? names.find((name) => name === "id") ?? "id";
}

/** A value's form in a path; undefined if it can't be in one. */
function textOf(value: unknown): string | undefined {
  return typeof value === "string" || typeof value === "number" ? String(value) : undefined;
}
