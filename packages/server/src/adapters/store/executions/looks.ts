/** Looks for unknown outcomes: finds those that are due, leases them, and writes what they settle. */
import { sql } from "kysely";
import { withLook, type ExecutionRow } from "../../../domain/records/record.ts";
import type { LeasedLook, LookStore, NextLook, Settling } from "../../../domain/evidence/port.ts";
import { Abandoned, type Queries, type StoreContext } from "../context.ts";
import { append } from "../journal/append.ts";
import { executionEntry } from "../journal/entries.ts";
import { leaseHasEnded, firstOfClients } from "../owners.ts";
import { firstRow } from "../rows.ts";
import { executionRow } from "./lists.ts";
import { statement } from "../statements/statement.ts";
import type { ExecutionLooksTable, ExecutionsTable } from "../tables.ts";
import { flag, parsedJson, parsedJsonOrNull, storableJson } from "../text.ts";
import { endLooks } from "./look-schedule.ts";
import type { KeptLook } from "../../../domain/records/documents.ts";

/** @param context the database. */
export function createLookStore(context: StoreContext): LookStore {
  return {
    find: (clientId, executionId) =>
      context.read({ client: clientId }, (queries) =>
        firstRow(
          queries.selectFrom("executions").selectAll().where("id", "=", executionId).where("client_id", "=", clientId),
          (row) => ({ execution: executionRow(row), sent: sentOf(row) }),
        ),
      ),
    async take(query) {
      // A read first: most of the time nothing is due, and a write would wait for the disk.
      const due = await context.read("system", (queries) => dueLooks(context, queries, query));
      if (due.length === 0) return [];
      return await context.write("system", (queries) => lease(context, queries, due, query.leaseMs));
    },
    takeOne: (clientId, executionId, leaseMs) =>
      context.write({ client: clientId }, async (queries) => {
        const [leased] = await lease(context, queries, [executionId], leaseMs);
        if (leased !== undefined) return leased;
        const row = await queries
          .selectFrom("execution_looks")
          .select("execution_id")
          .where("execution_id", "=", executionId)
          .executeTakeFirst();
        return row === undefined ? null : "busy";
      }),
    standing: (clientId, executionId) =>
      context.read({ client: clientId }, async (queries) => {
        const row = await queries
          .selectFrom("execution_looks")
          .select(["next_at", "paused"])
          .where("execution_id", "=", executionId)
          .where("client_id", "=", clientId)
          .executeTakeFirst();
        if (row === undefined) return "ended";
        return row.next_at !== null || row.paused === 1 ? "scheduled" : "unscheduled";
      }),
    keep: (leased, look, next) =>
      context.write({ client: leased.clientId }, (queries) => keep(context, queries, { leased, look, next })),
    settle: (leased, settling, by) =>
      context.write({ client: leased.clientId }, async (queries) => {
        const row = await settle(context, queries, leased, settling);
        const data = { basis: settling.basis, outcome: settling.status };
        await append(context, queries, [executionEntry("action_execution.settled", row, by, data)]);
        return executionRow(row);
      }),
    open: () =>
      context.read("system", async (queries) => (await countOpen.first(queries, { rows: openCountedMax }))?.count ?? 0),
  };
}

/** More aren't counted, because every scrape of the metrics counts. */
const openCountedMax = 10_000;
const countOpen = statement<{ rows: number }, { count: number }>(
  "execution_looks.count_open",
  "select count(*) as count from (select 1 from execution_looks where next_at is not null limit :rows) as found",
  { isPlannedOnce: true },
);

function sentOf({ action_version: actionVersion, facts, digests }: ExecutionsTable) {
  return {
    actionVersion,
    facts: parsedJsonOrNull<unknown>(facts),
    digests: parsedJsonOrNull<Record<string, string>>(digests) ?? {},
  };
}

type Take = Parameters<LookStore["take"]>[0];

/**
 * For each client, the execution whose look has been due for longest, on a connection that no look is using. Each
 * client is a separate index lookup, so that one's backlog doesn't delay the others.
 */
async function dueLooks(context: StoreContext, queries: Queries, turn: Take): Promise<string[]> {
  const now = context.leaseClock();
  const isFree = leaseHasEnded(context, "l.lease_until");
  const isUsed = sql<boolean>`exists (select 1 from execution_looks u where u.connection_id = l.connection_id
    and u.lease_until > ${now} and u.execution_id <> l.execution_id)`;
  const first = sql<string>`(
    select l.execution_id from execution_looks l
    where l.client_id = c.id and l.next_at is not null and l.next_at <= ${now} and ${isFree} and not ${isUsed}
    order by l.next_at limit 1)`;
  return await firstOfClients(queries, first, turn);
}

/** Leases looks that are free, each under a higher fence. */
async function lease(
  context: StoreContext,
  queries: Queries,
  executionIds: readonly string[],
  leaseMs: number,
): Promise<LeasedLook[]> {
  const now = context.leaseClock();
  const free = await queries
    .selectFrom("execution_looks as l")
    .select("l.execution_id")
    .where("l.execution_id", "in", executionIds)
    .where(leaseHasEnded(context, "l.lease_until"))
    .$if(context.locksRows, (rows) => rows.forUpdate().skipLocked())
    .execute();
  if (free.length === 0) return [];
  const rows = await queries
    .updateTable("execution_looks")
    .set((eb) => ({ fence: eb("fence", "+", 1), lease_until: sql<number>`${now} + ${sql.lit(leaseMs)}` }))
    .where(
      "execution_id",
      "in",
      free.map(({ execution_id }) => execution_id),
    )
    .returningAll()
    .execute();
  // In the order of the turn.
  return rows
    .map(leasedLook)
    .sort((one, other) => executionIds.indexOf(one.executionId) - executionIds.indexOf(other.executionId));
}

function leasedLook(row: ExecutionLooksTable): LeasedLook {
  return {
    executionId: row.execution_id,
    clientId: row.client_id,
    connectionId: row.connection_id,
    sinceMs: row.since,
    made: row.made,
    nextAtMs: row.next_at,
    isPaused: row.paused === 1,
    fence: row.fence,
  };
}

/** Locks a record, before its look, as all writes that settle do. Undefined if its outcome isn't unknown. */
async function lockUnknown(
  { locksRows }: StoreContext,
  queries: Queries,
  executionId: string,
): Promise<ExecutionsTable | undefined> {
  return await queries
    .selectFrom("executions")
    .selectAll()
    .where("id", "=", executionId)
    .where("status", "=", "outcome_unknown")
    .$if(locksRows, (rows) => rows.forUpdate())
    .executeTakeFirst();
}

/** @throws Abandoned if the lease was lost. */
async function lockLook(context: StoreContext, queries: Queries, { executionId, fence }: LeasedLook): Promise<void> {
  const held = await queries
    .selectFrom("execution_looks")
    .select("execution_id")
    .where("execution_id", "=", executionId)
    .where("fence", "=", fence)
    .$if(context.locksRows, (rows) => rows.forUpdate())
    .executeTakeFirst();
  if (held === undefined) throw new Abandoned(null);
}

async function keep(
  context: StoreContext,
  queries: Queries,
  { leased, look, next }: { leased: LeasedLook; look: KeptLook | null; next: NextLook },
): Promise<ExecutionRow | null> {
  const row = await lockUnknown(context, queries, leased.executionId);
  // A look for an outcome that is known has nothing to find.
  if (row === undefined) await endLooks(queries, leased.executionId);
  if (row === undefined) return null;
  await lockLook(context, queries, leased);
  const looks = look === null ? row.looks : appended(row, look);
  if (look !== null) await queries.updateTable("executions").set({ looks }).where("id", "=", row.id).execute();
  if (next === "ended") await endLooks(queries, row.id);
  else {
    const { sinceMs: since, made, nextAtMs: next_at, isPaused } = next;
    await queries
      .updateTable("execution_looks")
      .set({ since, made, next_at, paused: flag(isPaused), lease_until: 0 })
      .where("execution_id", "=", row.id)
      .execute();
  }
  return executionRow({ ...row, looks });
}

function appended(row: ExecutionsTable, look: KeptLook): string {
  return storableJson(withLook(parsedJson<KeptLook[]>(row.looks), look));
}

/** Leaves the key unchanged: an unknown outcome has kept it. */
async function settle(
  context: StoreContext,
  queries: Queries,
  leased: LeasedLook,
  { status, basis, at, summaryOutput, errorCode, errorDetail, look, sawLateResponse }: Settling,
): Promise<ExecutionsTable> {
  const row = await lockUnknown(context, queries, leased.executionId);
  if (row === undefined || (row.late_response !== null) !== sawLateResponse) throw new Abandoned(null);
  await lockLook(context, queries, leased);
  const columns = {
    status,
    summary_output: storableJson(summaryOutput),
    error_code: errorCode,
    error_detail: errorDetail,
    looks: appended(row, look),
    settlement: storableJson({ basis, at }),
    digests: null,
  };
  await queries.updateTable("executions").set(columns).where("id", "=", row.id).execute();
  await endLooks(queries, row.id);
  return { ...row, ...columns };
}
