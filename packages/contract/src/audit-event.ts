/** Audit events: changes to the control plane and each use of a credential, in one chain per service client. */
import { Type, type Static } from "typebox";
import { idField, NextCursor, timeField } from "./fields.ts";
import { idLengthMax, idPattern, idPrefixes } from "./ids.ts";

// The format of an event's type.
const auditTypePattern = "^[a-z][a-z_]*(\\.[a-z][a-z0-9_-]*)+$";

const hash = (description: string) => Type.String({ pattern: "^[0-9a-f]{64}$", maxLength: 64, description });

/** What happened, such as `connection.created`. */
export const AuditType = Type.String({
  pattern: auditTypePattern,
  maxLength: 200,
  description: "What happened, such as `connection.created` or `credential.used`.",
});

/** What an event is about. */
export const AuditSubject = Type.String({
  minLength: 1,
  maxLength: 255,
  description: "ID of the resource the event is about, such as a connection.",
});

/** One event of the audit trail. It contains no secrets. */
export const AuditEvent = Type.Object(
  {
    id: idField(idPrefixes.event, "ID of the event."),
    seq: Type.Integer({
      minimum: 1,
      description: "The event's position in the service client's chain, from 1 without gaps.",
    }),
    service_client_id: idField(idPrefixes.serviceClient, "The service client whose chain the event belongs to."),
    tenant_id: Type.Union(
      [Type.String({ pattern: idPattern(idPrefixes.tenant), maxLength: idLengthMax }), Type.Null()],
      {
        description: "The tenant concerned, or null.",
      },
    ),
    type: AuditType,
    subject: Type.Union([AuditSubject, Type.Null()], { description: "The resource the event is about, or null." }),
    actor: Type.String({
      maxLength: 255,
      description:
        "The actor: `key:<public id>`, `operator`, `operator:<token id>`, `end_user`, `provider` or `system`.",
    }),
    data: Type.Unsafe<Record<string, string | number | boolean>>({
      type: "object",
      additionalProperties: { anyOf: [{ type: "string" }, { type: "number" }, { type: "boolean" }] },
      description: "Codes and details; never a secret.",
    }),
    createdAt: timeField("When it was recorded."),
    prevHash: hash("`hash` of the previous event; 64 zeros for the first."),
    hash: hash(
      "SHA-256, in hexadecimal, over the 32 bytes of `prevHash` followed by this event, without `prevHash` and `hash`, in " +
        "canonical JSON (RFC 8785).",
    ),
  },
  { title: "AuditEvent", description: "One event of the audit trail.", additionalProperties: false },
);
/** One event of the audit trail. */
export type AuditEvent = Static<typeof AuditEvent>;

/** One page of audit events, newest first. */
export const AuditEventList = Type.Object(
  { auditEvents: Type.Array(AuditEvent, { description: "Newest first." }), nextCursor: NextCursor },
  { title: "AuditEventList", description: "One page of audit events.", additionalProperties: false },
);
/** One page of audit events, newest first. */
export type AuditEventList = Static<typeof AuditEventList>;
