/** The audit trail. */
import { json, number, text, time } from "../column.ts";
import { table } from "../table.ts";

export const auditChains = table({
  name: "audit_chains",
  note: `Each service client has a chain of events, numbered without gaps; each event's hash covers the one before it. A
    chain exists from its client's creation. seq and hash are those of its newest event. The deployment has a chain
    with an empty client_id. Retention has removed everything up to the anchor, which only a server with the vault's
    keys can sign.`,
  scope: { client: "client_id" },
  columns: {
    client_id: text({ key: true }),
    seq: number({ check: "seq >= 0" }),
    hash: text(),
    anchor_seq: number({ check: "anchor_seq >= 0" }),
    anchor_hash: text(),
    anchor_at: time(),
    anchor_signature: text(),
  },
  checks: ["anchor_seq <= seq"],
  firstRow: {
    client_id: "",
    seq: 0,
    hash: "0".repeat(64),
    anchor_seq: 0,
    anchor_hash: "0".repeat(64),
    anchor_at: 0,
    anchor_signature: "",
  },
});

export const auditEvents = table({
  name: "audit_events",
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
  },
  key: ["client_id", "seq"],
  indexes: {
    audit_events_tenant: { on: ["client_id", "tenant_id", "seq"] },
    audit_events_subject: { on: ["client_id", "subject", "seq"] },
    audit_events_type: {
      on: ["client_id", "type", "seq"],
      where: "type <> 'credential.used'",
      note: "Nearly all events are uses of credentials, so listing those needs no index.",
    },
  },
});
