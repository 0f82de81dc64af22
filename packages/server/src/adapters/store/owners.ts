/** The owners of work: server processes that prove by beats that they live. No clock decides here that one is dead. */
import { sql } from "kysely";
import type { RawBuilder, SqlBool } from "kysely";
import type { OwnerBeats, OwnerStore } from "../../domain/executions/port.ts";
import type { Queries, StoreContext } from "./context.ts";

/** The owners, and what only a server that is alone on its database may say of them. */
export type OwnerStoreAtStart = OwnerStore & {
  /** Ends every owner: on SQLite whoever holds the lock knows that all earlier ones are dead. */
  endAll(): Promise<void>;
};

/** @param context the database. */
export function createOwnerStore(context: StoreContext): OwnerStoreAtStart {
  const end = (ownerId: string | null): Promise<void> =>
    context.write("none", async (queries) => {
      await queries
        .updateTable("owners")
        .set({ ended_at: context.leaseClock() })
        .where("ended_at", "is", null)
        .$if(ownerId !== null, (rows) => rows.where("owner_id", "=", ownerId ?? ""))
        .execute();
    });
  return {
    begin: (ownerId) =>
      context.write(
        "none",
        async (queries) => {
          const row = { owner_id: ownerId, beats: 1, ended_at: null };
          // Only a first run whose answer was lost has written it before: no two owners have a name in common.
          await queries
            .insertInto("owners")
            .values(row)
            .onConflict((conflict) => conflict.doNothing())
            .execute();
        },
        { repeatable: true, durability: "async" },
      ),
    beat: (ownerId) =>
      context.write(
        "none",
        async (queries) => {
          const result = await queries
            .updateTable("owners")
            .set((eb) => ({ beats: eb("beats", "+", 1) }))
            .where("owner_id", "=", ownerId)
            .where("ended_at", "is", null)
            .executeTakeFirst();
          return result.numUpdatedRows === 1n;
        },
        { repeatable: true, durability: "async" },
      ),
    // The row stays for a while, ended: what its owner left is found by it.
    end: (ownerId) => end(ownerId),
    endAll: () => end(null),
    living: () =>
      context.read("none", async (queries) => {
        const rows = await queries
          .selectFrom("owners")
          .select(["owner_id", "beats"])
          .where("ended_at", "is", null)
          .execute();
        return rows.map(({ owner_id: ownerId, beats }) => ({ ownerId, beats }));
      }),
  };
}

/**
 * Ends owners that were silent for too long, unless one of them has beaten since. On PostgreSQL their rows are locked first: a
 * beat on its way either commits before and is seen, or waits and then finds its owner ended.
 */
export async function endSilent(context: StoreContext, queries: Queries, silent: readonly OwnerBeats[]): Promise<void> {
  if (silent.length === 0) return;
  const pairs = silent.map(({ ownerId, beats }) => sql`(${ownerId}, cast(${beats} as bigint))`);
  const waits = context.locksRows ? sql` for update skip locked` : sql``;
  const { rows } = await sql<{ owner_id: string }>`
    select owner_id from owners
    where ended_at is null and (owner_id, beats) in (values ${sql.join(pairs)})${waits}`.execute(queries);
  if (rows.length === 0) return;
  await queries
    .updateTable("owners")
    .set({ ended_at: context.leaseClock() })
    .where(
      "owner_id",
      "in",
      rows.map((row) => row.owner_id),
    )
    .execute();
}

/** Whether the owner that a column names is not known to be dead. */
export function hasLivingOwner(column: "executions.owner_id" | "idempotency_keys.owner_id"): RawBuilder<SqlBool> {
  return sql`exists (select 1 from owners where owners.owner_id = ${sql.ref(column)} and owners.ended_at is null)`;
}
