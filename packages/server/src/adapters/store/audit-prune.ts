/** Retention of the audit trail: removes the oldest events of a chain once the domain has signed an anchor for them. */
import type { AuditTrail } from "../../domain/audit/port.ts";
import { agedPrefix } from "./aged-prefix.ts";
import { chainRow, eventRow } from "./audit-rows.ts";
import type { Queries, StoreContext } from "./context.ts";

/** What to prune; see {@link AuditTrail.prune}. */
export type Pruning = {
  clientId: string;
  /** Milliseconds since the epoch. */
  before: number;
  limit: number;
  anchorAfter: Parameters<AuditTrail["prune"]>[3];
};

/**
 * Prunes once, within a transaction, and keeps the chain's row locked until the transaction ends.
 * @param locksRows as in {@link StoreContext}.
 * @returns how many events were removed.
 */
export async function pruneEvents(
  queries: Queries,
  locksRows: StoreContext["locksRows"],
  { clientId, before, limit, anchorAfter }: Pruning,
): Promise<number> {
  const events = queries.selectFrom("audit_events").selectAll().where("client_id", "=", clientId).orderBy("seq");
  // Usually a chain has nothing to prune. Then it is neither read nor locked.
  const oldest = await events.limit(1).executeTakeFirst();
  if (oldest === undefined || oldest.at >= before) return 0;
  const chain = await queries
    .selectFrom("audit_chains")
    .selectAll()
    .where("client_id", "=", clientId)
    .$if(locksRows, (query) => query.forUpdate())
    .executeTakeFirst();
  const rows = await events.limit(limit + 1).execute();
  const due = agedPrefix(rows.slice(0, limit), before);
  if (due.length === 0) return 0;
  const next = rows[due.length];
  const anchor = anchorAfter({
    chain: chain === undefined ? null : chainRow(chain),
    due: due.map(eventRow),
    next: next === undefined ? null : eventRow(next),
  });
  if (anchor === null) return 0;
  await queries
    .updateTable("audit_chains")
    .set({
      anchor_seq: anchor.seq,
      anchor_hash: anchor.hash,
      anchor_at: anchor.at,
      anchor_signature: anchor.signature,
    })
    .where("client_id", "=", clientId)
    .execute();
  await queries.deleteFrom("audit_events").where("client_id", "=", clientId).where("seq", "<=", anchor.seq).execute();
  return due.length;
}
