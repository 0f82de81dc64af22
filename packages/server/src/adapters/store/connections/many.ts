/** Many connections at once, for operators: counts them by provider and by origin, and disconnects them. */
import { sql } from "kysely";
import type { Actor } from "../../../domain/journal/port.ts";
import type { ConnectionStore } from "../../../domain/connections/port.ts";
import type { Queries, StoreContext } from "../context.ts";
import { hastenLooks } from "../executions/look-schedule.ts";
import { append } from "../journal/append.ts";
import { connectionEntry } from "../journal/entries.ts";
import { boundText, statement } from "../statements/statement.ts";

type Filter = Parameters<ConnectionStore["disconnectAll"]>[0];
type OnDisconnected = Parameters<ConnectionStore["disconnectAll"]>[3];

/** How many connections one transaction looks at. */
const batchRows = 500;

/** `ConnectionStore.disconnectAll`. Each batch is a transaction, so an interrupted run can be repeated. */
export async function disconnectAll(
  context: StoreContext,
  filter: Filter,
  { at, by, onDisconnected = () => undefined }: { at: number; by: Actor; onDisconnected: OnDisconnected },
): Promise<number> {
  let disconnected = 0;
  for (let after = ""; ;) {
    const batch = await context.read("system", (queries) => findBatch(queries, filter, after));
    const ids = batch.filter(({ matches }) => matches === 1).map(({ id }) => id);
    if (ids.length > 0)
      disconnected += await context.write("system", (queries) => disconnectThese(context, queries, { ids, at, by }));
    const last = batch.at(-1);
    if (last === undefined || batch.length < batchRows) return disconnected;
    after = last.id;
    onDisconnected(disconnected);
  }
}

/**
 * The next connections along the primary key, and whether each matches. With a tenant, those of the tenant only, of
 * which there are few.
 */
async function findBatch(
  queries: Queries,
  { clientId, tenantId, provider }: Filter,
  after: string,
): Promise<{ id: string; matches: number }[]> {
  const conditions = [
    "status <> 'disconnected'",
    ...(clientId === null ? [] : ["client_id = :clientId"]),
    ...(provider === null ? [] : ["provider = :provider"]),
  ];
  const among =
    tenantId === null
      ? "id > :after"
      : "client_id = (select client_id from tenants where id = :tenantId) and tenant_id = :tenantId and id > :after";
  const matches = boundText(conditions.join(" and "), { clientId, provider });
  const { rows } = await sql<{
    id: string;
    matches: number;
  }>`select id, case when ${matches} then 1 else 0 end as matches
    from connections where ${boundText(among, { after, tenantId })} order by id limit ${batchRows}`.execute(queries);
  return rows;
}

async function disconnectThese(
  context: StoreContext,
  queries: Queries,
  { ids, at, by }: { ids: readonly string[]; at: number; by: Actor },
): Promise<number> {
  const rows = await queries
    .updateTable("connections")
    .set({ status: "disconnected", updated_at: at })
    .where("id", "in", ids)
    .where("status", "<>", "disconnected")
    .returningAll()
    .execute();
  if (rows.length === 0) return 0;
  const ended = rows.map(({ id }) => id);
  await queries.deleteFrom("credentials").where("connection_id", "in", ended).execute();
  await hastenLooks(context, queries, ended);
  await append(
    context,
    queries,
    rows.map((row) => connectionEntry("connection.disconnected", row, by, {})),
  );
  return rows.length;
}

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

/**
 * Counts a provider's connections that aren't disconnected, by the listed origin they are bound to, in the same way.
 */
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
