/** The stored service clock as the domain sees it: one row, which all processes on the database share. */

/** A span of service time that did not really pass, because the clock jumped over it. Milliseconds since the epoch. */
export type UncountedSpan = { fromMs: number; toMs: number };

/** An operator's acceptance: the service time so far, the raw time that replaces it, and an unresolved gap. */
export type Acceptance = {
  serviceMs: number;
  rawMs: number;
  gap: UncountedSpan | null;
  /** Whether the time in between really passed, so that retention counts it. */
  timePassed: boolean;
};

/**
 * Why time-based work is paused. `ran`: the raw clock jumped while a server was running. `behind`: when a server
 * started, the clock was before the newest recorded time. `ahead`: it was long after that time.
 */
export type JumpCause = "ran" | "behind" | "ahead";

/** The stored row. Service time is raw time plus the offset. */
export type ClockRow = {
  offsetMs: number;
  /** The newest service time that any process has confirmed; 0 in a new database. */
  markMs: number;
  /** Increases with each `clock accept`, so that running processes follow without an alarm. */
  generation: number;
  /** The cause, and the service time at which the jump was noticed; null while the clock is in order. */
  jump: { cause: JumpCause; atMs: number } | null;
  /** Service time that a start skipped, until an operator states whether it really passed. */
  gap: UncountedSpan | null;
};

/** The data for a sample, read in one statement. */
export type ClockReading = {
  row: ClockRow;
  /** The database's own clock, in milliseconds since the epoch; null on SQLite, which uses this machine's clock. */
  databaseMs: number | null;
};

/** The row, and the spans that do not count. Every method is one transaction. */
export type ServiceClockStore = {
  read(): Promise<ClockReading>;
  /** Returns the spans that retention skips. */
  spans(): Promise<UncountedSpan[]>;
  /** Writes a process's finding; false if the offset or generation has changed since it read them. */
  replace(seen: ClockRow, next: Pick<ClockRow, "offsetMs" | "jump" | "gap">): Promise<boolean>;
  /** Moves the mark forward to a confirmed service time, if the generation is unchanged. */
  mark(generation: number, serviceMs: number): Promise<void>;
  /**
   * Accepts the raw clock: removes the offset, increases the generation and moves the mark to raw time. Future
   * deadlines keep their remaining time, unless `timePassed` says that the skipped time really passed.
   * @param options.machineMs this machine's clock, which is the raw clock on SQLite.
   * @param options.spansAfter returns the spans that do not count from now on.
   * @returns null, with nothing written, if there is nothing to accept.
   */
  accept(options: {
    timePassed: boolean;
    machineMs: number;
    spansAfter: (spans: readonly UncountedSpan[], acceptance: Acceptance) => UncountedSpan[];
  }): Promise<AcceptedJump | null>;
};

/** An accepted jump. Milliseconds since the epoch. */
export type AcceptedJump = { cause: JumpCause; serviceMs: number; rawMs: number; uncountedMs: number };
