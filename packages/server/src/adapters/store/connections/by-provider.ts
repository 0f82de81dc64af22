/** Counts connections by provider and by origin. */
import { sql } from "kysely";
import type { Queries } from "../context.ts";

/**
 * Counts the connections that aren't disconnected, for every provider that isn't in `known`. It steps from one provider
 * to the next in the index, so it doesn't read the connections of the known ones.
 */
export async function countOfOtherProviders(
  queries: Queries,
  known: readonly string[],
): Promise<{ provider: string; count: number }[]> {
  const counts = [];
  for (let provider = await nextProvider(queries, ""); provider !== null;) {
    if (!known.includes(provider)) counts.push({ provider, count: await countOf(queries, provider) });
    provider = await nextProvider(queries, provider);
  }
  return counts;
}

/** Counts a provider's connections that aren't disconnected, by the listed origin they are bound to. */
export async function countByListedOrigin(
  queries: Queries,
  provider: string,
): Promise<{ listedOrigin: string; count: number }[]> {
  const rows = await queries
    .selectFrom("connections")
    .select(["listed_origin", (eb) => eb.fn.countAll<number>().as("count")])
    .where("status", "<>", sql.lit("disconnected"))
    .where("provider", "=", provider)
    .groupBy("listed_origin")
    .orderBy("listed_origin")
    .execute();
  return rows.map(({ listed_origin: listedOrigin, count }) => ({ listedOrigin, count }));
}

async function nextProvider(queries: Queries, after: string): Promise<string | null> {
  const row = await queries
    .selectFrom("connections")
    .select("provider")
    .where("status", "<>", sql.lit("disconnected"))
    .where("provider", ">", after)
    .orderBy("provider")
    .limit(1)
    .executeTakeFirst();
  return row?.provider ?? null;
}

async function countOf(queries: Queries, provider: string): Promise<number> {
  const { count } = await queries
    .selectFrom("connections")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("status", "<>", sql.lit("disconnected"))
    .where("provider", "=", provider)
    .executeTakeFirstOrThrow();
  return count;
}
