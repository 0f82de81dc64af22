/** A store with shelves, and books on them, for these tests. */
import { commonSwitches, counter, Store, uuids } from "../../src/index.ts";
import type { CommonSwitches, SwitchTable } from "../../src/index.ts";

export interface Shelf {
  readonly id: number;
  readonly name: string;
}

export interface Book {
  readonly id: string;
  readonly title: string;
  readonly year: number;
}

export interface Page {
  readonly number: number;
  readonly text: string;
}

export interface Switches extends CommonSwitches {
  loans: "open" | "closed";
  languages: readonly string[];
  limit: number;
}

const table: SwitchTable<Switches> = {
  defaults: { ...commonSwitches, loans: "open", languages: [], limit: 3 },
  positions: { loans: ["open", "closed"] },
};

export class Library extends Store<Switches> {
  readonly shelves = this.collection<Shelf, "id">({ key: "id", ids: counter() });
  readonly books = this.shelves.collection<Book, "id">({ key: "id", ids: uuids("book") });
  readonly pages = this.books.collection<Page, "number">({ key: "number", ids: counter({ perParent: true }) });
  readonly readers = this.keep(new Set<string>());

  constructor(switches: Partial<Switches> = {}) {
    super(table, switches);
    this.reset();
  }

  protected seed(): void {
    this.readers.add("ada");
    this.shelves.create({ name: "Novels" });
  }

  override facts(nowMs: number): Readonly<Record<string, unknown>> {
    return { shelves: this.shelves.size, nowMs };
  }
}

/** The code of the refusal; undefined if there is none. */
export function refusalOf(run: () => unknown): string | undefined {
  try {
    run();
    return undefined;
  } catch (error) {
    return (error as { code?: string }).code;
  }
}
