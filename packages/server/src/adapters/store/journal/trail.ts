/** Reads the journal as the audit trail: every entry, with its number and hashes. */
import { sql } from "kysely";
import type { AuditStore } from "../../../domain/journal/port.ts";
import { storableText } from "../../../domain/database/port.ts";
import type { Queries, StoreContext } from "../context.ts";
import type { Scope } from "../work.ts";
import { numberedPage, type ReadStep } from "../statements/page.ts";
import { statement } from "../statements/statement.ts";
import type { JournalHeadsTable, JournalTable } from "../tables.ts";
import { eventValues, extendJournal, isAppended } from "./append.ts";
import { dueEvents, removeUpTo } from "./prune.ts";
import { chainRow, entryRow } from "./rows.ts";

// Once an event has been returned, it must not be lost and its number reused for another.
const confirmed = { confirmed: true } as const;

/** @param context the database. */
export function createAuditStore(context: StoreContext): AuditStore {
  return {
    append: (event) =>
      context.write(
        scopeOf(event.clientId),
        async (queries, repeated) => {
          if (repeated && (await isAppended(queries, event))) return;
          await extendJournal(queries, storableText(event.clientId), [eventValues(event)]);
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
    .selectFrom("journal")
    .selectAll()
    .where("client_id", "=", clientId)
    .where("seq", ">", afterSeq)
    .orderBy("seq")
    .limit(limit)
    .execute();
  return rows.map(entryRow);
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
    const own = queries.selectFrom("journal").selectAll().where("client_id", "=", clientId);
    if (index === "subject") return own.where("subject", "=", subject);
    if (index === "tenant") return own.where("tenant_id", "=", tenantId);
    if (index === "seq") return own;
    // The partial index's condition. SQLite needs it word for word.
    return own.where("type", "=", type).where(sql<boolean>`type <> 'credential.used'`);
  };
  const isListed = (row: JournalTable): boolean =>
    (tenantId === null || row.tenant_id === tenantId) && (type === null || row.type === type);
  const isIndexAlone = (tenantId === null || index === "tenant") && (type === null || index === "type");
  const page = { after: beforeSeq, limit, direction: "newest first" } as const;
  return await numberedPage(read, { rows, seq: "seq", page, isListed: isIndexAlone ? null : isListed }, entryRow);
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
  "journal.chain_ids",
  `with recursive ids (client_id) as (
     select (select client_id from journal order by client_id limit 1)
     union all
     select (select e.client_id from journal as e where e.client_id > ids.client_id order by e.client_id limit 1)
     from ids where ids.client_id is not null)
   select client_id from journal_heads where seq > 0
   union select client_id from ids where client_id is not null
   order by client_id`,
);

/** SQLite finds a minimum or a maximum in an index, but not both in one query. */
const headAndRange = statement<
  { clientId: string },
  { oldest: number | null; newest: number | null } & (JournalHeadsTable | { [Column in keyof JournalHeadsTable]: null })
>(
  "journal.chain",
  `select c.*, span.oldest, span.newest
   from (select (select min(seq) from journal where client_id = :clientId) as oldest,
     (select max(seq) from journal where client_id = :clientId) as newest) as span
   left join journal_heads as c on c.client_id = :clientId`,
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
