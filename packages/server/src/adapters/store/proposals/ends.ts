/** How proposals end without a decision: conditional updates, which destroy the sealed input, and the events of each. */
import { sql } from "kysely";
import type { AuditEvent } from "../../../domain/audit/port.ts";
import type { ProposalRow, Withdrawal } from "../../../domain/proposals/port.ts";
import { appendEvents } from "../audit.ts";
import type { Queries, StoreContext } from "../context.ts";
import type { ProposalsTable } from "../tables.ts";
import { parsedJson } from "../text.ts";
import { appendOutboxEvents, proposalEvent } from "../webhooks/outbox.ts";
import { proposalRow, waits } from "./rows.ts";

/** Proposals that wait and have expired. */
export async function expiredIds(context: StoreContext, queries: Queries, limit: number): Promise<string[]> {
  const rows = await queries
    .selectFrom("proposals")
    .select("id")
    .where(waits)
    .where("expires_at", "<=", context.leaseClock())
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** Proposals that wait although their key, service client or tenant is gone, or their token or one that it was made with. */
export async function orphanedIds(queries: Queries, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select p.id from proposals p
    where ${waits} and (
      exists (select 1 from service_keys k where k.id = p.key_id and k.revoked_at is not null)
      or exists (select 1 from service_clients c where c.id = p.client_id and c.revoked_at is not null)
      or exists (select 1 from tenants t where t.id = p.tenant_id and t.deleted_at is not null)
      or exists (select 1 from delegated_tokens own
        left join delegated_tokens parent on own.parent_id <> '' and parent.id = own.parent_id
        left join delegated_tokens oldest on parent.parent_id <> '' and oldest.id = parent.parent_id
        where own.id = p.token_id and coalesce(own.revoked_at, parent.revoked_at, oldest.revoked_at) is not null))
    limit ${limit}`.execute(queries);
  return rows.map(({ id }) => id);
}

/** The tokens with which proposals of a client were made that wait, and those that these tokens were made with. */
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

/** Withdraws those that wait. @returns them. */
export function withdrawn(
  context: StoreContext,
  queries: Queries,
  ids: readonly string[] | "all",
  { code, detail }: Withdrawal,
): Promise<ProposalsTable[]> {
  return ended(context, queries, ids, { status: "withdrawn", error_code: code, error_detail: detail });
}

/** Lets those expire that wait. @returns them. */
export async function expire(
  context: StoreContext,
  queries: Queries,
  ids: readonly string[],
): Promise<ProposalsTable[]> {
  return await ended(context, queries, ids, { status: "expired", error_code: "", error_detail: "" });
}

async function ended(
  context: StoreContext,
  queries: Queries,
  ids: readonly string[] | "all",
  columns: Pick<ProposalsTable, "status" | "error_code" | "error_detail">,
): Promise<ProposalsTable[]> {
  return await queries
    .updateTable("proposals")
    .set({ ...columns, sealed: null, ended_at: context.leaseClock() })
    .where(waits)
    .$if(ids !== "all", (some) => some.where("id", "in", ids))
    .returningAll()
    .execute();
}

/** What an end writes, besides the proposals: their audit events, and then their events. */
export async function appendEnds(
  context: StoreContext,
  queries: Queries,
  rows: readonly ProposalsTable[],
  eventsOf: (ended: ProposalRow[]) => AuditEvent[],
): Promise<void> {
  await appendEvents(queries, eventsOf(rows.map(proposalRow)));
  await appendOutboxEvents(context, queries, rows.map(proposalEvent));
}

/**
 * Withdraws every proposal that waits: after a restore or a failover, this database doesn't know whether its approval was given
 * or used. Their keys still answer with them.
 * @param eventsOf all audit events of the transaction, because chains are locked in one order.
 */
export async function withdrawAllWaiting(
  context: StoreContext,
  queries: Queries,
  why: Withdrawal,
  eventsOf: (withdrawn: ProposalRow[]) => AuditEvent[],
): Promise<void> {
  await appendEnds(context, queries, await withdrawn(context, queries, "all", why), eventsOf);
}
