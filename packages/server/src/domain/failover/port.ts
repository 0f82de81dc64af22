/** A PostgreSQL that can fail over, and the fence that stops writes if it may have lost some. */
import type { EndedByExpiry, KeyExpiry } from "../idempotency/port.ts";
import type { AuditData } from "../journal/port.ts";

/** Facts that the server reports about itself; "" or 0 if its role may not read them. */
export type DatabaseFacts = {
  /** Identifies the cluster. A copy restored into another cluster has another identifier. */
  systemIdentifier: string;
  /** Identifies the database within its cluster. A dump restored into another database has another OID. */
  databaseOid: string;
  /** Eight hexadecimal digits. Each promotion of a standby starts a new timeline. */
  timeline: string;
  /** The end of the flushed write-ahead log, in bytes from its start. */
  flushedBytes: number;
  /** Whether commits wait for a standby (`synchronous_standby_names` is set). */
  isSynchronous: boolean;
  /** The number of connected standbys. */
  standbys: number;
};

/** Why the fence is closed. */
export type FenceReason = "failed_over" | "went_back" | "another_database";

export type FenceRow = {
  /** Increases by one each time a database is accepted. */
  epoch: number;
  systemIdentifier: string;
  databaseOid: string;
  timeline: string;
  isOpen: boolean;
  /** Null while it is open. */
  reason: FenceReason | null;
  /** Whether a standby was ever connected. */
  sawStandbys: boolean;
};

/** The fence and the facts to compare it with, read at the same moment. */
export type FenceReading = { facts: DatabaseFacts; row: FenceRow };

/** An operator's acceptance of a database. */
export type Acceptance = {
  /** What the audit trail records of it, besides what it ended. */
  recorded: { type: "failover.accepted" | "idempotency_keys.expired"; data: AuditData };
  /** The expiry of keys that may have been used; null if the operator confirms that nothing was lost. */
  keys: KeyExpiry | null;
};

/** The stored fence, on PostgreSQL. */
export type FenceStore = {
  /** Reads the fence over a new connection, and so from the server that new connections reach. @throws StoreError */
  read(): Promise<FenceReading>;
  /** Sets the epoch in which this process dispatches; null stops it from dispatching. */
  setEpoch(epoch: number | null): void;
  /** Replaces this process's database sessions, because they may be connected to a different server than new ones. */
  replaceSessions(): void;
  /**
   * Commits something, so that a synchronous standby has everything that was acknowledged before.
   * @returns whether the fence was open in this epoch and commits waited for a standby.
   * @throws StoreError also if no standby confirmed the commit in time.
   */
  confirm(epoch: number): Promise<boolean>;
  /** Closes the fence for every server, if it still has this epoch. */
  close(epoch: number, reason: FenceReason): Promise<void>;
  /** Records that a standby was connected. */
  recordStandbys(): Promise<void>;
  /** Opens the fence for the database that was read, in the next epoch. False if the row has changed since. */
  advance(reading: FenceReading): Promise<boolean>;
  /**
   * Like `advance`, for an operator's acceptance.
   * @returns what it ended; null if the row has changed.
   */
  accept(reading: FenceReading, acceptance: Acceptance): Promise<EndedByExpiry | null>;
};
