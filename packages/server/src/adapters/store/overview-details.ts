/** What the operator console shows of one service client or one entry of the journal. */
import type { EventDelivery, OverviewStore } from "../../domain/operators/port.ts";
import { serviceClientRow, serviceKeyRow } from "./service-keys.ts";
import { entryRow } from "./journal/rows.ts";
import { isPublic } from "./journal/events.ts";
import { firstRow } from "./rows.ts";
import type { Queries } from "./context.ts";

/** Finds a service client with its keys, newest first; also one that another program changed. */
export async function findClient(queries: Queries, id: string): ReturnType<OverviewStore["client"]> {
  const client = await firstRow(
    queries.selectFrom("service_clients").selectAll().where("id", "=", id),
    serviceClientRow,
  );
  if (client === null) return null;
  const keys = await queries
    .selectFrom("service_keys")
    .selectAll()
    .where("client_id", "=", id)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .execute();
  return { client, keys: keys.map(serviceKeyRow) };
}

/** Finds an entry by its number, or by its id while the event log shows it. */
export async function findEntry(
  queries: Queries,
  clientId: string,
  entry: number | string,
): ReturnType<OverviewStore["entry"]> {
  const ofChain = queries.selectFrom("journal").selectAll().where("client_id", "=", clientId);
  const wanted =
    typeof entry === "number" ? ofChain.where("seq", "=", entry) : ofChain.where("id", "=", entry).where(isPublic);
  return await firstRow(wanted, entryRow);
}

/** The deliveries of an event. Endpoints that were deleted have none. */
export async function deliveriesOf(
  queries: Queries,
  { clientId, seq, rows }: { clientId: string; seq: number; rows: number },
): Promise<EventDelivery[]> {
  const found = await queries
    .selectFrom("webhook_deliveries as d")
    .innerJoin("webhook_endpoints as e", "e.id", "d.endpoint_id")
    .select(["e.id", "e.url", "e.description", "d.status", "d.attempts", "d.attempted_at"])
    .where("d.client_id", "=", clientId)
    .where("d.seq", "=", seq)
    .limit(rows)
    .execute();
  return found.map(({ id, url, description, status, attempts, attempted_at }) => ({
    endpoint: { id, url, description },
    status: status as EventDelivery["status"],
    attempts,
    attemptedAt: attempted_at,
  }));
}
