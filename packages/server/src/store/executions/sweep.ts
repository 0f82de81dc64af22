/** What is done to executions in batches: settling what dead owners left, and letting go what has been kept long enough. */
import { sql } from "kysely";
import { firstIdOf } from "../../executions/port.ts";
import type { ExecutionStore, Pruned, SweptCount } from "../../executions/port.ts";
import type { Queries, StoreContext } from "../context.ts";
import { endSilent, hasLivingOwner } from "../owners.ts";
import { appendOutboxEvents, executionEvent, executionEventColumns } from "../webhooks/outbox.ts";

type Scope = Parameters<ExecutionStore["sweep"]>[0];

/** Ends the owners that were silent and settles what dead owners left (port), in one transaction. */
export async function sweepExecutions(context: StoreContext, { silent, limit }: Scope): Promise<SweptCount> {
  return await context.write("system", async (queries) => {
    await endSilent(context, queries, silent);
    const waits = context.locksRows ? sql` for update skip locked` : sql``;
    const { rows } = await sql<{ id: string }>`
      select id from executions where status in ('accepted', 'dispatched')
      and not ${hasLivingOwner("executions.owner_id")} limit ${limit}${waits}`.execute(queries);
    return await settleOpen(
      context,
      queries,
      rows.map((row) => row.id),
    );
  });
}

/** Ids of an owner's open records (port). */
export async function openExecutionsOf(context: StoreContext, ownerId: string): Promise<string[]> {
  return await context.read("system", async (queries) => {
    const { rows } = await sql<{ id: string }>`
      select id from executions where status in ('accepted', 'dispatched') and owner_id = ${ownerId}`.execute(queries);
    return rows.map((row) => row.id);
  });
}

/** Settles an owner's records that nobody works on any more (port). */
export async function giveUpExecutions(
  context: StoreContext,
  ownerId: string,
  ids: readonly string[],
): Promise<SweptCount> {
  return await context.write("system", async (queries) => {
    const rows = await queries
      .selectFrom("executions")
      .select("id")
      .where("id", "in", ids)
      .where("owner_id", "=", ownerId)
      .$if(context.locksRows, (open) => open.forUpdate().skipLocked())
      .execute();
    return await settleOpen(
      context,
      queries,
      rows.map((row) => row.id),
    );
  });
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

async function settleOpen(context: StoreContext, queries: Queries, ids: readonly string[]): Promise<SweptCount> {
  if (ids.length === 0) return { failed: 0, unknown: 0 };
  const failed = await settleLeft(context, queries, ids, "accepted");
  const unknown = await settleLeft(context, queries, ids, "dispatched");
  return { failed, unknown };
}

async function settleLeft(
  context: StoreContext,
  queries: Queries,
  ids: readonly string[],
  from: keyof typeof left,
): Promise<number> {
  const settled = await queries
    .updateTable("executions")
    .set((eb) => ({ ...left[from], fence: eb("fence", "+", 1), completed_at: context.leaseClock() }))
    .where("id", "in", ids)
    .where("status", "=", from)
    .returning(executionEventColumns)
    .execute();
  const unknown = settled.filter(({ status }) => status === "outcome_unknown");
  await appendOutboxEvents(
    context,
    queries,
    unknown.map((row) => executionEvent("action_execution.outcome_unknown", row)),
  );
  return settled.length;
}

// How long an ended owner is remembered, for whoever looks into the database. One without a row counts as dead too.
const endedKeptMs = 7 * 86_400_000;

/**
 * Drops settled executions created before the time, and owners that ended long ago; unresolved unknown outcomes stay. On PostgreSQL it takes
 * only rows that nobody has: two servers that let go at once share them, and neither waits for the other.
 */
export async function pruneExecutions(
  context: StoreContext,
  before: number,
  limit: number,
  beyond: string,
): Promise<Pruned> {
  return await context.write("system", async (queries) => {
    await queries
      .with("gone", (db) =>
        db
          .selectFrom("owners")
          .select("owner_id")
          .where("ended_at", "<", sql<number>`${context.leaseClock()} - ${sql.lit(endedKeptMs)}`)
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
