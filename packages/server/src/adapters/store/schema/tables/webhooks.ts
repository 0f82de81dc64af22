/** Events and webhooks. */
import { webhookDeliveryStatuses, webhookEndpointStatuses } from "@svc/contract";
import { checkedOneOf, json, number, orNull, text, time } from "../column.ts";
import { table } from "../table.ts";

export const eventHeads = table({
  name: "event_heads",
  note: `The newest number of each service client's log. The row is locked from the moment a number is assigned until the
    commit, so numbers appear in commit order, and a reader never misses a smaller one. Retention has removed
    everything up to pruned_seq.`,
  scope: { client: "client_id" },
  columns: {
    client_id: text({ key: true }),
    seq: number({ check: "seq >= 1" }),
    pruned_seq: number(),
  },
  checks: ["pruned_seq <= seq"],
});

export const events = table({
  name: "events",
  note: `The outbox: an event is written in the transaction of the change. Nothing in it is secret. Its id is derived
    from at and entropy, 10 random bytes in hexadecimal. endpoint_id is '' unless the event is for a single
    endpoint, like a test.`,
  scope: { client: "client_id" },
  columns: {
    client_id: text(),
    seq: number(),
    entropy: text(),
    type: text(),
    tenant_id: text(),
    endpoint_id: text(),
    data: json("Readonly<Record<string, unknown>>"),
    at: time(),
  },
  key: ["client_id", "seq"],
  indexes: {
    events_type: { on: ["client_id", "type", "seq"] },
    events_tenant: { on: ["client_id", "tenant_id", "seq"] },
    events_at: { on: ["client_id", "at"] },
  },
});

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
