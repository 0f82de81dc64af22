/**
 * Webhook deliveries: created from the event log (fan-out.ts), leased under a fence (turns.ts), and settled by the
 * lease holder.
 */
import { sql } from "kysely";
import type { AttemptResult, DeliveryRow, TakenDelivery, WebhookStore } from "../../../domain/webhooks/port.ts";
import type { Queries, StoreContext } from "../context.ts";
import { isPublic } from "../journal/events.ts";
import { eventRow } from "../journal/rows.ts";
import { numberedPage, type ReadStep } from "../statements/page.ts";
import type { WebhookDeliveriesTable } from "../tables.ts";
import { createWebhookEndpointRows, recordChange, recordDisabled } from "./endpoints.ts";
import { fanOut, newDelivery } from "./fan-out.ts";
import { takeTurn } from "./turns.ts";

/** @param context the database. */
export function createWebhookStore(context: StoreContext): WebhookStore {
  return {
    ...createWebhookEndpointRows(context),
    deliveries: (endpointId, query) =>
      context.list({ client: query.clientId }, (read) => deliveries(read, endpointId, query)),
    redeliver: (endpointId, event, by) =>
      context.write({ client: event.clientId }, async (queries) => {
        const now = context.leaseClock();
        const row = await queries
          .insertInto("webhook_deliveries")
          .values({
            ...newDelivery,
            endpoint_id: endpointId,
            seq: event.seq,
            client_id: event.clientId,
            next_at: now,
            created_at: now,
          })
          .onConflict((conflict) =>
            conflict
              .columns(["endpoint_id", "seq"])
              .doUpdateSet({ status: "pending", round_attempts: 0, next_at: now }),
          )
          .returningAll()
          .executeTakeFirstOrThrow();
        const { clientId } = event;
        const data = { event: event.id };
        await recordChange(context, queries, {
          type: "webhook_endpoint.redelivered",
          clientId,
          id: endpointId,
          by,
          data,
        });
        return deliveryRow(row, event);
      }),
    fanOut: (turn) => fanOut(context, turn),
    take: (query) => context.write("system", (queries) => takeTurn(context, queries, query)),
    settle: (taken, result, disableAfterMs) =>
      context.write({ client: taken.endpoint.clientId }, (queries) =>
        settle(context, queries, { taken, result, disableAfterMs }),
      ),
  };
}

async function deliveries(
  read: ReadStep,
  endpointId: string,
  { clientId, status, beforeSeq, limit }: Parameters<WebhookStore["deliveries"]>[1],
): ReturnType<WebhookStore["deliveries"]> {
  const rows = (queries: Queries) =>
    queries
      .selectFrom("webhook_deliveries as d")
      .innerJoin("journal as e", (join) =>
        join.onRef("e.client_id", "=", "d.client_id").onRef("e.public_seq", "=", "d.seq").on(isPublic),
      )
      .selectAll("d")
      .select(["e.id", "e.type", "e.tenant_id", "e.subject", "e.public_data", "e.at"])
      .where("d.endpoint_id", "=", endpointId)
      // The expression keeps the planners from the index of all deliveries of a client.
      .where(sql<boolean>`d.client_id || '' = ${clientId}`);
  const isListed = status === null ? null : (row: { status: string }) => row.status === status;
  const page = { after: beforeSeq, limit, direction: "newest first" } as const;
  return await numberedPage(read, { rows, seq: "d.seq", page, isListed }, (row) => deliveryRow(row, eventRow(row)));
}

async function settle(
  context: StoreContext,
  queries: Queries,
  { taken, result, disableAfterMs }: { taken: TakenDelivery; result: AttemptResult; disableAfterMs: number | null },
): Promise<boolean> {
  const { endpoint, event, fence } = taken;
  const { next } = result;
  const now = context.leaseClock();
  const leased = queries
    .updateTable("webhook_deliveries")
    .where("endpoint_id", "=", endpoint.id)
    .where("seq", "=", event.seq)
    .where("fence", "=", fence)
    .where("status", "=", "pending");
  if (next.kind === "put_off") {
    const later = sql<number>`${now} + ${sql.lit(next.delayMs)}`;
    return (await leased.set({ next_at: later, lease_until: 0 }).executeTakeFirst()).numUpdatedRows === 1n;
  }
  const changed = await leased
    .set((eb) => ({
      status: next.kind === "retry" ? "pending" : next.kind,
      attempts: eb("attempts", "+", 1),
      round_attempts: eb("round_attempts", "+", 1),
      next_at: next.kind === "retry" ? sql<number>`${now} + ${sql.lit(next.delayMs)}` : eb.ref("next_at"),
      lease_until: 0,
      response_status: result.httpStatus,
      fault: result.fault,
      duration_ms: result.durationMs,
      attempted_at: now,
    }))
    .executeTakeFirst();
  if (changed.numUpdatedRows === 0n) return false;
  const of = queries.updateTable("webhook_endpoints").where("id", "=", endpoint.id);
  if (next.kind === "delivered") {
    await of.set({ failing_since: null }).where("failing_since", "is not", null).execute();
    return true;
  }
  await of.set({ failing_since: now }).where("failing_since", "is", null).execute();
  const disabled = await of
    .set({ status: "disabled", disabled_reason: result.gone ? "gone" : "failures", updated_at: now })
    .where("status", "=", "enabled")
    .where(
      result.gone ? sql<boolean>`1 = 1` : sql<boolean>`failing_since <= ${now} - cast(${disableAfterMs} as bigint)`,
    )
    .executeTakeFirst();
  if (disabled.numUpdatedRows === 1n) {
    const { clientId, id } = endpoint;
    await recordDisabled(context, queries, { clientId, id, by: "system", reason: result.gone ? "gone" : "failures" });
  }
  return true;
}

function deliveryRow(row: WebhookDeliveriesTable, event: DeliveryRow["event"]): DeliveryRow {
  const last =
    row.attempted_at === null
      ? null
      : { at: row.attempted_at, httpStatus: row.response_status, fault: row.fault, durationMs: row.duration_ms ?? 0 };
  return {
    event,
    status: row.status as DeliveryRow["status"],
    attempts: row.attempts,
    nextAt: row.next_at,
    last,
    createdAt: row.created_at,
  };
}
