/** Chooses the next background work: service clients take turns, and a turn is one row of each. */
import { sql, type RawBuilder } from "kysely";
import type { ClientTurn } from "../../domain/limits/client-turns.ts";
import type { Queries } from "./context.ts";

/**
 * Returns the ids of the first due row of each client, in the order of the turn. Each client is a separate index lookup,
 * so that one's backlog doesn't delay the others.
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
