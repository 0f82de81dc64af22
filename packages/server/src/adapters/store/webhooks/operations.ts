/** Webhook endpoints and event logs across service clients, for operators. */
import { sql } from "kysely";
import type { WebhookOperationsStore } from "../../../domain/webhooks/port.ts";
import type { StoreContext } from "../context.ts";
import { isPublic } from "../journal/events.ts";
import { endpointRow, recordDisabled } from "./endpoints.ts";
import { firstRow } from "../rows.ts";
import { statement } from "../statements/statement.ts";
import type { WebhookEndpointsTable } from "../tables.ts";

/** More waiting deliveries of an endpoint aren't counted. */
const waitingCountedMax = 10_000;

type OverviewRow = WebhookEndpointsTable & { waiting: number; waiting_since: number | null };

const overviewText = (condition: string): string => {
  // The partial index's condition, word for word.
  const waiting = `from (select d.created_at from webhook_deliveries as d
     where d.endpoint_id = w.id and d.status = 'pending' limit ${waitingCountedMax}) as waiting`;
  return `select w.*, (select count(*) ${waiting}) as waiting, (select min(created_at) ${waiting}) as waiting_since
   from webhook_endpoints as w ${condition} order by w.client_id, w.created_at desc, w.id`;
};
const allEndpoints = statement<object, OverviewRow>("webhook_endpoints.overview", overviewText(""));
const endpointsOf = statement<{ clientId: string }, OverviewRow>(
  "webhook_endpoints.overview_of",
  overviewText("where w.client_id = :clientId"),
);

/** @param context the database. */
export function createWebhookOperationsStore(context: StoreContext): WebhookOperationsStore {
  return {
    overview: (clientId) =>
      context.read("system", async (queries) => {
        const found = await (clientId === null
          ? allEndpoints.all(queries, {})
          : endpointsOf.all(queries, { clientId }));
        return found.map((row) => ({
          endpoint: endpointRow(row),
          waiting: row.waiting,
          waitingSince: row.waiting_since,
        }));
      }),
    findAny: (id) =>
      context.read("system", (queries) =>
        firstRow(queries.selectFrom("webhook_endpoints").selectAll().where("id", "=", id), endpointRow),
      ),
    disable: (id, by) =>
      context.write("system", async (queries) => {
        const disabled = await queries
          .updateTable("webhook_endpoints")
          .set({ status: "disabled", disabled_reason: "operator", updated_at: context.leaseClock() })
          .where("id", "=", id)
          .where("status", "=", "enabled")
          .returning("client_id")
          .executeTakeFirst();
        if (disabled !== undefined) {
          await recordDisabled(context, queries, { clientId: disabled.client_id, id, by, reason: "operator" });
        }
        return await firstRow(queries.selectFrom("webhook_endpoints").selectAll().where("id", "=", id), endpointRow);
      }),
    logs: () =>
      context.read("system", async (queries) => {
        const rows = await queries
          .selectFrom("journal_heads as h")
          .select(["h.client_id", "h.public_seq", "h.pruned_seq"])
          // Not a join, which PostgreSQL may plan as a walk through all that is public.
          .select((columns) =>
            columns
              .selectFrom("journal as e")
              .select("e.at")
              .whereRef("e.client_id", "=", "h.client_id")
              .where("e.public_seq", "=", sql<number>`h.pruned_seq + 1`)
              .where(isPublic)
              .as("at"),
          )
          .where("h.public_seq", ">", 0)
          .orderBy("h.client_id")
          .execute();
        return rows.map((row) => ({
          clientId: row.client_id,
          seq: row.public_seq,
          prunedSeq: row.pruned_seq,
          oldestAt: row.at,
        }));
      }),
  };
}
