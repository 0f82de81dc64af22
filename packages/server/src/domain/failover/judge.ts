/** What a look at the fence means. Nothing here asks or writes anything. */
import type { DatabaseFacts, FenceLook, FenceReason } from "./port.ts";

/** What this process knows of the database since it last adopted an epoch. */
export type FenceMemory = {
  epoch: number;
  systemIdentifier: string;
  timeline: string;
  /** The most that was seen on the disk. */
  flushedBytes: number;
  /** Whether commits waited for a standby at the last look. */
  commitsWaited: boolean;
  /** Whether everything acknowledged up to the last look is known to be on a standby, and nothing of this process's own was lost. */
  wasProtected: boolean;
};

/**
 * `same`: go on. `adopt`: another server or an operator accepted it; go on in its epoch. `advance`: it failed over and nothing
 * that was acknowledged is lost. `closed`: nothing is dispatched; `tell` whether the row has yet to say so.
 */
export type FenceVerdict =
  { kind: "same" } | { kind: "adopt" } | { kind: "advance" } | { kind: "closed"; reason: FenceReason; tell: boolean };

/**
 * @param memory null in a process that has just begun.
 * @param requiresSync whether no server dispatches without a synchronous standby (`SVC_REQUIRE_SYNC_REPLICATION`).
 */
export function judgeFence(memory: FenceMemory | null, look: FenceLook, requiresSync: boolean): FenceVerdict {
  const { facts, row } = look;
  if (row.systemIdentifier !== facts.systemIdentifier) return closed(look, "another_database");
  if (memory !== null && row.epoch < memory.epoch) return closed(look, "went_back");
  if (!row.isOpen) return closed(look, row.reason ?? "failed_over");
  if (row.timeline !== facts.timeline) {
    const isProtected = requiresSync || (memory?.epoch === row.epoch && memory.wasProtected);
    // The row need not say so: it names another timeline, and every dispatch asks for that.
    return isProtected ? { kind: "advance" } : { kind: "closed", reason: "failed_over", tell: false };
  }
  if (memory === null || row.epoch > memory.epoch) return { kind: "adopt" };
  return facts.flushedBytes < memory.flushedBytes ? closed(look, "went_back") : { kind: "same" };
}

function closed({ row }: FenceLook, reason: FenceReason): FenceVerdict {
  return { kind: "closed", reason, tell: row.isOpen };
}

/** How the database replicates. `degraded`: commits wait for a standby and none is connected. */
export type ReplicationMode = "none" | "synchronous" | "asynchronous" | "degraded";

/** @param sawStandbys whether a standby was ever seen. */
export function replicationMode(
  { isSynchronous, standbys }: Pick<DatabaseFacts, "isSynchronous" | "standbys">,
  sawStandbys: boolean,
): ReplicationMode {
  if (isSynchronous) return standbys > 0 ? "synchronous" : "degraded";
  return standbys > 0 || sawStandbys ? "asynchronous" : "none";
}

/** What the watch has found. */
export type FenceState = {
  /** Why nothing is dispatched; null while writes go on. */
  closed: FenceReason | null;
  mode: ReplicationMode;
  /** Whether writes are refused because commits wait for no standby, where that is required. */
  lacksSync: boolean;
};
