/** What is done to executions in batches: settling what dead owners left, and letting go what has been kept long enough. */
import { sql } from "kysely";
import { dayMs } from "../../../domain/clock/units.ts";
import { firstIdOf } from "../../../domain/executions/port.ts";
import type { ExecutionStore, Pruned, SweptCount } from "../../../domain/executions/port.ts";
import { noAnswer } from "../../../domain/executions/record.ts";
import type { Queries, StoreContext } from "../context.ts";
import { endSilent, hasLivingOwner } from "../owners.ts";
import type { ExecutionsTable } from "../tables.ts";
import { isRunning } from "./lists.ts";
import { executionRow } from "./rows.ts";
import { openRecords, settleIn, settleValues } from "./settle.ts";

type Scope = Parameters<ExecutionStore["sweep"]>[0];

/** Ends the owners that were silent and settles what dead owners left (port), in one transaction. */
export async function sweepExecutions(context: StoreContext, { silent, limit }: Scope): Promise<SweptCount> {
  return await context.write("system", async (queries) => {
    await endSilent(context, queries, silent);
    const rows = await openRecords(context, queries, "skip")
      .where((eb) => eb.not(hasLivingOwner("executions.owner_id")))
      .limit(limit)
      .execute();
    return await settleLeft(context, queries, rows);
  });
}

/** Ids of an owner's open records (port). */
export async function openExecutionsOf(context: StoreContext, ownerId: string): Promise<string[]> {
  return await context.read("system", async (queries) => {
    const { rows } = await sql<{ id: string }>`
      select id from executions where ${sql.raw(isRunning)} and owner_id = ${ownerId}`.execute(queries);
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
    const rows = await openRecords(context, queries, "skip")
      .where("owner_id", "=", ownerId)
      .where("id", "in", ids)
      .execute();
    return await settleLeft(context, queries, rows);
  });
}

/** What becomes of a record whose process is gone. */
const left = {
  accepted: {
    status: "failed",
    errorCode: "ACTION_NOT_DISPATCHED",
    errorDetail: "The server that had accepted it ended before it was sent. Nothing happened; try again.",
    retryAfterSeconds: 1,
    releasesKey: true,
  },
  dispatched: {
    status: "outcome_unknown",
    errorCode: "ACTION_OUTCOME_UNKNOWN",
    errorDetail: "The server that had sent it ended before it recorded an answer. Find out at the provider.",
    retryAfterSeconds: null,
    releasesKey: false,
  },
} as const;

/** @param rows open records, as the transaction sees them. */
async function settleLeft(
  context: StoreContext,
  queries: Queries,
  rows: readonly ExecutionsTable[],
): Promise<SweptCount> {
  const completedAt = context.nowMs();
  const settled = await settleIn(
    context,
    queries,
    rows.map(executionRow).map((row) => {
      const from = row.status === "accepted" ? "accepted" : "dispatched";
      const expect = {
        from,
        ownerId: row.ownerId,
        fence: row.fence,
        newFence: row.fence + 1,
        settleAfter: row.settleAfter,
      };
      return settleValues(row, expect, { ...noAnswer, ...left[from], completedAt });
    }),
  );
  const failed = settled.filter(({ status }) => status === "failed").length;
  return { failed, unknown: settled.length - failed };
}

// How long an ended owner is remembered, for whoever looks into the database. One without a row counts as dead too.
const endedKeptMs = 7 * dayMs;

/**
 * Drops settled executions created before the time, and owners that ended long ago; unresolved unknown outcomes stay. On
 * PostgreSQL it takes only rows that are not locked: two servers that prune at once share them, and neither waits for the
 * other.
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
