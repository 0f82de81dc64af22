/** What is stored as a time that lies ahead. When an operator sets the time, each of these keeps the time it has left. */
import { sql } from "kysely";
import type { Queries } from "../context.ts";

/** Columns with the end of something, by table, and which rows are looked at where an index spares the others. */
const deadlines = [
  { table: "connect_sessions", columns: ["expires_at", "verifying_until"] },
  { table: "oauth_flows", columns: ["expires_at"] },
  { table: "service_keys", columns: ["expires_at"] },
  { table: "operator_tokens", columns: ["expires_at"] },
  { table: "operator_sessions", columns: ["ends_at"] },
  { table: "credential_refreshes", columns: ["lease_until"] },
  { table: "webhook_deliveries", columns: ["next_at", "lease_until"], rows: "status = 'pending'" },
  { table: "webhook_endpoints", columns: ["old_until"] },
  { table: "executions", columns: ["settle_after"], rows: "status IN ('dispatched', 'outcome_unknown')" },
  { table: "restores", columns: ["undated_until"] },
] as const;

/** Columns with a beginning that something is measured from. */
const beginnings = [
  { table: "operator_sessions", column: "seen_at" },
  { table: "webhook_endpoints", column: "failing_since" },
] as const;

/**
 * Moves what lies ahead along with the clock.
 * @param nowMs the service time until now, in milliseconds since the epoch. @param byMs how far the clock is moved.
 */
export async function moveDeadlines(queries: Queries, nowMs: number, byMs: number): Promise<void> {
  const by = sql`cast(${byMs} as bigint)`;
  for (const { table, columns, ...only } of deadlines) {
    const rows = "rows" in only ? sql.raw(` and ${only.rows}`) : sql``;
    for (const column of columns) {
      await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${sql.ref(column)} + ${by}
        where ${sql.ref(column)} > ${nowMs}${rows}`.execute(queries);
    }
  }
  for (const { table, column } of beginnings) {
    await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${sql.ref(column)} + ${by}
      where ${sql.ref(column)} is not null`.execute(queries);
  }
}
