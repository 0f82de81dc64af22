/** The audit trail. An event and the head of its chain are written together, and events never change. */
import { sql } from "kysely";
import { splitDocument, hashAfter } from "../../domain/audit/port.ts";
import { auditEvent } from "../../domain/audit/audit.ts";
import type { AuditEvent, AuditStore, NewAuditEvent } from "../../domain/audit/port.ts";
import { storableText } from "../../domain/database/storable.ts";
import { dueEvents, removeUpTo } from "./audit-prune.ts";
import { chainRow, eventRow } from "./audit-rows.ts";
import type { Queries, StoreContext } from "./context.ts";
import { StoreError } from "./errors.ts";
import type { Scope } from "./scope.ts";
import { numberedPage, type ReadStep } from "./statements/page.ts";
import { runAll, statement } from "./statements/statement.ts";
import type { AuditChainsTable, AuditEventsTable } from "./tables.ts";
import { parsedJson, storableJson } from "./text.ts";

// Once an event has been returned, it must not be lost and its number reused for another.
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
    list: (clientId, query) => context.list(scopeOf(clientId), (read) => list(read, clientId, query), "confirmed"),
    chainIds: () =>
      context.read(
        "system",
        async (queries) => (await findChainIds.all(queries, {})).map(({ client_id: clientId }) => clientId),
        confirmed,
      ),
    chain: (clientId) => context.read(scopeOf(clientId), (queries) => readChain(queries, clientId), confirmed),
    page: (clientId, afterSeq, limit) =>
      context.read(scopeOf(clientId), (queries) => eventsAfter(queries, { clientId, afterSeq, limit }), confirmed),
    due: (clientId, before, limit) =>
      context.read(scopeOf(clientId), (queries) => dueEvents(queries, { clientId, before, limit })),
    removeUpTo: (clientId, known, anchor) =>
      context.write(scopeOf(clientId), (queries) => removeUpTo(queries, { clientId, known, anchor })),
  };
}

/** Events of the deployment have no client. */
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

/** {@link appendEvents} for changes that are made within the scope of one row. */
export async function record(context: StoreContext, queries: Queries, events: readonly NewAuditEvent[]): Promise<void> {
  const made = events.map(({ type, ...event }) => auditEvent({ platform: context, newId: context.newId }, type, event));
  if (context.engine === "sqlite") {
    await appendEvents(queries, made);
    return;
  }
  const chains = Map.groupBy(made, (event) => event.clientId);
  for (const clientId of [...chains.keys()].sort()) {
    await showLog(queries, clientId);
    await appendEvents(queries, chains.get(clientId) ?? []);
  }
}

/** Extends the scope of a transaction about one session or connection to the log of its service client. */
export async function showLog(queries: Queries, clientId: string): Promise<void> {
  if (!queries.isTransaction) throw new Error("An event must be appended in the transaction of its change.");
  await sql`select set_config('svc.client_id', ${clientId}, true)`.execute(queries);
}

/** {@link appendEvents} for one event. */
export async function appendEvent(queries: Queries, event: AuditEvent): Promise<void> {
  await appendEvents(queries, [event]);
}

/**
 * Appends events to their chains, in the transaction of the change they record. It locks each chain until the commit,
 * so call it last: then others wait only for a commit.
 */
export async function appendEvents(queries: Queries, events: readonly AuditEvent[]): Promise<void> {
  const chains = Map.groupBy(events, ({ clientId }) => storableText(clientId));
  // In a fixed order, so that transactions don't deadlock.
  for (const clientId of [...chains.keys()].sort()) {
    await extendChain(queries, clientId, (chains.get(clientId) ?? []).map(eventValues));
  }
}

/** Locks a chain until the commit and returns its head. A chain exists from the creation of its client. */
export const lockChain = statement<{ clientId: string }, { seq: number; hash: string }>("audit.lock_chain", {
  sqlite: "select seq, hash from audit_chains where client_id = :clientId",
  postgres: "select seq, hash from audit_chains where client_id = :clientId for update",
});

const eventColumns = "client_id, seq, id, tenant_id, type, subject, actor, data, at, prev_hash, hash";

const insertEvent = statement<EventValues & { clientId: string; seq: number; prevHash: string; hash: string }>(
  "audit.insert",
  `insert into audit_events (${eventColumns}) values (:clientId, :seq, :eventId, :eventTenantId, :eventType, :eventSubject,
     :eventActor, :eventData, :eventAt, :prevHash, :hash)`,
);
const moveHead = statement<{ clientId: string; seq: number; hash: string }>(
  "audit.move_head",
  "update audit_chains set seq = :seq, hash = :hash where client_id = :clientId",
);

/** Appends events to a chain, in the transaction of the change they record. */
export async function extendChain(queries: Queries, clientId: string, events: readonly EventValues[]): Promise<void> {
  const head = await lockChain.first(queries, { clientId });
  if (head === undefined) throw new StoreError("CHAIN_VANISHED", false);
  let { seq, hash } = head;
  const inserts = events.map((event) => {
    seq += 1;
    const prevHash = hash;
    hash = hashAfter(prevHash, `${event.documentStart}${seq}${event.documentEnd}`);
    return insertEvent.with({ ...event, clientId, seq, prevHash, hash });
  });
  await runAll(queries, [...inserts, moveHead.with({ clientId, seq, hash })]);
}

/**
 * The same as common table expressions for PostgreSQL, so that a claim can append its event in its one statement. Run
 * {@link lockChain} first, in the same transaction. These follow `claimed`, which has a row if there is something to
 * record.
 */
export const appendInClaim = `head as (
    select c.seq + 1 as seq, c.hash as prev_hash, encode(sha256(decode(c.hash, 'hex') ||
      convert_to(:documentStart || (c.seq + 1)::text || :documentEnd, 'UTF8')), 'hex') as hash
    from claimed, audit_chains as c where c.client_id = :clientId and :eventId <> ''),
  moved as (
    update audit_chains as c set seq = head.seq, hash = head.hash from head where c.client_id = :clientId),
  event as (
    insert into audit_events (${eventColumns})
    select :clientId, seq, :eventId, :eventTenantId, :eventType, :eventSubject, :eventActor, :eventData, :eventAt::bigint,
      prev_hash, hash from head)`;

/** An event's columns. The document is its canonical JSON, split where the number goes. */
export type EventValues = typeof noEvent;

const noEvent = {
  eventId: "",
  eventTenantId: "",
  eventType: "",
  eventSubject: "",
  eventActor: "",
  eventData: "",
  eventAt: 0,
  documentStart: "",
  documentEnd: "",
};

/**
 * @param event null for no event, whose id is "".
 * @throws RangeError if the event can't be written as canonical JSON.
 */
export function eventValues(event: AuditEvent | null): EventValues {
  if (event === null) return noEvent;
  const data = storableJson(event.data);
  // With text as the database will return it, because the hash must match the event that is read back.
  const stored: AuditEvent = {
    id: storableText(event.id),
    clientId: storableText(event.clientId),
    tenantId: storableText(event.tenantId),
    type: storableText(event.type),
    subject: storableText(event.subject),
    actor: storableText(event.actor),
    data: parsedJson(data),
    at: event.at,
  };
  const { start, end } = splitDocument(stored);
  return {
    eventId: stored.id,
    eventTenantId: stored.tenantId,
    eventType: stored.type,
    eventSubject: stored.subject,
    eventActor: stored.actor,
    eventData: data,
    eventAt: stored.at,
    documentStart: start,
    documentEnd: end,
  };
}

// How many events others may have appended between a commit whose response was lost and the second run.
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
  read: ReadStep,
  clientId: string,
  query: Parameters<AuditStore["list"]>[1],
): ReturnType<AuditStore["list"]> {
  const { type, tenantId, subject, beforeSeq, limit } = query;
  // Few events have the same subject, more the same tenant. Nearly all are uses of a credential.
  const index = subject !== null ? "subject" : tenantId !== null ? "tenant" : isIndexed(type) ? "type" : "seq";
  const rows = (queries: Queries) => {
    const own = queries.selectFrom("audit_events").selectAll().where("client_id", "=", clientId);
    if (index === "subject") return own.where("subject", "=", subject);
    if (index === "tenant") return own.where("tenant_id", "=", tenantId);
    if (index === "seq") return own;
    // The partial index's condition. SQLite needs it word for word.
    return own.where("type", "=", type).where(sql<boolean>`type <> 'credential.used'`);
  };
  const isListed = (row: AuditEventsTable): boolean =>
    (tenantId === null || row.tenant_id === tenantId) && (type === null || row.type === type);
  const isIndexAlone = (tenantId === null || index === "tenant") && (type === null || index === "type");
  const page = { after: beforeSeq, limit, direction: "newest first" } as const;
  return await numberedPage(read, { rows, seq: "seq", page, isListed: isIndexAlone ? null : isListed }, eventRow);
}

/** Whether the index of types has events of this type. */
function isIndexed(type: string | null): boolean {
  return type !== null && type !== "credential.used";
}

/**
 * Events can outlive their chain's row only if somebody removed it, and then they must be reported. Their clients are
 * found by stepping through the primary key from one to the next, because there are few clients and many events.
 */
const findChainIds = statement<object, { client_id: string }>(
  "audit.chain_ids",
  `with recursive ids (client_id) as (
     select (select client_id from audit_events order by client_id limit 1)
     union all
     select (select e.client_id from audit_events as e where e.client_id > ids.client_id order by e.client_id limit 1)
     from ids where ids.client_id is not null)
   select client_id from audit_chains where seq > 0
   union select client_id from ids where client_id is not null
   order by client_id`,
);

/** SQLite finds a minimum or a maximum in an index, but not both in one query. */
const headAndRange = statement<
  { clientId: string },
  { oldest: number | null; newest: number | null } & (AuditChainsTable | { [Column in keyof AuditChainsTable]: null })
>(
  "audit.chain",
  `select c.*, span.oldest, span.newest
   from (select (select min(seq) from audit_events where client_id = :clientId) as oldest,
     (select max(seq) from audit_events where client_id = :clientId) as newest) as span
   left join audit_chains as c on c.client_id = :clientId`,
);

async function readChain(queries: Queries, clientId: string): ReturnType<AuditStore["chain"]> {
  // A single statement, so that an append comes before or after both reads.
  const row = await headAndRange.first(queries, { clientId });
  if (row === undefined) return { chain: null, range: null };
  // A left join returns either every column of the chain or none.
  const chain = row.client_id === null ? null : chainRow(row);
  const { oldest, newest } = row;
  return { chain, range: oldest === null || newest === null ? null : { oldest, newest } };
}
