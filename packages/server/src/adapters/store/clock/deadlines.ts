/**
 * Columns that hold a future time. When an operator sets the clock, each keeps its remaining time. The expiry of a
 * provider's credential isn't among them: the provider set it, so it doesn't move.
 */
import { sql } from "kysely";
import type { Queries, StoreContext } from "../context.ts";
import { changeSealed } from "../sealed-rows.ts";

/** Columns that hold an end, by table. Where an index helps, a condition limits the rows to look at. */
const deadlines = [
  { table: "connect_sessions", columns: ["expires_at", "verifying_until"] },
  { table: "oauth_flows", columns: ["expires_at"] },
  { table: "proposals", columns: ["expires_at", "next_at"] },
  { table: "operator_tokens", columns: ["expires_at"] },
  { table: "operator_sessions", columns: ["ends_at"] },
  { table: "credential_refreshes", columns: ["lease_until"] },
  { table: "webhook_deliveries", columns: ["next_at", "lease_until"], rows: "status = 'pending'" },
  { table: "webhook_endpoints", columns: ["old_until"] },
  { table: "executions", columns: ["settle_after"], rows: "status IN ('dispatched', 'outcome_unknown')" },
  { table: "execution_looks", columns: ["next_at", "lease_until"] },
  { table: "restores", columns: ["undated_until"] },
] as const;

/** Columns that hold the beginning of a measured duration. */
const beginnings = [
  { table: "operator_sessions", column: "seen_at" },
  { table: "webhook_endpoints", column: "failing_since" },
  { table: "execution_looks", column: "since" },
] as const;

/**
 * Moves deadlines along with the clock.
 * @param nowMs the service time so far, in milliseconds since the epoch. @param byMs how far the clock moves.
 */
export async function moveDeadlines(
  context: StoreContext,
  queries: Queries,
  nowMs: number,
  byMs: number,
): Promise<void> {
  const by = sql`cast(${byMs} as bigint)`;
  for (const { table, columns, ...only } of deadlines) {
    const rows = "rows" in only ? sql.raw(` and ${only.rows}`) : sql``;
    for (const column of columns) {
      await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${sql.ref(column)} + ${by}
        where ${sql.ref(column)} > ${nowMs}${rows}`.execute(queries);
    }
  }
  await moveKeyExpiry(context, queries, nowMs, byMs);
  for (const { table, column } of beginnings) {
    await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${sql.ref(column)} + ${by}
      where ${sql.ref(column)} is not null`.execute(queries);
  }
}

/** The seals of keys cover their expiry. */
async function moveKeyExpiry(context: StoreContext, queries: Queries, nowMs: number, byMs: number): Promise<void> {
  const keys = await queries.selectFrom("service_keys").select("id").where("expires_at", ">", nowMs).execute();
  const ids = keys.map(({ id }) => id);
  await changeSealed(context, queries, "service_keys", ids, ({ expires_at }) =>
    expires_at === null ? {} : { expires_at: expires_at + byMs },
  );
}
