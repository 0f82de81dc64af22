/** Chooses the next deliveries: service clients take turns, and a turn leases one delivery. */
import { sql, type RawBuilder, type SqlBool } from "kysely";
import type { TakenDelivery, WebhookStore } from "../../../domain/webhooks/port.ts";
import type { Queries, StoreContext } from "../context.ts";
import { isPublic } from "../journal/events.ts";
import { eventRow } from "../journal/rows.ts";
import { leaseHasEnded } from "../owners.ts";
import { endpointRow } from "./endpoints.ts";

type Turn = Parameters<WebhookStore["take"]>[0];

/** {@link WebhookStore.take}. Each delivery is leased under a higher fence. */
export async function takeTurn(
  context: StoreContext,
  queries: Queries,
  { limit, leaseMs, afterClient, busy }: Turn,
): Promise<TakenDelivery[]> {
  const now = context.leaseClock();
  // As a subquery, so that PostgreSQL reads the clock once and can use an index.
  const moment = sql<number>`(select ${now})`;
  const isFree = leaseHasEnded(context, "d.lease_until");
  const taken: TakenDelivery[] = [];
  for (const endpointId of await endpointsInTurn(queries, { moment, isFree, limit, afterClient, busy })) {
    const due = queries
      .selectFrom("webhook_deliveries as d")
      .select("d.seq")
      .where("d.endpoint_id", "=", endpointId)
      .where(isPending)
      .where("d.next_at", "<=", moment)
      .where(isFree)
      .orderBy("d.next_at")
      .limit(1)
      .$if(context.locksRows, (query) => query.forUpdate().skipLocked());
    const held = await queries
      .updateTable("webhook_deliveries")
      .set((eb) => ({ fence: eb("fence", "+", 1), lease_until: sql<number>`${now} + ${sql.lit(leaseMs)}` }))
      .where("endpoint_id", "=", endpointId)
      .where("seq", "=", due)
      .returning(["client_id", "seq", "fence", "round_attempts"])
      .executeTakeFirst();
    if (held === undefined) continue;
    const row = await queries
      .selectFrom("webhook_endpoints as w")
      .innerJoin("journal as e", "e.client_id", "w.client_id")
      .selectAll("w")
      .select(["e.id as event_id", "e.type", "e.tenant_id", "e.subject", "e.public_data", "e.at"])
      .where("w.id", "=", endpointId)
      .where("e.client_id", "=", held.client_id)
      .where("e.public_seq", "=", held.seq)
      .where(isPublic)
      .executeTakeFirst();
    if (row === undefined) continue;
    const { fence, round_attempts: roundAttempts, seq } = held;
    const event = eventRow({ ...row, id: row.event_id, seq });
    taken.push({ endpoint: endpointRow(row), event, fence, roundAttempts });
  }
  return taken;
}

/** The partial index's condition, word for word. */
const isPending = sql<boolean>`d.status = 'pending'`;

/**
 * For each client, the endpoint whose delivery has been due for longest. Each endpoint is a separate index lookup, so
 * that one's backlog doesn't slow down the others.
 */
async function endpointsInTurn(
  queries: Queries,
  {
    moment,
    isFree,
    limit,
    afterClient,
    busy,
  }: { moment: RawBuilder<number>; isFree: RawBuilder<SqlBool> } & Omit<Turn, "leaseMs">,
): Promise<string[]> {
  // A SQL list can't be empty, and "" is never an id.
  const [clients, endpoints] = [busy.clients, busy.endpoints].map((ids) => sql.join(["", ...ids]));
  const { rows } = await sql<{ id: string }>`
    select id from (
      select id, client_id, row_number() over (partition by client_id order by due_at) as nth from (
        select w.id, w.client_id, (
          select d.next_at from webhook_deliveries d
          where d.endpoint_id = w.id and ${isPending} and d.next_at <= ${moment} and ${isFree}
          order by d.next_at limit 1
        ) as due_at
        from webhook_endpoints w
        where w.status = 'enabled' and w.client_id not in (${clients}) and w.id not in (${endpoints})
      ) endpoints
      where due_at is not null
    ) ranked
    where nth = 1
    order by case when client_id > ${afterClient} then 0 else 1 end, client_id
    limit ${limit}`.execute(queries);
  return rows.map(({ id }) => id);
}
