/** Judges a reading of the fence. Pure. */
import type { DatabaseFacts, FenceReading, FenceReason } from "./port.ts";

/** What this process knows about the database since it last adopted an epoch. */
export type FenceMemory = {
  epoch: number;
  systemIdentifier: string;
  databaseOid: string;
  timeline: string;
  /** The highest value read so far. */
  flushedBytes: number;
  /** Whether commits waited for a standby at the last reading. */
  commitsWaited: boolean;
  /**
   * Whether a standby is known to have everything that was acknowledged up to the last reading, and none of this
   * process's own records was lost.
   */
  wasProtected: boolean;
};

/**
 * `same`: nothing changed. `adopt`: another server or an operator accepted the database, so use its epoch. `advance`:
 * the database failed over without losing an acknowledged write. `closed`: dispatch nothing; with `mustClose`, also
 * close the row, which is still open.
 */
export type FenceVerdict =
  | { kind: "same" }
  | { kind: "adopt" }
  | { kind: "advance" }
  | { kind: "closed"; reason: FenceReason; mustClose: boolean };

/**
 * Judges a reading against the memory of the previous ones.
 * @param memory null in a process that has just started.
 * @param requiresSync whether servers dispatch only with a synchronous standby (`SVC_REQUIRE_SYNC_REPLICATION`).
 */
export function judgeFence(memory: FenceMemory | null, reading: FenceReading, requiresSync: boolean): FenceVerdict {
  const { facts, row } = reading;
  if (isOtherDatabase(reading)) return closed(reading, "another_database");
  // It matches its own row, so other servers may use it rightly: it only isn't ours.
  if (memory !== null && row.epoch <= memory.epoch && isOtherDatabase({ facts, row: memory }))
    return { kind: "closed", reason: "another_database", mustClose: false };
  if (memory !== null && row.epoch < memory.epoch) return closed(reading, "went_back");
  if (!row.isOpen) return closed(reading, row.reason ?? "failed_over");
  if (row.timeline !== facts.timeline) {
    const isProtected = requiresSync || (memory?.epoch === row.epoch && memory.wasProtected);
    // The row can stay open: it has another timeline, which every dispatch checks.
    return isProtected ? { kind: "advance" } : { kind: "closed", reason: "failed_over", mustClose: false };
  }
  if (memory === null || row.epoch > memory.epoch) return { kind: "adopt" };
  return facts.flushedBytes < memory.flushedBytes ? closed(reading, "went_back") : { kind: "same" };
}

type Identity = Pick<DatabaseFacts, "systemIdentifier" | "databaseOid">;

/**
 * Whether this isn't the database that was accepted: it is in another cluster, or another database of the same cluster.
 */
export function isOtherDatabase({ facts, row }: { facts: Identity; row: Identity }): boolean {
  return row.systemIdentifier !== facts.systemIdentifier || row.databaseOid !== facts.databaseOid;
}

function closed({ row }: FenceReading, reason: FenceReason): FenceVerdict {
  return { kind: "closed", reason, mustClose: row.isOpen };
}

/** How the database replicates. `degraded`: commits wait for a standby, but none is connected. */
export type ReplicationMode = "none" | "synchronous" | "asynchronous" | "degraded";

/** Returns the replication mode. @param sawStandbys whether a standby was ever connected. */
export function replicationMode(
  { isSynchronous, standbys }: Pick<DatabaseFacts, "isSynchronous" | "standbys">,
  sawStandbys: boolean,
): ReplicationMode {
  if (isSynchronous) return standbys > 0 ? "synchronous" : "degraded";
  return standbys > 0 || sawStandbys ? "asynchronous" : "none";
}

/** The state of the failover watch. */
export type FenceState = {
  /** Why nothing is dispatched; null while writes are accepted. */
  closed: FenceReason | null;
  mode: ReplicationMode;
  /** Whether writes are refused because a synchronous standby is required and there is none. */
  lacksSync: boolean;
};
