/** Webhook endpoints and event logs across service clients, for operators. */
import { sql } from "kysely";
import type { WebhookOperationsStore } from "../../../domain/webhooks/port.ts";
import type { StoreContext } from "../context.ts";
import { endpointRow } from "./endpoints.ts";
import { appendOutboxEvents, endpointDisabledEvent } from "./outbox.ts";
import { firstRow } from "../statements/rows.ts";

/** @param context the database. */
export function createWebhookOperationsStore(context: StoreContext): WebhookOperationsStore {
  return {
    overview: (clientId) =>
      context.read("system", async (queries) => {
        const waiting = queries
          .selectFrom("webhook_deliveries")
          .select((eb) => [
            "endpoint_id",
            eb.fn.countAll<number>().as("waiting"),
            eb.fn.min("created_at").as("waiting_since"),
          ])
          // The partial index's condition, word for word.
          .where(sql<boolean>`status = 'pending'`)
          .groupBy("endpoint_id");
        let rows = queries
          .selectFrom("webhook_endpoints as w")
          .leftJoin(waiting.as("d"), "d.endpoint_id", "w.id")
          .selectAll("w")
          .select(["d.waiting", "d.waiting_since"]);
        if (clientId !== null) rows = rows.where("w.client_id", "=", clientId);
        const found = await rows.orderBy("w.client_id").orderBy("w.created_at", "desc").orderBy("w.id").execute();
        return found.map((row) => ({
          endpoint: endpointRow(row),
          waiting: row.waiting ?? 0,
          waitingSince: row.waiting_since,
        }));
      }),
    findAny: (id) =>
      context.read("system", (queries) =>
        firstRow(queries.selectFrom("webhook_endpoints").selectAll().where("id", "=", id), endpointRow),
      ),
    disable: (id) =>
      context.write("system", async (queries) => {
        const disabled = await queries
          .updateTable("webhook_endpoints")
          .set({ status: "disabled", disabled_reason: "operator", updated_at: context.leaseClock() })
          .where("id", "=", id)
          .where("status", "=", "enabled")
          .returning("client_id")
          .executeTakeFirst();
        if (disabled !== undefined) {
          await appendOutboxEvents(context, queries, [endpointDisabledEvent(disabled.client_id, id, "operator")]);
        }
        return await firstRow(queries.selectFrom("webhook_endpoints").selectAll().where("id", "=", id), endpointRow);
      }),
    logs: () =>
      context.read("system", async (queries) => {
        const rows = await queries
          .selectFrom("event_heads as h")
          .leftJoin("events as e", (join) =>
            join.onRef("e.client_id", "=", "h.client_id").on("e.seq", "=", sql<number>`h.pruned_seq + 1`),
          )
          .select(["h.client_id", "h.seq", "h.pruned_seq", "e.at"])
          .orderBy("h.client_id")
          .execute();
        return rows.map((row) => ({
          clientId: row.client_id,
          seq: row.seq,
          prunedSeq: row.pruned_seq,
          oldestAt: row.at,
        }));
      }),
  };
}
