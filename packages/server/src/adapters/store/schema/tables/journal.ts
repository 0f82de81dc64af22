/** The journal (the audit trail, of which the event log is a part), and the webhooks that deliver the event log. */
import { json, number, orNull, text, time, checkedOneOf } from "../column.ts";
import { table } from "../table.ts";
import { webhookDeliveryStatuses, webhookEndpointStatuses } from "@svc/contract";

export const journalHeads = table({
  name: "journal_heads",
  note: `Each service client has a journal: a chain of entries, numbered without gaps; each entry's hash covers the one
    before it. A head exists from its client's creation. seq and hash are those of its newest entry. The deployment has a
    journal with an empty client_id. Retention has removed everything up to the anchor, which only a server with the
    vault's keys can sign. The event log is a part of the journal, with numbers of its own: public_seq is the newest one,
    and retention has cleared what was public up to pruned_seq. The row is locked from the moment a number is assigned
    until the commit, so numbers appear in commit order, and a reader never misses a smaller one.`,
  scope: { client: "client_id" },
  columns: {
    client_id: text({ key: true }),
    seq: number({ check: "seq >= 0" }),
    hash: text(),
    anchor_seq: number({ check: "anchor_seq >= 0" }),
    anchor_hash: text(),
    anchor_at: time(),
    anchor_signature: text(),
    public_seq: number({ check: "public_seq >= 0" }),
    pruned_seq: number({ check: "pruned_seq >= 0" }),
  },
  checks: ["anchor_seq <= seq", "pruned_seq <= public_seq"],
  firstRow: {
    client_id: "",
    seq: 0,
    hash: "0".repeat(64),
    anchor_seq: 0,
    anchor_hash: "0".repeat(64),
    anchor_at: 0,
    anchor_signature: "",
    public_seq: 0,
    pruned_seq: 0,
  },
});

export const journal = table({
  name: "journal",
  note: `An entry is written in the transaction of the change. Nothing in it is secret. What the event log and webhooks
    show of an entry is kept beside the hashed columns, which have its salted digest (data.publicDigest). Retention
    clears it, and the salt with it, so that nothing can be guessed from the digest. public_seq is 0 if the event log
    doesn't show it.`,
  scope: { client: "client_id" },
  columns: {
    client_id: text(),
    seq: number(),
    id: text(),
    tenant_id: text(),
    type: text(),
    subject: text(),
    actor: text(),
    data: json("AuditData"),
    at: time(),
    prev_hash: text(),
    hash: text(),
    public_seq: number({ check: "public_seq >= 0" }),
    public_salt: orNull(text()),
    public_data: orNull(text()),
  },
  key: ["client_id", "seq"],
  checks: ["(public_data IS NULL) = (public_salt IS NULL)", "public_data IS NULL OR public_seq > 0"],
  indexes: {
    journal_tenant: { on: ["client_id", "tenant_id", "seq"] },
    journal_subject: { on: ["client_id", "subject", "seq"] },
    journal_type: {
      on: ["client_id", "type", "seq"],
      where: "type <> 'credential.used'",
      note: "Nearly all entries are uses of credentials, so listing those needs no index.",
    },
    journal_public: {
      on: ["client_id", "public_seq"],
      unique: true,
      where: "public_data IS NOT NULL",
      note: "The event log.",
    },
    journal_public_id: { on: ["client_id", "id"], where: "public_data IS NOT NULL" },
    journal_public_tenant: { on: ["client_id", "tenant_id", "public_seq"], where: "public_data IS NOT NULL" },
    journal_public_type: { on: ["client_id", "type", "public_seq"], where: "public_data IS NOT NULL" },
  },
});

export const webhookEndpoints = table({
  name: "webhook_endpoints",
  row: "WebhookEndpointFields",
  note: `The signing secret isn't stored. It is derived from secret_salt and the vault's hashing key of version
    secret_key. The old pair is used as well until old_until. If that one replaced a secret that was itself still in use,
    the older pair is that one. Events up to seen_seq have their deliveries.`,
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
    older_salt: text(),
    older_key: number(),
    older_until: time(),
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
