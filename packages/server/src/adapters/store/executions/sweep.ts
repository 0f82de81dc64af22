/** Settles executions of dead owners, and prunes old ones. */
import { sql } from "kysely";
import type { RawBuilder } from "kysely";
import { dayMs } from "../../../domain/clock/units.ts";
import { firstIdOf } from "../../../domain/executions/port.ts";
import type { ExecutionStore, Pruned, SweptCount } from "../../../domain/executions/port.ts";
import { noResponse } from "../../../domain/records/record.ts";
import type { Queries, StoreContext } from "../context.ts";
import { endSilent, hasLivingOwner } from "../owners.ts";
import { missesNothing, type OpenFence } from "../postgres/fence.ts";
import type { ExecutionsTable } from "../tables.ts";
import { executionRow, isRunning } from "./lists.ts";
import { openRecords, settleIn, settleValues } from "./settle.ts";

type Scope = Parameters<ExecutionStore["sweep"]>[0];

/** Null on SQLite. */
type Fence = Pick<OpenFence, "held"> | null;

/**
 * The records that a sweep may settle: all but accepted writes of a database that may have lost their dispatch. Those
 * stay open until it is accepted, which marks them as dispatched (restores.ts).
 */
function isConclusive(fence: Fence): RawBuilder<boolean> {
  return sql<boolean>`(status || '' <> 'accepted' or effect = 'read' or ${missesNothing(fence)})`;
}

/** `ExecutionStore.sweep`, in one transaction. */
export async function sweepExecutions(
  context: StoreContext,
  fence: Fence,
  { silent, limit }: Scope,
): Promise<SweptCount> {
  return await context.write("system", async (queries) => {
    await endSilent(context, queries, silent);
    const rows = await openRecords(context, queries, "skip")
      .where((eb) => eb.not(hasLivingOwner("executions.owner_id")))
      .where(isConclusive(fence))
      .limit(limit)
      .execute();
    return await settleAbandoned(context, queries, rows);
  });
}

/** `ExecutionStore.openOf`. */
export async function openExecutionsOf(context: StoreContext, fence: Fence, ownerId: string): Promise<string[]> {
  return await context.read("system", async (queries) => {
    const { rows } = await sql<{ id: string }>`
      select id from executions where ${sql.raw(isRunning)} and owner_id = ${ownerId}
      and ${isConclusive(fence)}`.execute(queries);
    return rows.map((row) => row.id);
  });
}

/** `ExecutionStore.giveUp`. */
export async function giveUpExecutions(
  context: StoreContext,
  fence: Fence,
  ownerId: string,
  ids: readonly string[],
): Promise<SweptCount> {
  return await context.write("system", async (queries) => {
    const rows = await openRecords(context, queries, "skip")
      .where("owner_id", "=", ownerId)
      .where("id", "in", ids)
      .where(isConclusive(fence))
      .execute();
    return await settleAbandoned(context, queries, rows);
  });
}

/** The settlement of a record whose process is gone. */
const abandoned = {
  accepted: {
    status: "failed",
    errorCode: "ACTION_NOT_DISPATCHED",
    errorDetail: "The server stopped before it sent the request. Nothing happened; try again.",
    retryAfterSeconds: 1,
    releasesKey: true,
  },
  dispatched: {
    status: "outcome_unknown",
    errorCode: "ACTION_OUTCOME_UNKNOWN",
    errorDetail:
      "The server stopped before it recorded a response, and the request may have been sent. Check with the provider.",
    retryAfterSeconds: null,
    releasesKey: false,
  },
} as const;

/** @param rows open records, as the transaction sees them. */
async function settleAbandoned(
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
      return settleValues(row, expect, { ...noResponse, ...abandoned[from], completedAt });
    }),
  );
  const failed = settled.filter(({ status }) => status === "failed").length;
  return { failed, unknown: settled.length - failed };
}

// How long an ended owner is kept, for troubleshooting. An owner without a row also counts as dead.
const endedKeptMs = 7 * dayMs;

/**
 * `ExecutionStore.prune`. Unresolved unknown outcomes stay. On PostgreSQL it skips locked rows, so that two servers
 * that prune concurrently share the work and don't wait for each other.
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
 * The rows are selected first, because a subquery that locks can run more than once and return other rows each time.
 * Rows are found by id, since no index has only the time. A record whose id is younger than its `created_at` lives
 * longer.
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
        .where("id", "<", firstIdOf(before, context.cellMark()))
        // `+ 0` keeps the planner from using an index that has the time in a later column.
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
