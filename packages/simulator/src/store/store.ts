/** The state of a simulated API: its collections, switches, tokens and limits, and reads that lag behind changes. */
import { Snapshots } from "../snapshots.ts";
import type { ReadLag } from "../snapshots.ts";
import { Collection } from "./collection.ts";
import type { CollectionOptions } from "./collection.ts";
import { Journal } from "./journal.ts";
import { parseSwitches } from "./switches.ts";
import type { CommonSwitches, SwitchTable } from "./switches.ts";
import { Table } from "./table.ts";
import type { AnyTable } from "./table.ts";

/** A part of the state that a reset empties: a map, a set, `Tokens`, `RateLimits`. */
export interface Clearable {
  clear(): void;
}

/**
 * The base of a simulated API's state. A subclass declares its collections as fields, fills them in `seed`, and calls
 * `reset` at the end of its constructor. Calling its methods adds nothing to the ledger: only a request's changes are
 * effects.
 */
export abstract class Store<Switches extends CommonSwitches = CommonSwitches> {
  switches: Switches;
  readonly #table: SwitchTable<Switches>;
  readonly #switchesAtStart: Partial<Switches>;
  readonly #journal = new Journal();
  readonly #tables: AnyTable[] = [];
  readonly #kept: Clearable[] = [];
  readonly #snapshots = new Snapshots(() => this.#capture());

  /** @param switches the positions at the start, and after a reset. Throws `SimControlError` for an unknown one. */
  constructor(table: SwitchTable<Switches>, switches: Partial<Switches> = {}) {
    this.#table = table;
    this.#switchesAtStart = parseSwitches(table, switches);
    this.switches = { ...table.defaults, ...this.#switchesAtStart };
  }

  /** Fills the empty store. */
  protected abstract seed(): void;

  /** Facts for tests in other processes, from the control command `world`. */
  facts(_nowMs: number): Readonly<Record<string, unknown>> {
    return {};
  }

  /** A top-level collection. `Collection.collection` creates one below its items. */
  protected collection<Item extends object, Key extends keyof Item>(
    options: CollectionOptions<Item, Key>,
  ): Collection<Item, Key> {
    const table = new Table<Item>(options, this.#journal);
    this.#tables.push(table);
    return new Collection(table, options);
  }

  /** Registers a part that a reset also empties. */
  protected keep<Part extends Clearable>(part: Part): Part {
    this.#kept.push(part);
    return part;
  }

  /** Restores the initial state, including switches. */
  reset(): void {
    for (const part of [...this.#tables, ...this.#kept]) part.clear();
    this.switches = { ...this.#table.defaults, ...this.#switchesAtStart };
    this.seed();
    this.#snapshots.clear();
  }

  /** Changes some switches. Reads lag from then on. Throws `SimControlError` for an unknown one. */
  set(patch: Partial<Switches>): void {
    this.switches = { ...this.switches, ...parseSwitches(this.#table, patch) };
    if ("readLagMs" in patch || "readLagChanges" in patch) this.#snapshots.clear();
  }

  /**
   * Makes a change that reads lag behind, according to the switches. If it throws, the collections are unchanged.
   * @param didChange whether the result means that anything changed; by default it does.
   */
  change<Result>(nowMs: number, make: () => Result, didChange: (result: Result) => boolean = () => true): Result {
    const lag = this.#lag;
    return this.#snapshots.change({ lag, nowMs, make: () => this.#journal.changing(make), didChange });
  }

  /** Reads the collections in the state visible at this time. Throws if the read changes one. */
  read<Result>(nowMs: number, read: () => Result): Result {
    const show = this.#snapshots.shown(this.#lag, nowMs);
    return this.#journal.reading(() => (show === null ? read() : show(read)));
  }

  get #lag(): ReadLag {
    return { ms: this.switches.readLagMs, changes: this.switches.readLagChanges };
  }

  #capture(): <Result>(read: () => Result) => Result {
    const shows = this.#tables.map((table) => table.capture());
    return (read) => shows.reduceRight((inner, show) => () => show(inner), read)();
  }
}
