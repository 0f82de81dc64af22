/**
 * Retention of the audit trail. The oldest events of a chain are read without a lock, because events never change. The
 * domain verifies them and signs an anchor. Only then are they removed, in one short transaction, because claims of the
 * service client wait for the chain's row.
 */
import type { AuditAnchor, DueEvents } from "../../domain/audit/port.ts";
import { agedPrefix } from "./aged-prefix.ts";
import { chainRow, eventRow } from "./audit-rows.ts";
import type { Queries } from "./context.ts";
import { statement } from "./statements/statement.ts";
import type { AuditChainsTable, AuditEventsTable } from "./tables.ts";

const oldestAt = statement<{ clientId: string }, { at: number }>(
  "audit.oldest_at",
  "select at from audit_events where client_id = :clientId order by seq limit 1",
  { isPlannedOnce: true },
);

type JoinedChain = {
  [Column in Exclude<keyof AuditChainsTable, "client_id"> as `chain_${Column}`]: AuditChainsTable[Column];
};

/** One statement, so that an append comes before or after both reads. */
const oldestEvents = statement<
  { clientId: string; rows: number },
  AuditEventsTable & (JoinedChain | { chain_seq: null })
>(
  "audit.oldest",
  `select e.*, c.seq as chain_seq, c.hash as chain_hash, c.anchor_seq as chain_anchor_seq,
     c.anchor_hash as chain_anchor_hash, c.anchor_at as chain_anchor_at, c.anchor_signature as chain_anchor_signature
   from (select * from audit_events where client_id = :clientId order by seq limit :rows) as e
   left join audit_chains as c on c.client_id = e.client_id
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
    due: due.map(eventRow),
    next: next === undefined ? null : eventRow(next),
  };
}

function chainOf(row: { client_id: string } & JoinedChain): AuditChainsTable {
  return {
    client_id: row.client_id,
    seq: row.chain_seq,
    hash: row.chain_hash,
    anchor_seq: row.chain_anchor_seq,
    anchor_hash: row.chain_anchor_hash,
    anchor_at: row.chain_anchor_at,
    anchor_signature: row.chain_anchor_signature,
  };
}

/** `AuditTrail.removeUpTo`, within a transaction. */
export async function removeUpTo(
  queries: Queries,
  { clientId, known, anchor }: { clientId: string; known: AuditAnchor; anchor: AuditAnchor },
): Promise<number> {
  const moved = await queries
    .updateTable("audit_chains")
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
  if (moved.numUpdatedRows === 0n) return 0;
  const removed = await queries
    .deleteFrom("audit_events")
    .where("client_id", "=", clientId)
    .where("seq", "<=", anchor.seq)
    .executeTakeFirst();
  return Number(removed.numDeletedRows);
}
