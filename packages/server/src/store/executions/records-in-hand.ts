/**
 * What this process knows of its records on PostgreSQL, which can come back without commits that it had answered: after a
 * failover to a standby that lagged behind, or on an older copy. What is known is never thrown away: an outcome whose record
 * was lost, or came back in an earlier state, is written again.
 */
import { appendEvent } from "../audit.ts";
import type { Queries, StoreContext } from "../context.ts";
import { claimKey } from "../keys/keys.ts";
import type { Claim } from "./claim-columns.ts";
import { writeEnd, type End } from "./end.ts";
import { executionColumns } from "./rows.ts";

/** What a dispatch wrote. Times in milliseconds since the epoch. */
export type Dispatched = { fence: number; at: number; settleAfter: number };

/** The records of this process that have not ended, and the changes that ended lately. */
export type RecordsInHand = {
  /** Holds a claim until its record has ended. */
  hold(claim: Claim): void;
  /** Notes what a dispatch wrote. */
  noteDispatch(id: string, dispatched: Dispatched): void;
  /** The database has acknowledged the end. One of a change is held for a while, because it may be lost after all. */
  noteEnd(end: End): void;
  /**
   * Writes an end that found no record to change, together with whatever the database lost of its record.
   * @returns whether it was written: false if the record is there and somebody else has ended it.
   * @throws StoreError
   */
  restore(end: End): Promise<boolean>;
  /**
   * Writes again all recent ends that the database no longer has.
   * @returns how many it had lost.
   * @throws StoreError
   */
  restoreAll(): Promise<number>;
};

type Held = { claim: Claim; dispatched: Dispatched | null };
type Ended = Held & { end: End; size: number };

// Replication that lags by more than this loses more than one process can remember.
const endsMax = 2000;
const charactersMax = 4_000_000;
// A defect could leave a claim without an end; so many are never in flight.
const openMax = 20_000;

/** @param context the database, PostgreSQL. */
export function createRecordsInHand(context: StoreContext): RecordsInHand {
  const open = new Map<string, Held>();
  const ended = new Map<string, Ended>();
  let characters = 0;
  const forgetOldest = (): void => {
    for (const [id, { size }] of ended) {
      if (ended.size <= endsMax && characters <= charactersMax) return;
      ended.delete(id);
      characters -= size;
    }
  };
  const restore = async (end: End): Promise<boolean> => {
    const held = open.get(end.id) ?? ended.get(end.id);
    if (held === undefined) return false;
    const scope = { client: held.claim.row.clientId };
    return await context.write(scope, (queries, repeated) => writeLost(context, queries, { held, end, repeated }), {
      repeatable: true,
    });
  };
  /** Those that the database does not hold as they ended. One statement, because after a failover everybody waits for it. */
  const notThere = async (ends: readonly End[]): Promise<readonly End[]> => {
    if (ends.length === 0) return [];
    const ids = ends.map(({ id }) => id);
    const rows = await context.read(
      "system",
      (queries) => queries.selectFrom("executions").select(["id", "status", "fence"]).where("id", "in", ids).execute(),
      { confirmed: true },
    );
    const found = new Map(rows.map((row) => [row.id, row]));
    return ends.filter(({ id, status, fence }) => {
      const row = found.get(id);
      return row?.status !== status || row.fence !== fence;
    });
  };
  const noteEnd = (end: End): void => {
    const held = open.get(end.id);
    open.delete(end.id);
    if (held === undefined || held.claim.row.effect === "read") return;
    const size = JSON.stringify(held.claim.row.summaryInput).length + end.summaryOutput.length;
    ended.set(end.id, { ...held, end, size });
    characters += size;
    forgetOldest();
  };
  return {
    hold(claim) {
      open.set(claim.row.id, { claim, dispatched: null });
      if (open.size <= openMax) return;
      for (const id of open.keys()) return void open.delete(id);
    },
    noteDispatch(id, dispatched) {
      const held = open.get(id);
      if (held !== undefined) held.dispatched = dispatched;
    },
    noteEnd,
    async restore(end) {
      const isWritten = await restore(end);
      noteEnd(end);
      return isWritten;
    },
    async restoreAll() {
      let lost = 0;
      for (const end of await notThere([...ended.values()].map((one) => one.end))) if (await restore(end)) lost += 1;
      return lost;
    },
  };
}

/** @returns whether the end was written: it is not if the record has one. @param repeated whether a first run may have written it. */
async function writeLost(
  context: StoreContext,
  queries: Queries,
  { held, end, repeated }: { held: Held; end: End; repeated: boolean },
): Promise<boolean> {
  const found = await queries
    .selectFrom("executions")
    .select(["status", "owner_id", "fence"])
    .where("id", "=", end.id)
    .forUpdate()
    .executeTakeFirst();
  if (found === undefined) return await writeWhole(context, queries, held, end);
  if (found.owner_id !== end.ownerId) return false;
  if (found.status === end.from && found.fence === end.fence) return await writeEnd(context, queries, end);
  if (found.status === "accepted" && end.from === "dispatched") {
    await queries.updateTable("executions").set(dispatchColumns(held, end)).where("id", "=", end.id).execute();
    return await writeEnd(context, queries, end);
  }
  if (repeated && found.status === end.status && found.fence === end.fence) return true;
  await keepKey(queries, held, end);
  return false;
}

/** Record, key, event and end as one. */
async function writeWhole(context: StoreContext, queries: Queries, held: Held, end: End): Promise<boolean> {
  const { row, claim, use } = held.claim;
  // If somebody else has claimed the key since, it is theirs; this record says how its own attempt ended.
  const key =
    claim === null
      ? undefined
      : await claimKey(queries, claim, { executionId: row.id, answer: null, state: "running" });
  const columns = { ...executionColumns(row, key?.attempt), ...dispatchColumns(held, end) };
  await queries.insertInto("executions").values(columns).execute();
  // These come last, because they hold the heads of the chain and of the event log until the commit.
  if (use !== null) await appendEvent(queries, use);
  await writeEnd(context, queries, end);
  return true;
}

/** The record as it stood before its end. */
function dispatchColumns({ dispatched }: Held, { from, fence }: End) {
  if (dispatched === null || from === "accepted") return { status: from, fence };
  return { status: from, fence, dispatched_at: dispatched.at, settle_after: dispatched.settleAfter };
}

/** The record was ended as never sent, which freed its key. What is known to have been sent keeps it. */
async function keepKey(queries: Queries, { claim: { claim } }: Held, end: End): Promise<void> {
  if (claim === null || end.keyEnd !== "done") return;
  await queries
    .updateTable("idempotency_keys")
    .set({ state: "done" })
    .where("client_id", "=", claim.clientId)
    .where("tenant_id", "=", claim.tenantId)
    .where("key", "=", claim.key)
    .where("execution_id", "=", end.id)
    .where("state", "=", "freed")
    .execute();
}
