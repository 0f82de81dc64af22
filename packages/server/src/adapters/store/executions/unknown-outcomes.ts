/** How many unknown outcomes wait to be settled, for metrics. */
import { sql } from "kysely";
import type { UnknownOutcomes } from "../../../domain/telemetry/port.ts";
import type { StoreContext } from "../context.ts";

/** Of all clients, by provider; their index holds few rows. */
export async function unknownOutcomes(context: StoreContext): Promise<UnknownOutcomes[]> {
  return await context.read("system", async (queries) => {
    return await queries
      .selectFrom("executions")
      .select((eb) => ["provider", eb.fn.countAll<number>().as("count"), eb.fn.min("created_at").as("oldestAt")])
      // Written out, not bound: SQLite uses a partial index only for the very words of its condition.
      .where(sql<boolean>`status = 'outcome_unknown'`)
      .groupBy("provider")
      .orderBy("provider")
      .execute();
  });
}
