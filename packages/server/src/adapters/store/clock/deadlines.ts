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
  await moveSealed(context, queries, nowMs, byMs);
  for (const { table, column } of beginnings) {
    await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${sql.ref(column)} + ${by}
      where ${sql.ref(column)} is not null`.execute(queries);
  }
}

/** Moves the deadlines that the seals of their rows cover. */
async function moveSealed(context: StoreContext, queries: Queries, nowMs: number, byMs: number): Promise<void> {
  const moved = ({ expires_at }: { expires_at: number | null }) =>
    expires_at === null ? null : { expires_at: expires_at + byMs };
  for (const table of ["service_keys", "operator_tokens"] as const) {
    const rows = await queries.selectFrom(table).select("id").where("expires_at", ">", nowMs).execute();
    const ids = rows.map(({ id }) => id);
    await changeSealed(context, queries, table, ids, moved);
  }
  const sessions = await queries.selectFrom("operator_sessions").select("hash").where("ends_at", ">", nowMs).execute();
  const hashes = sessions.map(({ hash }) => hash);
  await changeSealed(context, queries, "operator_sessions", hashes, ({ ends_at }) => ({ ends_at: ends_at + byMs }));
}
