/** The service clock at rest, as the domain sees it: one row for all processes on the database. */
import type { AuditEvent } from "../audit/port.ts";

/** A span of service time that did not pass: the clock was set over it. Milliseconds since the epoch. */
export type UncountedSpan = { fromMs: number; toMs: number };

/** What an operator accepts: the service time that was, the raw time from now on, and a gap that nobody had accounted for. */
export type Acceptance = {
  serviceMs: number;
  rawMs: number;
  gap: UncountedSpan | null;
  /** Whether the time between really passed, so that retention counts it. */
  timePassed: boolean;
};

/**
 * Why time-based work waits. `ran`: the raw clock jumped under a running server. `behind`: at a start it was before the newest
 * time that this database has seen. `ahead`: at a start it was long after it.
 */
export type JumpCause = "ran" | "behind" | "ahead";

/** What the row says. Service time is raw time plus the offset. */
export type ClockRow = {
  offsetMs: number;
  /** The newest service time that any process has confirmed; 0 in a database that has seen none. */
  markMs: number;
  /** Grows with each `clock accept`, so that running processes follow without an alarm. */
  generation: number;
  /** What happened and when it was noticed, in service time; null while the clock is in order. */
  jump: { cause: JumpCause; atMs: number } | null;
  /** Service time that a start has passed over, and nobody has said whether it really passed. */
  gap: UncountedSpan | null;
};

/** What a sample reads in one statement. */
export type ClockReading = {
  row: ClockRow;
  /** The database's own clock, in milliseconds since the epoch; null on SQLite, where this machine's counts. */
  databaseMs: number | null;
};

/** The row and the spans of time that do not count. Every method is one transaction. */
export type ServiceClockStore = {
  read(): Promise<ClockReading>;
  /** The spans that retention passes over. */
  spans(): Promise<UncountedSpan[]>;
  /** Writes what a process found, if offset and generation are still those that it saw; false otherwise. */
  replace(seen: ClockRow, next: Pick<ClockRow, "offsetMs" | "jump" | "gap">): Promise<boolean>;
  /** Moves the mark to a confirmed service time, never back, if the generation is still this one. */
  mark(generation: number, serviceMs: number): Promise<void>;
  /**
   * Takes the raw clock for right from now on: no offset, the next generation, the mark at raw time. Deadlines that lie ahead
   * keep the time that they have left, unless `timePassed` says that it is over.
   * @param options.machineMs this machine's clock, which is the raw one on SQLite.
   * @param options.spansAfter which spans do not count from then on.
   * @param eventOf makes the audit event, which is appended in the same transaction.
   * @returns null, with nothing written, if there is nothing to accept.
   */
  accept(
    options: {
      timePassed: boolean;
      machineMs: number;
      spansAfter: (spans: readonly UncountedSpan[], acceptance: Acceptance) => UncountedSpan[];
    },
    eventOf: (accepted: AcceptedJump) => AuditEvent,
  ): Promise<AcceptedJump | null>;
};

/** What was accepted. Milliseconds since the epoch. */
export type AcceptedJump = { cause: JumpCause; serviceMs: number; rawMs: number; uncountedMs: number };
