/** What must be remembered after a restore from a backup: when the copy was made, and before when keys are refused. */
import { sql } from "kysely";
import { lostDispatch } from "../../domain/evidence/port.ts";
import type { ExpiryEvents, KeyExpiry, RestoreStore } from "../../domain/idempotency/port.ts";
import { appendEvent } from "./audit.ts";
import { newestExecutionAt, readContents } from "./census.ts";
import type { Queries, StoreContext } from "./context.ts";
import { withdrawAllWaiting } from "./proposals/ends.ts";
import type { RestoresTable } from "./tables.ts";

/** @param context the database. */
export function createRestoreStore(context: StoreContext): RestoreStore {
  return {
    keyExpiry: () =>
      context.read("none", async (queries) => {
        const row = await find(queries);
        const { keys_before: before = null, undated_until: undatedUntil = null } = row ?? {};
        return before === null ? null : { before, undatedUntil: undatedUntil ?? 0 };
      }),
    expireKeys: (expiry, events) =>
      context.write("system", async (queries) => ({
        reopened: await expireKeysBefore(context, queries, expiry, events),
      })),
    clearKeyExpiry: (event) =>
      context.write("system", async (queries) => {
        await put(queries, { copied_at: null, keys_before: null, undated_until: null });
        await appendEvent(queries, event);
      }),
    copiedAt: () => context.read("none", async (queries) => (await find(queries))?.copied_at ?? null),
    contents: (onCounted) => readContents(context, onCounted),
    newestExecutionAt: () => newestExecutionAt(context),
  };
}

/**
 * Sets the time before which keys unknown to the database are refused, and appends the events.
 * @returns how many writes were reopened: those claimed before that time and perhaps sent.
 */
export async function expireKeysBefore(
  context: StoreContext,
  queries: Queries,
  { before, undatedUntil }: KeyExpiry,
  { eventOf, withdrawnEventOf }: ExpiryEvents,
): Promise<number> {
  await put(queries, { copied_at: null, keys_before: before, undated_until: undatedUntil });
  await voidBudgets(queries, before);
  const reopened = await reopenAccepted(queries);
  await withdrawAllWaiting(context, queries, restored, (withdrawn) => [
    eventOf(reopened),
    ...withdrawn.map(withdrawnEventOf),
  ]);
  return reopened;
}

const restored = {
  code: "PLAN_STALE",
  detail:
    "The database was restored or failed over, so svc can't tell whether this approval was used. Nothing was sent now. Look for the effect before you propose it again with a new key.",
};

/** Revokes the tokens with a budget, because this database can't tell how much of it was used since. */
async function voidBudgets(queries: Queries, before: number): Promise<void> {
  await queries
    .updateTable("delegated_tokens")
    .set((eb) => ({
      revoked_at: eb.case().when("created_at", ">", before).then(eb.ref("created_at")).else(before).end(),
      seal: "",
    }))
    .where("max_executions", "is not", null)
    .where("revoked_at", "is", null)
    .execute();
}

async function find(queries: Queries): Promise<RestoresTable | undefined> {
  return await queries.selectFrom("restores").selectAll().executeTakeFirst();
}

/** Writes the one row. */
async function put(queries: Queries, row: Omit<RestoresTable, "slot">): Promise<void> {
  await queries
    .insertInto("restores")
    .values({ slot: 1, ...row })
    .onConflict((conflict) => conflict.column("slot").doUpdateSet(row))
    .execute();
}

/**
 * A write that this database shows as accepted may have been sent without its knowledge. It becomes `dispatched`, and the
 * sweep then settles it as unknown. Settling it as failed would say that it had no effect, and release its key. Neither
 * its age nor an unexpired lease makes a difference: a restore can be faster than the lease of the server that was lost.
 */
async function reopenAccepted(queries: Queries): Promise<number> {
  const result = await queries
    .updateTable("executions")
    .set((eb) => ({
      status: "dispatched",
      dispatched_at: eb.ref("created_at"),
      fence: eb("fence", "+", 1),
      action_version: lostDispatch,
    }))
    // Inlined, not bound: SQLite uses a partial index only if the query repeats its condition word for word.
    .where(sql<boolean>`status IN ('accepted', 'dispatched')`)
    .where("status", "=", "accepted")
    .where("effect", "<>", "read")
    .executeTakeFirst();
  return Number(result.numUpdatedRows);
}
