/** The audit trail: an event and its chain's head are written together, and no event is ever changed. */
import { sql } from "kysely";
import { chainHash, documentAround, eventDocument, genesisHash } from "../audit/port.ts";
import type { AuditEvent, AuditStore } from "../audit/port.ts";
import { pruneEvents } from "./audit-prune.ts";
import { chainRow, eventRow } from "./audit-rows.ts";
import type { Queries, StoreContext } from "./context.ts";
import type { Scope } from "./scope.ts";
import { numberedPage } from "./statements/page.ts";
import type { AuditChainsTable, AuditEventsTable } from "./tables.ts";
import { parsedJson, storableJson, storableText } from "./text.ts";

// An event that was shown must not be lost and its number given to another.
const confirmed = { confirmed: true } as const;

/** @param context the database. */
export function createAuditStore(context: StoreContext): AuditStore {
  return {
    append: (event) =>
      context.write(
        scopeOf(event.clientId),
        async (queries, repeated) => {
          if (!repeated || !(await isAppended(queries, event))) await appendEvent(queries, event);
        },
        { repeatable: true },
      ),
    list: (clientId, query) => context.read(scopeOf(clientId), (queries) => list(queries, clientId, query), confirmed),
    chainIds: () => context.read("system", chainIds, confirmed),
    chain: (clientId) => context.read(scopeOf(clientId), (queries) => readChain(queries, clientId), confirmed),
    page: (clientId, afterSeq, limit) =>
      context.read(scopeOf(clientId), (queries) => eventsAfter(queries, { clientId, afterSeq, limit }), confirmed),
    prune: (clientId, before, limit, anchorAfter) =>
      context.write(scopeOf(clientId), (queries) =>
        pruneEvents(queries, context.locksRows, { clientId, before, limit, anchorAfter }),
      ),
  };
}

/** What concerns the deployment is no client's. */
function scopeOf(clientId: string): Scope {
  return clientId === "" ? "system" : { client: clientId };
}

async function eventsAfter(
  queries: Queries,
  { clientId, afterSeq, limit }: { clientId: string; afterSeq: number; limit: number },
) {
  const rows = await queries
    .selectFrom("audit_events")
    .selectAll()
    .where("client_id", "=", clientId)
    .where("seq", ">", afterSeq)
    .orderBy("seq")
    .limit(limit)
    .execute();
  return rows.map(eventRow);
}

/** {@link appendEvents} for one event. */
export async function appendEvent(queries: Queries, event: AuditEvent): Promise<void> {
  await appendEvents(queries, [event]);
}

/**
 * Puts events at the ends of their chains, within the transaction of whatever they tell of. It locks each chain's head
 * until that transaction ends, so it comes last there: whoever waits for a head then waits for a commit and no more.
 */
export async function appendEvents(queries: Queries, events: readonly AuditEvent[]): Promise<void> {
  const chains = Map.groupBy(events, ({ clientId }) => storableText(clientId));
  // In one order, so that no two transactions wait for each other.
  for (const clientId of [...chains.keys()].sort()) await extendChain(queries, clientId, chains.get(clientId) ?? []);
}

// Eleven parameters a row; SQLite takes 32,766 a statement.
const insertRows = 500;

async function extendChain(queries: Queries, clientId: string, events: readonly AuditEvent[]): Promise<void> {
  const count = events.length;
  // One statement makes the chain or takes its next numbers; either holds the row. The hash is still the last event's.
  const head = await queries
    .insertInto("audit_chains")
    .values({ client_id: clientId, seq: count, hash: genesisHash, ...noAnchor })
    .onConflict((conflict) =>
      conflict.column("client_id").doUpdateSet({ seq: sql<number>`audit_chains.seq + ${sql.lit(count)}` }),
    )
    .returning(["seq", "hash"])
    .executeTakeFirstOrThrow();
  let { hash } = head;
  const rows = events.map((given, index): AuditEventsTable => {
    const { event, data } = storableEvent(given);
    const { id, clientId: client_id, tenantId: tenant_id, type, subject, actor, at } = event;
    const [seq, prev_hash] = [head.seq - count + index + 1, hash];
    hash = chainHash(prev_hash, eventDocument(event, seq));
    return { id, client_id, tenant_id, type, subject, actor, data, at, seq, prev_hash, hash };
  });
  for (let start = 0; start < rows.length; start += insertRows) {
    await queries
      .insertInto("audit_events")
      .values(rows.slice(start, start + insertRows))
      .execute();
  }
  await queries.updateTable("audit_chains").set({ hash }).where("client_id", "=", clientId).execute();
}

const noAnchor = { anchor_seq: 0, anchor_hash: genesisHash, anchor_at: 0, anchor_signature: "" };

/** The event with texts as the database will give them back, for what is hashed must be what is read; and its data as JSON. */
function storableEvent(given: AuditEvent): { event: AuditEvent; data: string } {
  const data = storableJson(given.data);
  const event: AuditEvent = {
    id: storableText(given.id),
    clientId: storableText(given.clientId),
    tenantId: storableText(given.tenantId),
    type: storableText(given.type),
    subject: storableText(given.subject),
    actor: storableText(given.actor),
    data: parsedJson(data),
    at: given.at,
  };
  return { event, data };
}

/** The event as what appends inside the database takes it: its columns, and its document cut where its number stands. */
export function appendableEvent(given: AuditEvent) {
  const { event, data } = storableEvent(given);
  const { start: document_start, end: document_end } = documentAround(event);
  return {
    event_id: event.id,
    event_tenant_id: event.tenantId,
    event_type: event.type,
    event_subject: event.subject,
    event_actor: event.actor,
    event_data: data,
    event_at: event.at,
    document_start,
    document_end,
  };
}

// How many appends of others may have come between a commit whose answer was lost and its repetition.
const lookBackEvents = 10_000;

async function isAppended(queries: Queries, { clientId, id }: AuditEvent): Promise<boolean> {
  const newest = queries.selectFrom("audit_chains").select("seq").where("client_id", "=", clientId);
  const row = await queries
    .selectFrom("audit_events")
    .select("seq")
    .where("client_id", "=", clientId)
    .where("id", "=", id)
    .where(sql<boolean>`seq > (${newest}) - ${sql.lit(lookBackEvents)}`)
    .executeTakeFirst();
  return row !== undefined;
}

async function list(
  queries: Queries,
  clientId: string,
  query: Parameters<AuditStore["list"]>[1],
): ReturnType<AuditStore["list"]> {
  const { type, tenantId, subject, beforeSeq, limit } = query;
  let rows = queries.selectFrom("audit_events").selectAll().where("client_id", "=", clientId);
  if (tenantId !== null) rows = rows.where("tenant_id", "=", tenantId);
  if (subject !== null) rows = rows.where("subject", "=", subject);
  if (type !== null) rows = rows.where("type", "=", type);
  // The partial index's own condition, which SQLite wants to read word for word.
  if (type !== null && type !== "credential.used") rows = rows.where(sql<boolean>`type <> 'credential.used'`);
  return await numberedPage(rows, "seq", { after: beforeSeq, limit, direction: "newest first" }, eventRow);
}

async function chainIds(queries: Queries): Promise<string[]> {
  const rows = await queries
    .selectFrom("audit_chains")
    .select("client_id")
    .union(queries.selectFrom("audit_events").select("client_id"))
    .orderBy("client_id")
    .execute();
  return rows.map((row) => row.client_id);
}

async function readChain(queries: Queries, clientId: string): ReturnType<AuditStore["chain"]> {
  // One statement, so that an append comes before both or after both.
  const row = await queries
    .selectFrom((from) =>
      from
        .selectFrom("audit_events")
        .select((eb) => [eb.fn.min("seq").as("oldest"), eb.fn.max("seq").as("newest")])
        .where("client_id", "=", clientId)
        .as("events"),
    )
    .leftJoin("audit_chains", (join) => join.on("audit_chains.client_id", "=", clientId))
    .selectAll("audit_chains")
    .select(["events.oldest", "events.newest"])
    .executeTakeFirstOrThrow();
  // A left join gives either every column of the chain or none.
  const chain = row.client_id === null ? null : chainRow(row as AuditChainsTable);
  const { oldest, newest } = row;
  return { chain, range: oldest === null || newest === null ? null : { oldest, newest } };
}
