/** Counts unresolved unknown outcomes, for metrics. */
import { sql } from "kysely";
import type { UnknownOutcomes } from "../../../domain/telemetry/port.ts";
import type { StoreContext } from "../context.ts";

/** Counts those of all clients, by provider. Their index holds few rows. */
export async function unknownOutcomes(context: StoreContext): Promise<UnknownOutcomes[]> {
  return await context.read("system", async (queries) => {
    return await queries
      .selectFrom("executions")
      .select((eb) => ["provider", eb.fn.countAll<number>().as("count"), eb.fn.min("created_at").as("oldestAt")])
      // Inlined, not bound: SQLite uses a partial index only if the query repeats its condition word for word.
      .where(sql<boolean>`status = 'outcome_unknown'`)
      .groupBy("provider")
      .orderBy("provider")
      .execute();
  });
}
