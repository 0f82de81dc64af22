/** Webhooks. */
import { webhookDeliveryStatuses, webhookEndpointStatuses } from "@svc/contract";
import { checkedOneOf, json, number, orNull, text, time } from "../column.ts";
import { table } from "../table.ts";

export const webhookEndpoints = table({
  name: "webhook_endpoints",
  row: "WebhookEndpointFields",
  note: `The signing secret isn't stored. It is derived from secret_salt and the vault's hashing key of version
    secret_key. The old pair is used as well until old_until. Events up to seen_seq have their deliveries.`,
  scope: { client: "client_id" },
  columns: {
    id: text({ key: true }),
    client_id: text(),
    url: text(),
    description: text(),
    event_types: json("readonly string[]"),
    status: checkedOneOf(webhookEndpointStatuses),
    disabled_reason: text(),
    secret_salt: text(),
    secret_key: number(),
    old_salt: text(),
    old_key: number(),
    old_until: time(),
    seen_seq: number(),
    failing_since: orNull(time()),
    created_at: time(),
    updated_at: time(),
  },
  indexes: {
    webhook_endpoints_client: { on: ["client_id", "created_at", "id"] },
  },
});

export const webhookDeliveries = table({
  name: "webhook_deliveries",
  note: "One row per event and endpoint. A sender leases it until lease_until. The fence grows with each lease.",
  scope: { client: "client_id" },
  columns: {
    endpoint_id: text(),
    seq: number(),
    client_id: text(),
    status: checkedOneOf(webhookDeliveryStatuses),
    attempts: number(),
    round_attempts: number(),
    next_at: time(),
    lease_until: time(),
    fence: number(),
    response_status: orNull(number()),
    fault: text(),
    duration_ms: orNull(number()),
    attempted_at: orNull(time()),
    created_at: time(),
  },
  key: ["endpoint_id", "seq"],
  indexes: {
    webhook_deliveries_due: {
      on: ["endpoint_id", "next_at"],
      where: "status = 'pending'",
      note: "Due deliveries are found endpoint by endpoint, so that one's backlog doesn't delay the others.",
    },
    webhook_deliveries_event: { on: ["client_id", "seq"] },
  },
});
