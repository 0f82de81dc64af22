/** Leases that expire by service time. */
import { sql } from "kysely";
import type { RawBuilder, SqlBool } from "kysely";
import { hourMs } from "../../domain/clock/units.ts";
import type { StoreContext } from "./context.ts";

/** Far longer than any lease we take. */
const leaseMaxMs = hourMs;

/**
 * Whether the lease in a column has expired. One that lasts longer than any lease should was written before the clock
 * was set back, and counts as expired.
 */
export function leaseHasEnded(
  context: StoreContext,
  column: "credential_refreshes.lease_until" | "d.lease_until" | "l.lease_until",
): RawBuilder<SqlBool> {
  const now = context.leaseClock();
  return sql`(${sql.ref(column)} <= ${now} or ${sql.ref(column)} > ${now} + ${sql.lit(leaseMaxMs)})`;
}
