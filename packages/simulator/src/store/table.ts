/** The rows behind a collection: the current ones, and those that a lagging read shows instead. */
import type { Journal } from "./journal.ts";

/** One item, and the number of times it was written. */
export interface Row<Item> {
  readonly item: Item;
  readonly version: number;
}

/** How items are copied, and what restarts when the table is cleared. */
export interface TableOptions<Item> {
  /** Copies an item for reads that lag; default `structuredClone`, which only works for plain data. */
  readonly copy?: (item: Item) => Item;
  /** Restarts when the table is cleared. */
  readonly ids?: { clear(): void };
}

interface Place<Item> {
  readonly parents: readonly unknown[];
  readonly rows: ReadonlyMap<unknown, Row<Item>>;
}

type Places<Item> = ReadonlyMap<string, Place<Item>>;

const none: ReadonlyMap<unknown, never> = new Map<unknown, never>();

/** The parts of a table that a store needs, whatever its items. */
export interface AnyTable {
  /**
   * Copies the current rows of this table and the tables below it. Returns a function that shows them during a read.
   */
  capture(): <Result>(read: () => Result) => Result;
  /** Removes all rows. */
  clear(): void;
}

/** All items of one kind by parent. */
export class Table<Item> implements AnyTable {
  readonly #options: TableOptions<Item>;
  readonly #journal: Journal;
  readonly #children: (AnyTable & { removeBelow(parents: readonly unknown[]): void })[] = [];
  #places = new Map<string, { readonly parents: readonly unknown[]; readonly rows: Map<unknown, Row<Item>> }>();
  #shown: Places<Item> | null = null;

  constructor(options: TableOptions<Item>, journal: Journal) {
    this.#options = options;
    this.#journal = journal;
  }

  /** A table of resources below the items of this one. */
  child<Child>(options: TableOptions<Child>): Table<Child> {
    const table = new Table<Child>(options, this.#journal);
    this.#children.push(table);
    return table;
  }

  /** The rows below one parent, as reads show them. */
  rows(path: string): ReadonlyMap<unknown, Row<Item>> {
    return (this.#shown ?? this.#places).get(path)?.rows ?? none;
  }

  write(parents: readonly unknown[], path: string, id: unknown, row: Row<Item>): void {
    const place = this.#places.get(path) ?? { parents, rows: new Map<unknown, Row<Item>>() };
    const before = place.rows.get(id);
    this.#journal.record(() => (before === undefined ? place.rows.delete(id) : place.rows.set(id, before)));
    this.#places.set(path, place);
    place.rows.set(id, row);
  }

  /** Removes a row and everything below it. Undoing it restores the order too. */
  remove(parents: readonly unknown[], path: string, id: unknown): void {
    const rows = this.#places.get(path)?.rows;
    if (rows === undefined) return;
    const before = [...rows];
    this.#journal.record(() => {
      rows.clear();
      for (const [at, row] of before) rows.set(at, row);
    });
    rows.delete(id);
    for (const child of this.#children) child.removeBelow([...parents, id]);
  }

  removeBelow(parents: readonly unknown[]): void {
    const before = this.#places;
    const isBelow = (place: Place<Item>): boolean => parents.every((id, index) => place.parents[index] === id);
    this.#journal.record(() => (this.#places = before));
    this.#places = new Map([...before].filter(([, place]) => !isBelow(place)));
    for (const child of this.#children) child.removeBelow(parents);
  }

  capture(): <Result>(read: () => Result) => Result {
    const { copy = structuredClone } = this.#options;
    const copied = [...this.#places].map(([path, { parents, rows }]): [string, Place<Item>] => {
      const copies = [...rows].map(([id, { item, version }]): [unknown, Row<Item>] => {
        return [id, { item: copy(item), version }];
      });
      return [path, { parents, rows: new Map(copies) }];
    });
    const places = new Map(copied);
    const below = this.#children.map((child) => child.capture());
    return (read) => {
      this.#shown = places;
      try {
        return below.reduceRight((inner, show) => () => show(inner), read)();
      } finally {
        this.#shown = null;
      }
    };
  }

  clear(): void {
    this.#places = new Map();
    this.#options.ids?.clear();
    for (const child of this.#children) child.clear();
  }
}
