/** What must be remembered after a restore from a backup: when the copy was made, and before when keys are refused. */
import { sql } from "kysely";
import type { DelegatedTokenRow } from "../../domain/service-clients/port.ts";
import { lostDispatch } from "../../domain/evidence/port.ts";
import type { EndedByExpiry, KeyExpiry, RestoreStore } from "../../domain/idempotency/port.ts";
import { newestExecutionAt, readContents } from "./census.ts";
import type { Queries, StoreContext } from "./context.ts";
import { tokenRow } from "./delegated-tokens.ts";
import type { Acceptance } from "../../domain/failover/port.ts";
import { append } from "./journal/append.ts";
import { operatorRecord, tokenRevokedEntry } from "./journal/entries.ts";
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
    expireKeys: (expiry, data) =>
      context.write("system", (queries) =>
        expireKeysBefore(context, queries, expiry, { type: "idempotency_keys.expired", data }),
      ),
    clearKeyExpiry: () =>
      context.write("system", async (queries) => {
        await put(queries, { copied_at: null, keys_before: null, undated_until: null });
        await append(context, queries, [operatorRecord("idempotency_keys.expiry_cleared", {})]);
      }),
    copiedAt: () => context.read("none", async (queries) => (await find(queries))?.copied_at ?? null),
    contents: (onCounted) => readContents(context, onCounted),
    newestExecutionAt: () => newestExecutionAt(context),
  };
}

/**
 * Sets the time before which keys unknown to the database are refused, ends what may have been used or revoked since,
 * and appends the entries.
 * @param recorded what the operator's command records, besides what it ended.
 */
export async function expireKeysBefore(
  context: StoreContext,
  queries: Queries,
  { before, undatedUntil }: KeyExpiry,
  recorded: Acceptance["recorded"],
): Promise<EndedByExpiry> {
  await put(queries, { copied_at: null, keys_before: before, undated_until: undatedUntil });
  const revoked = await revokeTokensBefore(queries, before);
  const endedSignIns = await deletedBefore(queries, "agent_authorizations", before);
  const endedConsoleSessions = await deletedBefore(queries, "operator_sessions", before);
  const reopened = await reopenAccepted(queries);
  const ended = { reopened, revokedTokens: revoked.length, endedSignIns, endedConsoleSessions };
  await withdrawAllWaiting(context, queries, restored, [
    operatorRecord(recorded.type, { ...recorded.data, ...ended }),
    ...revoked.map((token) => tokenRevokedEntry(token, "operator", "restored")),
  ]);
  return ended;
}

const restored = {
  code: "PLAN_STALE",
  detail:
    "The database was restored or failed over, so svc can't tell whether this approval was used. Nothing was sent now. Look for the effect before you propose it again with a new key.",
};

/**
 * Revokes the tokens from before a time, because this database can't tell which were revoked since, and those with a
 * budget, because it can't tell how much of it was used. A sign-in of an agent's host is such a token: with it, its
 * refresh tokens end, of which some were used since.
 * @returns the tokens that could still be used.
 */
async function revokeTokensBefore(queries: Queries, before: number): Promise<DelegatedTokenRow[]> {
  const rows = await queries
    .updateTable("delegated_tokens")
    .set((eb) => ({
      revoked_at: eb.case().when("created_at", ">", before).then(eb.ref("created_at")).else(before).end(),
      seal: "",
    }))
    .where((eb) => eb.or([eb("max_executions", "is not", null), eb("created_at", "<=", before)]))
    .where("revoked_at", "is", null)
    .returningAll()
    .execute();
  return rows.filter((row) => row.expires_at > before).map(tokenRow);
}

/** Deletes what is made again in a moment: a sign-in that isn't finished, or a session of the console. */
async function deletedBefore(
  queries: Queries,
  table: "agent_authorizations" | "operator_sessions",
  before: number,
): Promise<number> {
  const deleted = await queries.deleteFrom(table).where("created_at", "<=", before).executeTakeFirst();
  return Number(deleted.numDeletedRows);
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
 * A write that this database shows as accepted may have been sent without its knowledge. It becomes `dispatched`, and
 * the sweep then settles it as unknown. Settling it as failed would say that it had no effect, and release its key.
 * Neither its age nor an unexpired lease makes a difference: a restore can be faster than the lease of the server that
 * was lost.
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
