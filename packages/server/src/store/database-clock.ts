/** What time the database says it is. */
import { sql } from "kysely";
import type { StoreContext } from "./context.ts";

/** Milliseconds since the epoch, by the clock that leases go by. */
export async function databaseClock(context: StoreContext): Promise<number> {
  return await context.once("none", async (queries) => {
    const { rows } = await sql<{ now: number }>`select ${context.leaseClock()} as now`.execute(queries);
    return rows[0]?.now ?? 0;
  });
}
