/**
 * Appends to the journal, in the transaction of the change that an entry records. An entry and the head of its journal
 * are written together.
 */
import { sql } from "kysely";
import { auditEvent } from "../../../domain/journal/entry.ts";
import { hashAfter, publicDigest, splitDocument } from "../../../domain/journal/chain.ts";
import type { AuditEvent, NewEntry, Published, EventData } from "../../../domain/journal/port.ts";
import { storableText } from "../../../domain/database/port.ts";
import { systemPlatform } from "../../../platform.ts";
import type { Queries, StoreContext } from "../context.ts";
import { StoreError } from "../errors.ts";
import { runAll, statement } from "../statements/statement.ts";
import { parsedJson, storableJson } from "../text.ts";

/**
 * Appends entries to the journals of their service clients. It locks each head until the commit, so that the order of
 * numbers is the order of commits. Call it last, but before a key is taken: then others wait only for a commit, and
 * transactions don't deadlock.
 */
export async function append(context: StoreContext, queries: Queries, entries: readonly NewEntry[]): Promise<void> {
  const journals = Map.groupBy(
    entries.map((entry) => valuesOf(context, entry)),
    ({ clientId }) => clientId,
  );
  // In a fixed order, so that transactions don't deadlock.
  for (const clientId of [...journals.keys()].sort()) {
    if (context.engine === "postgres") await showJournal(queries, clientId);
    await extendJournal(queries, clientId, journals.get(clientId) ?? []);
  }
}

function valuesOf(context: StoreContext, entry: NewEntry): EntryValues & { clientId: string } {
  const shown = entry.published === undefined ? null : sealedText(entry.published);
  const data = shown === null ? entry.data : { ...entry.data, publicDigest: publicDigest(shown) };
  const event = dated(context, { ...entry, data });
  return { ...eventValues(event), clientId: storableText(event.clientId), published: shown };
}

/** Gives an entry its id and time. */
export function dated(context: StoreContext, { type, ...entry }: NewEntry): AuditEvent {
  return auditEvent({ platform: context, newId: context.newId }, type, entry);
}

const saltBytes = 16;

function sealedText(data: EventData): Published {
  return { salt: Buffer.from(systemPlatform.randomBytes(saltBytes)).toString("hex"), text: storableJson(data) };
}

/** Extends the scope of a transaction about one session or connection to the journal of its service client. */
async function showJournal(queries: Queries, clientId: string): Promise<void> {
  if (!queries.isTransaction) throw new Error("An entry must be appended in the transaction of its change.");
  await sql`select set_config('svc.client_id', ${clientId}, true)`.execute(queries);
}

/** Locks the head of a journal until the commit, and returns it. It exists from the creation of its client. */
export const lockHead = statement<{ clientId: string }, { seq: number; hash: string; public_seq: number }>(
  "journal.lock_head",
  {
    sqlite: "select seq, hash, public_seq from journal_heads where client_id = :clientId",
    postgres: "select seq, hash, public_seq from journal_heads where client_id = :clientId for update",
  },
);

const entryColumns = "client_id, seq, id, tenant_id, type, subject, actor, data, at, prev_hash, hash, public_seq";

type Placed = EventValues & { clientId: string; seq: number; prevHash: string; hash: string; publicSeq: number };

const entryValues = `:clientId, :seq, :eventId, :eventTenantId, :eventType, :eventSubject, :eventActor, :eventData,
  :eventAt, :prevHash, :hash, :publicSeq`;
const insertEntry = statement<Placed>(
  "journal.insert",
  `insert into journal (${entryColumns}) values (${entryValues})`,
);
const insertPublic = statement<Placed & Published>(
  "journal.insert_public",
  `insert into journal (${entryColumns}, public_salt, public_data) values (${entryValues}, :salt, :text)`,
);
const moveHead = statement<{ clientId: string; seq: number; hash: string; publicSeq: number }>(
  "journal.move_head",
  "update journal_heads set seq = :seq, hash = :hash, public_seq = :publicSeq where client_id = :clientId",
);

/** An entry's columns, and what the event log shows of it. */
type EntryValues = EventValues & { published?: Published | null };

/** Appends entries to one journal. */
export async function extendJournal(
  queries: Queries,
  clientId: string,
  entries: readonly EntryValues[],
): Promise<void> {
  const head = await lockHead.first(queries, { clientId });
  if (head === undefined) throw new StoreError("CHAIN_VANISHED", false);
  let { seq, hash, public_seq: publicSeq } = head;
  const inserts = entries.map((entry) => {
    const { published = null } = entry;
    seq += 1;
    const prevHash = hash;
    hash = hashAfter(prevHash, `${entry.documentStart}${seq}${entry.documentEnd}`);
    const placed = { ...entry, clientId, seq, prevHash, hash, publicSeq: 0 };
    if (published === null) return insertEntry.with(placed);
    publicSeq += 1;
    return insertPublic.with({ ...placed, ...published, publicSeq });
  });
  await runAll(queries, [...inserts, moveHead.with({ clientId, seq, hash, publicSeq })]);
}

/**
 * The same as common table expressions for PostgreSQL, so that a claim can append its event in its one statement. Run
 * {@link lockHead} first, in the same transaction. These follow `claimed`, which has a row if there is something to
 * record.
 */
export const appendInClaim = `head as (
    select c.seq + 1 as seq, c.hash as prev_hash, encode(sha256(decode(c.hash, 'hex') ||
      convert_to(:documentStart || (c.seq + 1)::text || :documentEnd, 'UTF8')), 'hex') as hash
    from claimed, journal_heads as c where c.client_id = :clientId and :eventId <> ''),
  moved as (
    update journal_heads as c set seq = head.seq, hash = head.hash from head where c.client_id = :clientId),
  event as (
    insert into journal (${entryColumns})
    select :clientId, seq, :eventId, :eventTenantId, :eventType, :eventSubject, :eventActor, :eventData, :eventAt::bigint,
      prev_hash, hash, 0 from head)`;

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

/** Whether an entry is in its journal already. */
export async function isAppended(queries: Queries, { clientId, id }: AuditEvent): Promise<boolean> {
  const newest = queries.selectFrom("journal_heads").select("seq").where("client_id", "=", clientId);
  const row = await queries
    .selectFrom("journal")
    .select("seq")
    .where("client_id", "=", clientId)
    .where("id", "=", id)
    .where(sql<boolean>`seq > (${newest}) - ${sql.lit(lookBackEvents)}`)
    .executeTakeFirst();
  return row !== undefined;
}
