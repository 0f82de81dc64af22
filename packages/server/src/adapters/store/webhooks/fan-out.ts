/** Turns new events into deliveries: service clients take turns, and a turn is a limited number of events. */
import { sql } from "kysely";
import type { WebhookStore } from "../../../domain/webhooks/port.ts";
import type { Queries, StoreContext } from "../context.ts";
import { isPublic } from "../journal/events.ts";
import { onlyFor } from "../journal/rows.ts";
import type { WebhookEndpointsTable } from "../tables.ts";
import { endpointRow } from "./endpoints.ts";

type Turn = Parameters<WebhookStore["fanOut"]>[0];

/** The most events of a service client in a turn. With several clients, that is a few milliseconds of work. */
const eventsMax = 100;

/** `WebhookStore.fanOut`. */
export async function fanOut(context: StoreContext, turn: Turn): ReturnType<WebhookStore["fanOut"]> {
  // A read first: most of the time nothing is new, and a write would wait for others' commits.
  const behind = await context.read("system", (queries) => endpointsInTurn(queries, turn));
  const last = behind.at(-1);
  if (last === undefined) return { more: false, lastClient: null };
  const isPart = await context.write("system", async (queries) => {
    let isPart = false;
    for (const endpoint of await held(context, queries, behind)) {
      const events = await fanOutOne(context, queries, endpoint);
      isPart ||= events === eventsMax;
    }
    return isPart;
  });
  const more = isPart || behind.length === turn.limit || behind.some(({ endpoints }) => endpoints > 1);
  return { more, lastClient: last.client_id };
}

/** An endpoint with new events, and how many of its client's endpoints have new ones. */
type Behind = { id: string; client_id: string; endpoints: number };

/** For each client with new events, the endpoint that is furthest behind. */
async function endpointsInTurn(queries: Queries, { limit, afterClient }: Turn): Promise<Behind[]> {
  const { rows } = await sql<Behind>`
    select id, client_id, endpoints from (
      select w.id, w.client_id, count(*) over (partition by w.client_id) as endpoints,
        row_number() over (partition by w.client_id order by w.seen_seq, w.id) as nth
      from webhook_endpoints w join journal_heads h on h.client_id = w.client_id
      where w.status = 'enabled' and w.seen_seq < h.public_seq
    ) behind
    where nth = 1
    order by case when client_id > ${afterClient} then 0 else 1 end, client_id
    limit ${limit}`.execute(queries);
  return rows;
}

/** Locks endpoints, except for those that another process has locked and those that are no longer behind. */
async function held(
  { locksRows }: StoreContext,
  queries: Queries,
  endpoints: readonly { id: string }[],
): Promise<(WebhookEndpointsTable & { head_seq: number })[]> {
  const ids = endpoints.map(({ id }) => id);
  return await queries
    .selectFrom("webhook_endpoints as w")
    .innerJoin("journal_heads as h", "h.client_id", "w.client_id")
    .selectAll("w")
    .select("h.public_seq as head_seq")
    .where("w.id", "in", ids)
    .where("w.status", "=", "enabled")
    .whereRef("w.seen_seq", "<", "h.public_seq")
    .$if(locksRows, (query) => query.forUpdate("w").skipLocked())
    .execute();
}

/** @returns how many events it read. */
async function fanOutOne(
  context: StoreContext,
  queries: Queries,
  endpoint: WebhookEndpointsTable & { head_seq: number },
): Promise<number> {
  const events = await queries
    .selectFrom("journal")
    .select(["public_seq as seq", "type", "subject"])
    .where("client_id", "=", endpoint.client_id)
    .where(isPublic)
    .where("public_seq", ">", endpoint.seen_seq)
    .orderBy("public_seq")
    .limit(eventsMax)
    .execute();
  const { eventTypes } = endpointRow(endpoint);
  const wanted = events.filter((event) => {
    const only = onlyFor(event);
    return only === "" ? eventTypes.includes("*") || eventTypes.includes(event.type) : only === endpoint.id;
  });
  const now = context.leaseClock();
  if (wanted.length > 0) {
    await queries
      .insertInto("webhook_deliveries")
      .values(
        wanted.map(({ seq }) => ({
          ...newDelivery,
          endpoint_id: endpoint.id,
          seq,
          client_id: endpoint.client_id,
          next_at: now,
          created_at: now,
        })),
      )
      // A redelivery that was requested before its turn already has a row.
      .onConflict((conflict) => conflict.columns(["endpoint_id", "seq"]).doNothing())
      .execute();
  }
  // Without a row, all events up to the head that was read before were pruned. A newer one may have come since.
  await queries
    .updateTable("webhook_endpoints")
    .set({ seen_seq: events.at(-1)?.seq ?? endpoint.head_seq })
    .where("id", "=", endpoint.id)
    .execute();
  return events.length;
}

/** The columns of a delivery that nothing was attempted for. */
export const newDelivery = {
  status: "pending",
  attempts: 0,
  round_attempts: 0,
  lease_until: 0,
  fence: 0,
  response_status: null,
  fault: "",
  duration_ms: null,
  attempted_at: null,
} as const;
