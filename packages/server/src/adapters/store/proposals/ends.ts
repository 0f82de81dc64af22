/**
 * Ends proposals without a decision, with conditional updates that destroy the sealed input, and appends their events.
 */
import { sql } from "kysely";
import type { RawBuilder } from "kysely";
import type { NewEntry } from "../../../domain/journal/port.ts";
import type { Withdrawal } from "../../../domain/proposals/port.ts";
import type { Queries, StoreContext } from "../context.ts";
import { append, lockHead } from "../journal/append.ts";
import { proposalEndEntry } from "../journal/entries.ts";
import type { ProposalsTable } from "../tables.ts";
import { parsedJson } from "../text.ts";
import { waits } from "./rows.ts";

/** Finds waiting proposals that have expired. */
export async function expired(context: StoreContext, queries: Queries, limit: number): Promise<Ending[]> {
  return await queries
    .selectFrom("proposals")
    .select(["id", "client_id"])
    .where(waits)
    .where("expires_at", "<=", context.leaseClock())
    .limit(limit)
    .execute();
}

/** A proposal that is due to end. */
export type Ending = Pick<ProposalsTable, "id" | "client_id">;

/**
 * Locks the journals of proposals that are about to change, within a transaction. In the order of a claim, which uses
 * an approval under the lock of its journal, so that the two don't deadlock.
 */
export async function lockJournals(queries: Queries, proposals: readonly Pick<Ending, "client_id">[]): Promise<void> {
  for (const clientId of [...new Set(proposals.map(({ client_id }) => client_id))].sort()) {
    await lockHead.first(queries, { clientId });
  }
}

/**
 * Finds waiting proposals whose key, service client, tenant, token or token's ancestor has been revoked or deleted.
 * With `exists`, PostgreSQL would read all tokens into a hash table each second.
 */
export async function orphaned(queries: Queries, limit: number): Promise<Ending[]> {
  const { rows } = await sql<Ending>`
    select p.id, p.client_id from proposals p
    where ${waits} and (
      (select k.revoked_at from service_keys k where k.id = p.key_id) is not null
      or (select c.revoked_at from service_clients c where c.id = p.client_id) is not null
      or (select t.deleted_at from tenants t where t.id = p.tenant_id) is not null
      or (select coalesce(own.revoked_at, parent.revoked_at, oldest.revoked_at) from delegated_tokens own
        left join delegated_tokens parent on own.parent_id <> '' and parent.id = own.parent_id
        left join delegated_tokens oldest on parent.parent_id <> '' and oldest.id = parent.parent_id
        where own.id = p.token_id) is not null)
    limit ${limit}`.execute(queries);
  return rows;
}

/** Finds the tokens that made a client's waiting proposals, and the ancestors of those tokens. */
export async function tokensThatAsk(queries: Queries, clientId: string): Promise<string[]> {
  const rows = await queries
    .selectFrom("proposals")
    .select("token_chain as chain")
    .distinct()
    .where(waits)
    .where("client_id", "=", clientId)
    .where("token_id", "<>", "")
    .execute();
  return [...new Set(rows.flatMap(({ chain }) => parsedJson<string[]>(chain)))];
}

/** Withdraws the proposals that are waiting, and returns them. @param condition see {@link expire}. */
export function withdrawn(
  context: StoreContext,
  queries: Queries,
  ids: readonly string[] | "all",
  { code, detail }: Withdrawal,
  condition: RawBuilder<boolean>,
): Promise<ProposalsTable[]> {
  const columns = { status: "withdrawn", error_code: code, error_detail: detail } as const;
  return ended(context, queries, { ids, condition }, columns);
}

/**
 * Expires the proposals that are waiting, and returns them.
 * @param condition whether "waiting" can be believed: an approval may have been used without this database knowing.
 */
export async function expire(
  context: StoreContext,
  queries: Queries,
  ids: readonly string[],
  condition: RawBuilder<boolean>,
): Promise<ProposalsTable[]> {
  return await ended(context, queries, { ids, condition }, { status: "expired", error_code: "", error_detail: "" });
}

async function ended(
  context: StoreContext,
  queries: Queries,
  { ids, condition }: { ids: readonly string[] | "all"; condition: RawBuilder<boolean> },
  columns: Pick<ProposalsTable, "status" | "error_code" | "error_detail">,
): Promise<ProposalsTable[]> {
  return await queries
    .updateTable("proposals")
    .set({ ...columns, sealed: null, ended_at: context.leaseClock() })
    .where(waits)
    .where(condition)
    .$if(ids !== "all", (some) => some.where("id", "in", ids))
    .returningAll()
    .execute();
}

/**
 * Withdraws every waiting proposal: after a restore or a failover, this database can't tell whether an approval was
 * given or used, so an operator's command withdraws it. A request with the same key still returns the proposal.
 * @param others the other entries of the transaction, because journals are locked in one order.
 */
export async function withdrawAllWaiting(
  context: StoreContext,
  queries: Queries,
  why: Withdrawal,
  others: readonly NewEntry[],
): Promise<void> {
  const waiting = await queries.selectFrom("proposals").select("client_id").distinct().where(waits).execute();
  await lockJournals(queries, [{ client_id: "" }, ...waiting]);
  const rows = await withdrawn(context, queries, "all", why, sql<boolean>`true`);
  await append(context, queries, [...others, ...rows.map((row) => proposalEndEntry(row, "operator"))]);
}
