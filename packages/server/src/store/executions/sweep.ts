/** What is done to executions in batches: settling what dead owners left, and letting go what has been kept long enough. */
import { sql } from "kysely";
import type { RawBuilder } from "kysely";
import { firstIdOf } from "../../executions/port.ts";
import type { ExecutionStore, Pruned } from "../../executions/port.ts";
import type { Queries, StoreContext } from "../context.ts";

type Scope = Parameters<ExecutionStore["sweep"]>[0];
/**
 * Settles what dead owners left (port). On PostgreSQL the dead owners' leases are locked first: a renewal that is on its
 * way either commits before and is seen, or waits and then finds that its lease has ended.
 */
export async function sweepExecutions(
  context: StoreContext,
  scope: Scope,
): Promise<{ failed: number; unknown: number }> {
  return await context.transaction("system", async (queries) => {
    const open = await openOfTheDead(context, queries, scope);
    if (open.length === 0) return { failed: 0, unknown: 0 };
    const failed = await settleLeft(context, queries, open, "accepted");
    const unknown = await settleLeft(context, queries, open, "dispatched");
    return { failed, unknown };
  });
}

async function openOfTheDead(context: StoreContext, queries: Queries, scope: Scope): Promise<string[]> {
  const waits = context.locksRows ? sql` for update skip locked` : sql``;
  const dead = await sql<{ owner_id: string }>`
    select owner_id from owners where lease_until <= ${context.leaseClock()}
    and owner_id in (select owner_id from executions where status in ('accepted', 'dispatched'))${waits}`.execute(
    queries,
  );
  const { rows } = await sql<{ id: string }>`
    select id from executions where status in ('accepted', 'dispatched') and (
      created_at < ${scope.staleBefore}
      or (owner_id <> ${scope.ownerId} and (${isOneOf(dead.rows.map((row) => row.owner_id))}
        or not exists (select 1 from owners where owners.owner_id = executions.owner_id))))
    limit ${scope.limit}${waits}`.execute(queries);
  return rows.map((row) => row.id);
}

function isOneOf(ownerIds: readonly string[]): RawBuilder<boolean> {
  return ownerIds.length === 0 ? sql`1 = 0` : sql`owner_id in (${sql.join(ownerIds)})`;
}

const left = {
  accepted: {
    status: "failed",
    error_code: "ACTION_NOT_DISPATCHED",
    error_detail: "The server that had accepted it ended before it was sent. Nothing happened; try again.",
    retry_after_seconds: 1,
    key_end: "freed",
  },
  dispatched: {
    status: "outcome_unknown",
    error_code: "ACTION_OUTCOME_UNKNOWN",
    error_detail: "The server that had sent it ended before it recorded an answer. Find out at the provider.",
    retry_after_seconds: null,
    key_end: "done",
  },
} as const;

async function settleLeft(
  context: StoreContext,
  queries: Queries,
  ids: readonly string[],
  from: keyof typeof left,
): Promise<number> {
  const result = await queries
    .updateTable("executions")
    .set((eb) => ({ ...left[from], fence: eb("fence", "+", 1), completed_at: context.leaseClock() }))
    .where("id", "in", ids)
    .where("status", "=", from)
    .executeTakeFirst();
  return Number(result.numUpdatedRows);
}

// How long an ended lease is remembered: far longer than a process can sleep and still be in the middle of something.
const leaseKeptMs = 7 * 86_400_000;

/**
 * Drops settled executions created before the time, and old leases; unresolved unknown outcomes stay. On PostgreSQL it takes
 * only rows that nobody has: two servers that let go at once share them, and neither waits for the other.
 */
export async function pruneExecutions(
  context: StoreContext,
  before: number,
  limit: number,
  beyond: string,
): Promise<Pruned> {
  return await context.transaction("system", async (queries) => {
    await queries
      .with("gone", (db) =>
        db
          .selectFrom("owners")
          .select("owner_id")
          .where("lease_until", "<", sql<number>`${context.leaseClock()} - ${sql.lit(leaseKeptMs)}`)
          .$if(context.locksRows, (rows) => rows.forUpdate().skipLocked()),
      )
      .deleteFrom("owners")
      .where("owner_id", "in", (eb) => eb.selectFrom("gone").select("owner_id"))
      .execute();
    return await dropSettled(context, queries, { before, limit, beyond });
  });
}

/**
 * What goes is chosen ahead: a subquery that locks can run more than once, and would give other rows each time. Ids are walked,
 * for no index has the times; a record whose id says that it is younger than it is lives longer.
 */
async function dropSettled(
  context: StoreContext,
  queries: Queries,
  { before, limit, beyond }: { before: number; limit: number; beyond: string },
): Promise<Pruned> {
  const gone = await queries
    .with("gone", (db) =>
      db
        .selectFrom("executions")
        .select("id")
        .where("id", ">", beyond)
        .where("id", "<", firstIdOf(before))
        // In an expression, so that no index which has the time further back is walked instead.
        .where(sql<boolean>`created_at + 0 < ${before}`)
        .where("status", "in", ["succeeded", "failed"])
        .orderBy("id")
        .limit(limit)
        .$if(context.locksRows, (rows) => rows.forUpdate().skipLocked()),
    )
    .deleteFrom("executions")
    .where("id", "in", (eb) => eb.selectFrom("gone").select("id"))
    .returning("id")
    .execute();
  return { count: gone.length, last: gone.reduce((last, { id }) => (id > last ? id : last), beyond) };
}
