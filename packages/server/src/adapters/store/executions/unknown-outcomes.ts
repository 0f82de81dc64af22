/** Counts unresolved unknown outcomes, for metrics. */
import type { UnknownOutcomes } from "../../../domain/telemetry/port.ts";
import type { StoreContext } from "../context.ts";
import { statement } from "../statements/statement.ts";

/** More of a provider aren't counted, because every scrape of the metrics counts. */
const countedMax = 10_000;

/** The partial index's condition, word for word. */
const isUnknown = "status = 'outcome_unknown'";
const once = { isPlannedOnce: true };

/** The oldest of the first provider after another. */
const nextProvider = statement<{ after: string }, { provider: string; created_at: number }>(
  "executions.next_unknown_provider",
  `select provider, created_at from executions where ${isUnknown} and provider > :after
   order by provider, created_at limit 1`,
  once,
);
const countOf = statement<{ provider: string; rows: number }, { count: number }>(
  "executions.count_unknown",
  `select count(*) as count from (
     select 1 from executions where ${isUnknown} and provider = :provider order by created_at limit :rows) as found`,
  once,
);

/** Counts those of all clients, by provider; at most {@link countedMax} of each. */
export async function unknownOutcomes(context: StoreContext): Promise<UnknownOutcomes[]> {
  return await context.list("system", async (step) => {
    const counts: UnknownOutcomes[] = [];
    for (let after = ""; ;) {
      const next = await step((queries) => nextProvider.first(queries, { after }));
      if (next === undefined) return counts;
      const { provider, created_at: oldestAt } = next;
      const found = await step((queries) => countOf.first(queries, { provider, rows: countedMax }));
      counts.push({ provider, count: found?.count ?? 0, oldestAt });
      after = provider;
    }
  });
}
