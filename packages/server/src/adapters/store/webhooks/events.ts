/** Reads and prunes the event log. outbox.ts appends to it. */
import type { EventRow, EventStore } from "../../../domain/events/port.ts";
import { agedPrefix } from "../aged-prefix.ts";
import type { Queries, StoreContext } from "../context.ts";
import { numberedPage, type ReadStep } from "../statements/page.ts";
import type { EventsTable } from "../tables.ts";
import { parsedJson } from "../text.ts";

/** @param context the database. */
export function createEventStore(context: StoreContext): EventStore {
  return {
    list: (clientId, query) =>
      context.list({ client: clientId }, (read) => list(read, clientId, query), "one transaction"),
    at: (clientId, atMs) =>
      context.read({ client: clientId }, async (queries) => {
        const rows = await queries
          .selectFrom("events")
          .selectAll()
          .where("client_id", "=", clientId)
          .where("at", "=", atMs)
          .execute();
        return rows.map(eventRow);
      }),
    clientIds: (afterId, limit) =>
      context.read("system", async (queries) => {
        const rows = await queries
          .selectFrom("event_heads")
          .select("client_id")
          .where("client_id", ">", afterId)
          .orderBy("client_id")
          .limit(limit)
          .execute();
        return rows.map((row) => row.client_id);
      }),
    prune: (clientId, before, limit) =>
      context.write({ client: clientId }, (queries) => prune(queries, { clientId, before, limit })),
  };
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
      .selectFrom("event_heads")
      .select(["seq", "pruned_seq"])
      .where("client_id", "=", clientId)
      .executeTakeFirst();
  const headSeq = (await read(headOf))?.seq ?? 0;
  const rows = (queries: Queries) => {
    const own = queries.selectFrom("events").selectAll().where("client_id", "=", clientId);
    if (tenantId !== null) return own.where("tenant_id", "=", tenantId);
    return type === null ? own : own.where("type", "=", type);
  };
  const isListed = tenantId === null || type === null ? null : (row: EventsTable) => row.type === type;
  const page = { after: afterSeq, limit, direction: "oldest first" } as const;
  const found = await numberedPage(read, { rows, seq: "seq", page, isListed }, eventRow);
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
    .selectFrom("events")
    .select(["seq", "at"])
    .where("client_id", "=", clientId)
    .orderBy("seq")
    .limit(limit)
    .execute();
  const gone = agedPrefix(oldest, before);
  const last = gone.at(-1);
  if (last === undefined) return 0;
  await queries
    .deleteFrom("webhook_deliveries")
    .where("client_id", "=", clientId)
    .where("seq", "<=", last.seq)
    .execute();
  await queries.deleteFrom("events").where("client_id", "=", clientId).where("seq", "<=", last.seq).execute();
  await queries
    .updateTable("event_heads")
    .set({ pruned_seq: last.seq })
    .where("client_id", "=", clientId)
    .where("pruned_seq", "<", last.seq)
    .execute();
  return gone.length;
}

/** A row of `events`. */
export function eventRow(row: EventsTable): EventRow {
  return {
    clientId: row.client_id,
    seq: row.seq,
    entropy: row.entropy,
    type: row.type as EventRow["type"],
    tenantId: row.tenant_id,
    endpointId: row.endpoint_id,
    data: parsedJson(row.data),
    at: row.at,
  };
}
