/** Leases that end by service time: how a row tells that nobody holds it. */
import { sql } from "kysely";
import type { RawBuilder, SqlBool } from "kysely";
import { toleranceMs } from "../clock/port.ts";
import type { StoreContext } from "./context.ts";

/**
 * Whether the lease in a column has ended. One that would last for longer than any lease can was written before the clock was
 * set back, and has ended too.
 * @param leaseMs how long a lease is at most, in milliseconds.
 */
export function leaseHasEnded(
  context: StoreContext,
  column: "credential_refreshes.lease_until" | "d.lease_until",
  leaseMs: number,
): RawBuilder<SqlBool> {
  const now = context.leaseClock();
  const latest = sql`${now} + cast(${leaseMs + toleranceMs} as bigint)`;
  return sql`(${sql.ref(column)} <= ${now} or ${sql.ref(column)} > ${latest})`;
}
