/**
 * Retention of the audit trail. The oldest entries of a chain are read without a lock, because they never change. The
 * domain verifies them and signs an anchor. Only then are they removed, in one short transaction, because claims of the
 * service client wait for the head.
 */
import type { AuditAnchor, DueEvents } from "../../../domain/journal/port.ts";
import { Abandoned, type Queries } from "../context.ts";
import { statement } from "../statements/statement.ts";
import type { JournalHeadsTable, JournalTable } from "../tables.ts";
import { agedPrefix, chainRow, entryRow } from "./rows.ts";
import { clearUpTo, isPublic } from "./events.ts";

const oldestAt = statement<{ clientId: string }, { at: number }>(
  "journal.oldest_at",
  "select at from journal where client_id = :clientId order by seq limit 1",
  { isPlannedOnce: true },
);

type JoinedChain = {
  [Column in Exclude<keyof JournalHeadsTable, "client_id"> as `chain_${Column}`]: JournalHeadsTable[Column];
};

/** One statement, so that an append comes before or after both reads. */
const oldestEvents = statement<{ clientId: string; rows: number }, JournalTable & (JoinedChain | { chain_seq: null })>(
  "journal.oldest",
  `select e.*, c.seq as chain_seq, c.hash as chain_hash, c.anchor_seq as chain_anchor_seq,
     c.anchor_hash as chain_anchor_hash, c.anchor_at as chain_anchor_at, c.anchor_signature as chain_anchor_signature,
     c.public_seq as chain_public_seq, c.pruned_seq as chain_pruned_seq
   from (select * from journal where client_id = :clientId order by seq limit :rows) as e
   left join journal_heads as c on c.client_id = e.client_id
   order by e.seq`,
  { isPlannedOnce: true },
);

/** `AuditTrail.due`. */
export async function dueEvents(
  queries: Queries,
  { clientId, before, limit }: { clientId: string; before: number; limit: number },
): Promise<DueEvents | null> {
  // Usually a chain has nothing to remove.
  const oldest = await oldestAt.first(queries, { clientId });
  if (oldest === undefined || oldest.at >= before) return null;
  const rows = await oldestEvents.all(queries, { clientId, rows: limit + 1 });
  const [first] = rows;
  const due = agedPrefix(rows.slice(0, limit), before);
  if (first === undefined || due.length === 0) return null;
  const next = rows[due.length];
  return {
    chain: first.chain_seq === null ? null : chainRow(chainOf(first)),
    due: due.map(entryRow),
    next: next === undefined ? null : entryRow(next),
  };
}

function chainOf(row: { client_id: string } & JoinedChain): JournalHeadsTable {
  return {
    client_id: row.client_id,
    seq: row.chain_seq,
    hash: row.chain_hash,
    anchor_seq: row.chain_anchor_seq,
    anchor_hash: row.chain_anchor_hash,
    anchor_at: row.chain_anchor_at,
    anchor_signature: row.chain_anchor_signature,
    public_seq: row.chain_public_seq,
    pruned_seq: row.chain_pruned_seq,
  };
}

/** `AuditTrail.removeUpTo`, within a transaction. */
export async function removeUpTo(
  queries: Queries,
  { clientId, known, anchor }: { clientId: string; known: AuditAnchor; anchor: AuditAnchor },
): Promise<number> {
  // Nothing is shown longer than it is kept. Before the anchor, because this locks deliveries before the head.
  await clearUpTo(queries, clientId, await shownUpTo(queries, clientId, anchor.seq));
  const moved = await queries
    .updateTable("journal_heads")
    .set({
      anchor_seq: anchor.seq,
      anchor_hash: anchor.hash,
      anchor_at: anchor.at,
      anchor_signature: anchor.signature,
    })
    .where("client_id", "=", clientId)
    .where("anchor_seq", "=", known.seq)
    .where("anchor_signature", "=", known.signature)
    .executeTakeFirst();
  if (moved.numUpdatedRows === 0n) throw new Abandoned(0);
  const removed = await queries
    .deleteFrom("journal")
    .where("client_id", "=", clientId)
    // Nothing is before the last anchor. A range with one end would look to PostgreSQL like a third of the journal.
    .where("seq", ">", known.seq)
    .where("seq", "<=", anchor.seq)
    .executeTakeFirst();
  return Number(removed.numDeletedRows);
}

/**
 * The event log's number of the newest event among a chain's first entries; 0 if they show nothing anymore, as usual.
 */
async function shownUpTo(queries: Queries, clientId: string, seq: number): Promise<number> {
  const shown = queries
    .selectFrom("journal")
    .select(["seq", "public_seq"])
    .where("client_id", "=", clientId)
    .where(isPublic);
  const oldest = await shown.orderBy("public_seq").limit(1).executeTakeFirst();
  if (oldest === undefined || oldest.seq > seq) return 0;
  const newest = await shown.where("seq", "<=", seq).orderBy("public_seq", "desc").limit(1).executeTakeFirstOrThrow();
  return newest.public_seq;
}
