/** Operations for the event log and the audit trail. */
import { Type } from "typebox";
import { AnyEventType, Event, EventList } from "../event.ts";
import { idField } from "../fields.ts";
import { idPrefixes } from "../ids.ts";
import { operation, pageQuery } from "./operation.ts";
import { AuditEventList, AuditSubject, AuditType } from "../audit-event.ts";

const closed = { additionalProperties: false };
const event_id = idField(idPrefixes.event, "The event.");

/** Operations for the event log. */
export const eventOperations = {
  listEvents: operation({
    id: "listEvents",
    method: "GET",
    path: "/v1/events",
    tag: "Events",
    summary: "List events",
    description:
      "Returns the changes for this service client, oldest first and without gaps: an event that becomes visible later is " +
      "listed after all earlier ones. Store `resumeCursor` and send it as `cursor` to continue from there. A cursor is " +
      "rejected if the events after it are no longer kept.",
    auth: "serviceKey",
    idempotency: "none",
    query: Type.Object(
      {
        type: Type.Optional({ ...AnyEventType, description: "Only events of this type." }),
        tenant_id: Type.Optional(idField(idPrefixes.tenant, "Only events about this tenant.")),
        ...pageQuery,
      },
      closed,
    ),
    call: { method: "events.list", pageMethod: "read" },
    command: {
      usage: "events list",
      text: "List your service client's events, oldest first. With --tenant, those of one tenant",
      examples: ["svc events list --type connection.needs_reconnect"],
      flags: { type: ["--type <type>", "only events of this type, such as connection.needs_reconnect"] },
      columns: { EVENT: "id", TYPE: "type", TENANT: "tenant_id", CREATED: "createdAt" },
    },
    success: { status: 200, description: "One page.", schema: EventList },
    errors: [],
  }),
  getEvent: operation({
    id: "getEvent",
    method: "GET",
    path: "/v1/events/{event_id}",
    tag: "Events",
    summary: "Show an event",
    description: "Returns an event, while it is kept.",
    auth: "serviceKey",
    idempotency: "none",
    params: Type.Object({ event_id }, closed),
    call: { method: "events.get" },
    success: { status: 200, description: "The event.", schema: Event },
    errors: ["EVENT_NOT_FOUND"],
  }),
} as const;

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
      columns: { NUMBER: "seq", TYPE: "type", ABOUT: "subject", BY: "actor", CREATED: "createdAt" },
    },
    success: { status: 200, description: "One page.", schema: AuditEventList },
    errors: [],
  }),
} as const;
