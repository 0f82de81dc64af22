/** The event log: the journal's public entries. Retention clears what they show, and leaves the entries. */
import { sql } from "kysely";
import type { EventStore } from "../../../domain/journal/port.ts";
import type { Queries, StoreContext } from "../context.ts";
import { numberedPage, type ReadStep } from "../statements/page.ts";
import { firstRow } from "../rows.ts";
import { agedPrefix, eventColumns, eventRow } from "./rows.ts";

/** The partial indexes' condition. SQLite needs it word for word. */
export const isPublic = sql<boolean>`public_data IS NOT NULL`;

/** @param context the database. */
export function createEventStore(context: StoreContext): EventStore {
  return {
    list: (clientId, query) =>
      context.list({ client: clientId }, (read) => list(read, clientId, query), "one transaction"),
    find: (clientId, id) =>
      context.read({ client: clientId }, (queries) => firstRow(own(queries, clientId).where("id", "=", id), eventRow)),
    prune: (clientId, before, limit) =>
      context.write({ client: clientId }, (queries) => prune(queries, { clientId, before, limit })),
  };
}

function own(queries: Queries, clientId: string) {
  return queries
    .selectFrom("journal")
    .select([...eventColumns, "public_seq as seq"])
    .where("client_id", "=", clientId)
    .where(isPublic);
}

/**
 * Reads the head before the rows, and none beyond it, so that an event appended in between isn't skipped, and the
 * pruned number after them, so that an event pruned in between is noticed.
 */
async function list(
  read: ReadStep,
  clientId: string,
  query: Parameters<EventStore["list"]>[1],
): ReturnType<EventStore["list"]> {
  const { type, tenantId, afterSeq, limit } = query;
  const headOf = (queries: Queries) =>
    queries
      .selectFrom("journal_heads")
      .select(["public_seq", "pruned_seq"])
      .where("client_id", "=", clientId)
      .executeTakeFirst();
  const headSeq = (await read(headOf))?.public_seq ?? 0;
  const rows = (queries: Queries) => {
    if (tenantId !== null) return own(queries, clientId).where("tenant_id", "=", tenantId);
    return type === null ? own(queries, clientId) : own(queries, clientId).where("type", "=", type);
  };
  const isListed = tenantId === null || type === null ? null : (row: { type: string }) => row.type === type;
  const page = { after: afterSeq, limit, direction: "oldest first" } as const;
  const found = await numberedPage(read, { rows, seq: "public_seq", page, isListed }, eventRow);
  // A condition on the head would make SQLite read the whole log, from `afterSeq` to there, instead of an index.
  const known = found.rows.filter(({ seq }) => seq <= headSeq);
  const prunedSeq = (await read(headOf))?.pruned_seq ?? 0;
  return { rows: known, more: found.more && known.length === found.rows.length, headSeq, prunedSeq };
}

async function prune(
  queries: Queries,
  { clientId, before, limit }: { clientId: string; before: number; limit: number },
): Promise<number> {
  const oldest = await queries
    .selectFrom("journal")
    .select(["public_seq", "at"])
    .where("client_id", "=", clientId)
    .where(isPublic)
    .orderBy("public_seq")
    .limit(limit)
    .execute();
  const gone = agedPrefix(oldest, before);
  await clearUpTo(queries, clientId, gone.at(-1)?.public_seq ?? 0);
  return gone.length;
}

/** Clears what a client's events up to a number show, and ends their deliveries, within a transaction. */
export async function clearUpTo(queries: Queries, clientId: string, seq: number): Promise<void> {
  if (seq === 0) return;
  // In the order of a delivery's result, which may disable its endpoint, so that the two don't deadlock.
  await queries.deleteFrom("webhook_deliveries").where("client_id", "=", clientId).where("seq", "<=", seq).execute();
  // Before the entries: the database clears nothing after the head's number.
  await queries
    .updateTable("journal_heads")
    .set({ pruned_seq: seq })
    .where("client_id", "=", clientId)
    .where("pruned_seq", "<", seq)
    .execute();
  await queries
    .updateTable("journal")
    .set({ public_salt: null, public_data: null })
    .where("client_id", "=", clientId)
    .where(isPublic)
    .where("public_seq", "<=", seq)
    .execute();
}
