/** What is known of a PostgreSQL that can fail over, and the fence that keeps writes from one that may have lost some. */
import type { AuditEvent } from "../audit/port.ts";
import type { KeyExpiry } from "../idempotency/port.ts";

/** What a server says of itself. What its role may not read is "" or 0. */
export type DatabaseFacts = {
  /** Of the cluster; a restored copy in another cluster has another one. */
  systemIdentifier: string;
  /** Eight hexadecimal digits; each promotion of a standby begins a new one. */
  timeline: string;
  /** How far the log is on the disk, in bytes since its beginning. */
  flushedBytes: number;
  /** Whether commits wait for a standby (`synchronous_standby_names` is set). */
  isSynchronous: boolean;
  /** Standbys that are connected. */
  standbys: number;
};

/** Why the fence is closed. */
export type FenceReason = "failed_over" | "went_back" | "another_database";

/** The one row of the fence. */
export type FenceRow = {
  /** Grows by one at each acceptance. */
  epoch: number;
  systemIdentifier: string;
  timeline: string;
  isOpen: boolean;
  /** Null while it is open. */
  reason: FenceReason | null;
  sawStandbys: boolean;
};

/** The fence and what it is held against, seen at one moment. */
export type FenceLook = { facts: DatabaseFacts; row: FenceRow };

/** An operator's acceptance: keys that this database does not know and that are older are refused. */
export type Acceptance = {
  /** Null if the operator vouches that nothing was lost. */
  keys: KeyExpiry | null;
  /** Makes the event. @param reopened writes that were claimed and may have been sent. */
  eventOf: (reopened: number) => AuditEvent;
};

/** The fence at rest, on PostgreSQL. */
export type FenceStore = {
  /** Looks over a connection of its own, which goes to where new connections go. @throws StoreError */
  look(): Promise<FenceLook>;
  /** Which epoch this process dispatches in; null: in none. */
  hold(epoch: number | null): void;
  /** Ends the sessions that this process has: they may be at another server than new ones. */
  renewSessions(): void;
  /**
   * Commits something, so that a synchronous standby holds all that was acknowledged before.
   * @returns whether the fence was open in this epoch and commits waited.
   * @throws StoreError also if no standby confirmed it in time.
   */
  confirm(epoch: number): Promise<boolean>;
  /** Closes the fence for every server, if it is still of this epoch. */
  close(epoch: number, reason: FenceReason): Promise<void>;
  /** Notes that there are standbys. */
  noteStandbys(): Promise<void>;
  /** Opens the fence on what was looked at, with the next epoch, if it is still as it was looked at. */
  advance(look: FenceLook, event: AuditEvent): Promise<boolean>;
  /** The same on an operator's word, whatever it was. @returns how many writes were reopened; null if it changed meanwhile. */
  accept(look: FenceLook, acceptance: Acceptance): Promise<number | null>;
};
