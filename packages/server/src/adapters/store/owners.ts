/**
 * Who does background work. Owners are server processes, which prove with beats that they are alive; no clock is
 * involved. Leases expire by service time. A turn is one row of each service client.
 */
import { type RawBuilder, sql, type SqlBool } from "kysely";
import type { LoadedDigests, OwnerBeats, OwnerStore } from "../../domain/executions/port.ts";
import type { Queries, StoreContext } from "./context.ts";
import { isUpdated } from "./rows.ts";
import { hourMs } from "../../domain/clock/units.ts";
import type { ClientTurn } from "../../domain/limits/client-turns.ts";

/** {@link OwnerStore}, and what only the sole server of a database may do. */
type OwnerStoreAtStart = OwnerStore & {
  /** Ends every owner. On SQLite, the holder of the lock knows that all earlier servers are dead. */
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
    begin: (ownerId, providers = {}) =>
      context.write(
        "none",
        async (queries) => {
          const row = { owner_id: ownerId, beats: 1, ended_at: null, providers: JSON.stringify(providers) };
          // Only a first run whose response was lost can conflict, because owner ids are unique.
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
        (queries) =>
          isUpdated(
            queries
              .updateTable("owners")
              .set((eb) => ({ beats: eb("beats", "+", 1) }))
              .where("owner_id", "=", ownerId)
              .where("ended_at", "is", null),
          ),
        { repeatable: true, durability: "async" },
      ),
    // The row is kept for a while, because the owner's open records are found by it.
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
    loaded: () =>
      context.read("none", async (queries) => {
        const rows = await queries.selectFrom("owners").select("providers").where("ended_at", "is", null).execute();
        return rows.map(({ providers }) => JSON.parse(providers) as LoadedDigests);
      }),
  };
}

/**
 * Ends owners that have been silent for too long, unless one has beaten since. On PostgreSQL their rows are locked
 * first: a concurrent beat either commits first and is seen, or waits and finds its owner ended.
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

/** Whether the owner in a column may be alive. */
export function hasLivingOwner(column: "executions.owner_id" | "idempotency_keys.owner_id"): RawBuilder<SqlBool> {
  return sql`exists (select 1 from owners where owners.owner_id = ${sql.ref(column)} and owners.ended_at is null)`;
}

/** Far longer than any lease we take. */
const leaseMaxMs = hourMs;

/**
 * Whether the lease in a column has expired. One that lasts longer than any lease should was written before the clock
 * was set back, and counts as expired.
 */
export function leaseHasEnded(
  context: StoreContext,
  column: "credential_refreshes.lease_until" | "d.lease_until" | "l.lease_until",
): RawBuilder<SqlBool> {
  const now = context.leaseClock();
  return sql`(${sql.ref(column)} <= ${now} or ${sql.ref(column)} > ${now} + ${sql.lit(leaseMaxMs)})`;
}

/**
 * Returns the ids of the first due row of each client, in the order of the turn. Each client is a separate index
 * lookup, so that one's backlog doesn't delay the others.
 * @param first the id of a client's first due row, as a subquery about `c.id`.
 */
export async function firstOfClients(
  queries: Queries,
  first: RawBuilder<string>,
  { limit, afterClient, busyClients }: ClientTurn,
): Promise<string[]> {
  // A SQL list can't be empty, and "" is never an id.
  const busy = sql.join(["", ...busyClients]);
  const { rows } = await sql<{ first: string }>`
    select first from (
      select c.id as client_id, ${first} as first from service_clients c where c.id not in (${busy})
    ) due
    where first is not null
    order by case when client_id > ${afterClient} then 0 else 1 end, client_id
    limit ${limit}`.execute(queries);
  return rows.map((row) => row.first);
}
