/** The leases of server processes. A lease that has ended is never renewed: its owner's records may be settled already. */
import { sql } from "kysely";
import type { ExpressionBuilder, ExpressionWrapper, SqlBool } from "kysely";
import type { OwnerStore } from "../executions/port.ts";
import type { StoreContext } from "./context.ts";
import type { Tables } from "./tables.ts";

/** @param context the database. */
export function createOwnerStore(context: StoreContext): OwnerStore {
  return {
    renew: (ownerId, leaseMs) =>
      context.change(
        "none",
        async (queries) => {
          const leaseUntil = sql<number>`${context.leaseClock()} + cast(${leaseMs} as bigint)`;
          const row = await queries
            .insertInto("owners")
            .values({ owner_id: ownerId, lease_until: leaseUntil })
            .onConflict((conflict) =>
              conflict
                .column("owner_id")
                .doUpdateSet({ lease_until: (eb) => eb.ref("excluded.lease_until") })
                .where("owners.lease_until", ">", context.leaseClock()),
            )
            .returning("owner_id")
            .executeTakeFirst();
          return row !== undefined;
        },
        { repeatable: true, survives: "process" },
      ),
    // The row stays for a while, ended: gone, the same owner could take the lease again.
    release: (ownerId) =>
      context.change("none", async (queries) => {
        await queries
          .updateTable("owners")
          .set({ lease_until: context.leaseClock() })
          .where("owner_id", "=", ownerId)
          .execute();
      }),
  };
}

/** Whether the owner that a column names holds its lease. */
export function livingOwner<Table extends keyof Tables>(
  eb: ExpressionBuilder<Tables, Table>,
  column: "executions.owner_id" | "idempotency_keys.owner_id",
  context: StoreContext,
): ExpressionWrapper<Tables, Table, SqlBool> {
  return eb.exists(
    sql`(select 1 from owners where owners.owner_id = ${sql.ref(column)} and owners.lease_until > ${context.leaseClock()})`,
  );
}
