/** Leases that expire by service time, and whose turn the next background work is: a turn is one row of each client. */
import { sql, type RawBuilder, type SqlBool } from "kysely";
import { hourMs } from "../../domain/clock/units.ts";
import type { StoreContext } from "./context.ts";
import type { Queries } from "./work.ts";
import type { ClientTurn } from "../../domain/limits/client-turns.ts";

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

/**
 * Returns the ids of the first due row of each client, in the order of the turn. Each client is a separate index
 * lookup, so that one's backlog doesn't delay the others.
 * @param first the id of a client's first due row, as a subquery about `c.id`.
 */
export async function firstOfClients(
  queries: Queries,
  first: RawBuilder<string>,
  { limit, afterClient, busyClients }: ClientTurn,
): Promise<string[]> {
  // A SQL list can't be empty, and "" is never an id.
  const busy = sql.join(["", ...busyClients]);
  const { rows } = await sql<{ first: string }>`
    select first from (
      select c.id as client_id, ${first} as first from service_clients c where c.id not in (${busy})
    ) due
    where first is not null
    order by case when client_id > ${afterClient} then 0 else 1 end, client_id
    limit ${limit}`.execute(queries);
  return rows.map((row) => row.first);
}
