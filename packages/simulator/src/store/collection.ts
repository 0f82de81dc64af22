/** Typed resources, below parents or at the top level, with an order, ids and versions. */
import type { Ids } from "./ids.ts";
import { Refusal } from "./refusal.ts";
import type { Table, TableOptions } from "./table.ts";

/** How to list a collection. */
export interface ListOptions<Item> {
  readonly where?: (item: Item) => boolean;
  /** The sort key; items with equal keys keep the order of creation. Default: the order of creation. */
  readonly by?: (item: Item) => number | string;
  readonly descending?: boolean;
}

/** How items are identified, and where new ids come from. */
export interface CollectionOptions<Item, Key extends keyof Item> extends TableOptions<Item> {
  /** The field that identifies an item below its parent. */
  readonly key: Key;
  /** The source of ids for new items. Without it, each new item must have its own. */
  readonly ids?: Ids<Item[Key]>;
}

/** A new item that may omit its key, which the collection then assigns. */
export type New<Item, Key extends keyof Item> = Omit<Item, Key> & Partial<Pick<Item, Key>>;

/**
 * The resources below one parent. `in` selects another parent: `events.in(calendarId).create({...})`.
 * During a read of the store, it shows the state that the read sees.
 */
export class Collection<Item extends object, Key extends keyof Item> implements Iterable<readonly [Item[Key], Item]> {
  readonly #table: Table<Item>;
  readonly #options: CollectionOptions<Item, Key>;
  readonly #parents: readonly unknown[];
  readonly #path: string;

  /** Called by `Store.collection`. */
  constructor(table: Table<Item>, options: CollectionOptions<Item, Key>, parents: readonly unknown[] = []) {
    this.#table = table;
    this.#options = options;
    this.#parents = parents;
    this.#path = JSON.stringify(parents);
  }

  /** The same kind of resource below another parent, given the ids on the path to it. */
  in(...parents: readonly (string | number)[]): Collection<Item, Key> {
    return new Collection(this.#table, this.#options, [...this.#parents, ...parents]);
  }

  /** A collection of resources below the items of this one. Deleting an item deletes those below it. */
  collection<Child extends object, ChildKey extends keyof Child>(
    options: CollectionOptions<Child, ChildKey>,
  ): Collection<Child, ChildKey> {
    return new Collection(this.#table.child(options), options);
  }

  /** The number of items. */
  get size(): number {
    return this.#rows.size;
  }

  /** The item, or undefined. */
  get(id: Item[Key]): Item | undefined {
    return this.#rows.get(id)?.item;
  }

  /** The item. Throws `Refusal` 404 `not_found`. */
  find(id: Item[Key]): Item {
    const item = this.get(id);
    if (item === undefined) throw new Refusal(404, "Not Found", { code: "not_found", details: { id } });
    return item;
  }

  has(id: Item[Key]): boolean {
    return this.#rows.has(id);
  }

  /** The number of times the item was written: 1 for a new one, 0 if there is none. */
  versionOf(id: Item[Key]): number {
    return this.#rows.get(id)?.version ?? 0;
  }

  /** Every id, in the order of creation. */
  keys(): Item[Key][] {
    return [...this.#rows.keys()] as Item[Key][];
  }

  /** Every item, in the order of creation. */
  values(): Item[] {
    return [...this.#rows.values()].map(({ item }) => item);
  }

  *[Symbol.iterator](): Iterator<readonly [Item[Key], Item]> {
    for (const [id, { item }] of this.#rows) yield [id as Item[Key], item];
  }

  /** The matching items, in order. */
  list({ where = () => true, by, descending = false }: ListOptions<Item> = {}): Item[] {
    return ordered(this.values().filter(where), by, descending);
  }

  /** An id for a new item. It is never returned again, even if the item isn't created. */
  newId(): Item[Key] {
    const { ids } = this.#options;
    if (ids === undefined) throw new Error("the collection creates no ids");
    return ids.next((id) => this.has(id), this.#path);
  }

  /** Adds an item, with its own id or a new one. Throws `Refusal` 409 `conflict` if its id is taken. */
  create(fields: New<Item, Key>): Item {
    const id = (fields as Partial<Item>)[this.#options.key] ?? this.newId();
    if (this.has(id)) throw new Refusal(409, "The id is taken", { code: "conflict", details: { id } });
    return this.put({ ...fields, [this.#options.key]: id } as unknown as Item);
  }

  /** Adds an item, or replaces the one with its id. */
  put(item: Item): Item {
    const id = item[this.#options.key];
    this.#table.write(this.#parents, this.#path, id, { item, version: this.versionOf(id) + 1 });
    return item;
  }

  /** Replaces some fields of an item, and returns the new item. Throws `Refusal` 404 `not_found`. */
  update(id: Item[Key], changes: Partial<Omit<Item, Key>>): Item {
    return this.put({ ...this.find(id), ...changes });
  }

  /** Deletes an item with everything below it; false if there is none. */
  delete(id: Item[Key]): boolean {
    if (!this.has(id)) return false;
    this.#table.remove(this.#parents, this.#path, id);
    return true;
  }

  get #rows() {
    return this.#table.rows(this.#path);
  }
}

/** Sorts items by a key; equal ones keep their order, and `descending` reverses the entire list. */
export function ordered<Item>(
  items: readonly Item[],
  by: ((item: Item) => number | string) | undefined,
  descending = false,
): Item[] {
  const compare = (one: number | string, other: number | string): number =>
    typeof one === "string" ? one.localeCompare(String(other), "en") : one - Number(other);
  const sorted = by === undefined ? [...items] : [...items].sort((one, other) => compare(by(one), by(other)));
  return descending ? sorted.reverse() : sorted;
}
