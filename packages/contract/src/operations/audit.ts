/** The operation for the audit trail. */
import { Type } from "typebox";
import { AuditEventList, AuditSubject, AuditType } from "../audit-event.ts";
import { idField } from "../fields.ts";
import { idPrefixes } from "../ids.ts";
import { operation, pageQuery } from "./operation.ts";

/** The operation for the audit trail. */
export const auditOperations = {
  listAuditEvents: operation({
    id: "listAuditEvents",
    method: "GET",
    path: "/v1/audit-events",
    tag: "Audit",
    summary: "List audit events",
    description:
      "Returns every change for this service client and every use of a credential, newest first. The events form a chain: each " +
      "`hash` covers the event and the previous hash, so you can detect events that were changed, removed or inserted. The " +
      "events of a deleted tenant remain.",
    auth: "serviceKey",
    idempotency: "none",
    query: Type.Object(
      {
        type: Type.Optional({ ...AuditType, description: "Only events of this type, such as `credential.used`." }),
        tenant_id: Type.Optional(idField(idPrefixes.tenant, "Only events about this tenant.")),
        subject: Type.Optional({ ...AuditSubject, description: "Only events about the resource with this ID." }),
        ...pageQuery,
      },
      { additionalProperties: false },
    ),
    call: { method: "auditEvents.list" },
    command: {
      usage: "audit-events list",
      text: "List your service client's audit events, newest first. With --tenant, those of one tenant",
      examples: ["svc audit-events list --tenant acme --type credential.used"],
      flags: {
        type: ["--type <type>", "only events of this type, such as credential.used"],
        subject: ["--subject <id>", "only events about this ID, such as a connection's"],
      },
      columns: { SEQ: "seq", TYPE: "type", SUBJECT: "subject", ACTOR: "actor", CREATED: "createdAt" },
    },
    success: { status: 200, description: "One page.", schema: AuditEventList },
    errors: [],
  }),
} as const;
