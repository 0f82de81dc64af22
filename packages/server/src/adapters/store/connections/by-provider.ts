/** Counts connections by provider and by origin. */
import type { Queries } from "../context.ts";
import { statement } from "../statements/statement.ts";

/** More connections aren't counted: an operator only has to know that there are many. */
export const countedMax = 1000;

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
    if (!known.includes(provider)) {
      const found = await countOfProvider.first(queries, { provider, rows: countedMax });
      counts.push({ provider, count: found?.count ?? 0 });
    }
    provider = await nextProvider(queries, provider);
  }
  return counts;
}

/** Counts a provider's connections that aren't disconnected, by the listed origin they are bound to, in the same way. */
export async function countByListedOrigin(
  queries: Queries,
  provider: string,
): Promise<{ listedOrigin: string; count: number }[]> {
  const counts = [];
  for (let next = await firstOrigin.first(queries, { provider }); next !== undefined;) {
    const listedOrigin = next.listed_origin;
    const found = await countOfOrigin.first(queries, { provider, listedOrigin, rows: countedMax });
    counts.push({ listedOrigin, count: found?.count ?? 0 });
    next = await nextOrigin.first(queries, { provider, listedOrigin });
  }
  return counts;
}

async function nextProvider(queries: Queries, after: string): Promise<string | null> {
  return (await providerAfter.first(queries, { after }))?.provider ?? null;
}

const once = { isPlannedOnce: true };
/** The partial index's condition, word for word. */
const isConnected = "status <> 'disconnected'";

const providerAfter = statement<{ after: string }, { provider: string }>(
  "connections.provider_after",
  `select provider from connections where ${isConnected} and provider > :after order by provider limit 1`,
  once,
);
const countOfProvider = statement<{ provider: string; rows: number }, { count: number }>(
  "connections.count_of_provider",
  `select count(*) as count from (
     select 1 from connections where ${isConnected} and provider = :provider limit :rows) as found`,
  once,
);
const firstOrigin = statement<{ provider: string }, { listed_origin: string }>(
  "connections.first_origin",
  `select listed_origin from connections where ${isConnected} and provider = :provider order by listed_origin limit 1`,
  once,
);
const nextOrigin = statement<{ provider: string; listedOrigin: string }, { listed_origin: string }>(
  "connections.next_origin",
  `select listed_origin from connections where ${isConnected} and provider = :provider and listed_origin > :listedOrigin
   order by listed_origin limit 1`,
  once,
);
const countOfOrigin = statement<{ provider: string; listedOrigin: string; rows: number }, { count: number }>(
  "connections.count_of_origin",
  `select count(*) as count from (
     select 1 from connections where ${isConnected} and provider = :provider and listed_origin = :listedOrigin
     limit :rows) as found`,
  once,
);
