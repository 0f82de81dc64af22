/** Leases that end by service time: how a row tells that nobody holds it. */
import { sql } from "kysely";
import type { RawBuilder, SqlBool } from "kysely";
import { hourMs } from "../../domain/clock/units.ts";
import type { StoreContext } from "./context.ts";

/** Far longer than any lease that is taken. */
const leaseMaxMs = hourMs;

/**
 * Whether the lease in a column has ended. One that would last for longer than any lease does was written before the clock was
 * set back, and has ended too.
 */
export function leaseHasEnded(
  context: StoreContext,
  column: "credential_refreshes.lease_until" | "d.lease_until",
): RawBuilder<SqlBool> {
  const now = context.leaseClock();
  return sql`(${sql.ref(column)} <= ${now} or ${sql.ref(column)} > ${now} + ${sql.lit(leaseMaxMs)})`;
}
