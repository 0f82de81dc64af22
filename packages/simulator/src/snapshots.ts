/** Earlier states of a simulated API, for reads that lag behind changes. */

/** How far reads lag: by time, by a number of changes, or by whichever is further. Zero means not at all. */
export interface ReadLag {
  readonly ms: number;
  readonly changes: number;
}

/** One change. `nowMs` is the simulator's clock. */
export interface LaggedChange<Result> {
  readonly lag: ReadLag;
  readonly nowMs: number;
  readonly make: () => Result;
  /** Whether it changed anything; by default it did. */
  readonly didChange?: (result: Result) => boolean;
}

/** The states that reads may still show. Nothing is stored if reads don't lag. */
export class Snapshots<State> {
  readonly #copy: () => State;
  #kept: { readonly state: State; readonly untilMs: number }[] = [];

  /** @param copy copies the current state. */
  constructor(copy: () => State) {
    this.#copy = copy;
  }

  /** Makes a change, and stores the state before it if reads lag. */
  change<Result>({ lag, nowMs, make, didChange = () => true }: LaggedChange<Result>): Result {
    if (lag.ms === 0 && lag.changes === 0) {
      this.#kept = [];
      return make();
    }
    const state = this.#copy();
    const result = make();
    if (!didChange(result)) return result;
    const first = this.#kept.findIndex(
      ({ untilMs }, index) => untilMs > nowMs - lag.ms || index > this.#kept.length - lag.changes,
    );
    this.#kept = [...(first < 0 ? [] : this.#kept.slice(first)), { state, untilMs: nowMs }];
    return result;
  }

  /** The state that a read shows; null for the current one. */
  shown(lag: ReadLag, nowMs: number): State | null {
    const byTime = this.#kept.findIndex(({ untilMs }) => untilMs > nowMs - lag.ms);
    const byChanges = Math.max(0, this.#kept.length - lag.changes);
    const index = Math.min(byTime < 0 ? this.#kept.length : byTime, byChanges);
    return this.#kept[index]?.state ?? null;
  }

  /** Deletes every earlier state. */
  clear(): void {
    this.#kept = [];
  }
}
