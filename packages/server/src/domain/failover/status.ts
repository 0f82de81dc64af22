/** Whether the database is the accepted one, as operators see it. */
import { timestampOrNull } from "../clock/timestamp.ts";
import type { RestoreStore } from "../idempotency/port.ts";
import { judgeFence, replicationMode } from "./judge.ts";
import type { FenceReading, FenceReason, FenceStore } from "./port.ts";

/** Whether servers send writes from a database, and if not, why. */
export type WritesState = { writes: "open" | "stopped"; reason: FenceReason | null };

/** What a new server would make of a reading. */
export function writesState(reading: FenceReading): WritesState {
  const verdict = judgeFence(null, reading, false);
  return verdict.kind === "closed" ? { writes: "stopped", reason: verdict.reason } : { writes: "open", reason: null };
}

/** Where the status is read from. `fence` is null on SQLite. */
export type FailoverSources = { fence: FenceStore | null; restores: Pick<RestoreStore, "keyExpiry"> };

/** Returns facts about the database, what the servers have accepted, and whether writes are stopped. */
export async function failoverStatus({ fence, restores }: FailoverSources): Promise<Record<string, unknown>> {
  if (fence === null) return { engine: "sqlite", writes: "open" };
  const reading = await fence.read();
  const { facts, row } = reading;
  const keys = await restores.keyExpiry();
  return {
    ...writesState(reading),
    epoch: row.epoch,
    replication: replicationMode(facts, row.sawStandbys),
    standbys: facts.standbys,
    timeline: facts.timeline || null,
    acceptedTimeline: row.timeline || null,
    systemIdentifier: facts.systemIdentifier || null,
    acceptedSystemIdentifier: row.systemIdentifier || null,
    databaseOid: facts.databaseOid || null,
    acceptedDatabaseOid: row.databaseOid || null,
    keysBefore: timestampOrNull(keys?.before ?? null),
  };
}
