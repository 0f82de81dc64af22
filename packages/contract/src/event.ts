/** Events for a service client's own programs: what changed, with ids to look up the details. */
import { Type, type Static } from "typebox";
import { idField, NextCursor, oneOf, timeField } from "./fields.ts";
import { idLengthMax, idPattern, idPrefixes } from "./ids.ts";

/** Event types. Later versions may add more, so consumers must ignore unknown types. */
export const eventTypes = [
  "connection.created",
  "connection.updated",
  "connection.expiring",
  "connection.needs_reconnect",
  "connection.disconnected",
  "connect_session.completed",
  "connect_session.failed",
  "connect_session.cancelled",
  "connect_session.expired",
  "credential.rejected",
  "action_execution.outcome_unknown",
  "action_execution.resolved",
  "action_execution.settled",
  "action_execution.contradicted",
  "proposal.created",
  "proposal.approved",
  "proposal.denied",
  "proposal.expired",
  "proposal.withdrawn",
  "webhook_endpoint.disabled",
  "webhook_endpoint.test",
] as const;

/** What happened. */
export const EventType = oneOf(eventTypes, "What happened.");
/** What happened. */
export type EventType = Static<typeof EventType>;

const tenantOrNull = Type.Union(
  [Type.String({ pattern: idPattern(idPrefixes.tenant), maxLength: idLengthMax }), Type.Null()],
  {
    description: "The tenant concerned, or null.",
  },
);

/** One event. It contains no secrets, inputs or outputs. */
export const Event = Type.Object(
  {
    id: idField(idPrefixes.event, "ID of the event. Every delivery has it as `webhook-id`."),
    type: EventType,
    tenant_id: tenantOrNull,
    data: Type.Unsafe<Record<string, string | number | null>>({
      type: "object",
      additionalProperties: { anyOf: [{ type: "string" }, { type: "number" }, { type: "null" }] },
      description: "IDs of the resources concerned, and the new state.",
    }),
    createdAt: timeField("When it happened."),
  },
  { title: "Event", description: "Something that changed.", additionalProperties: false },
);
/** What changed, when, and the ids of what it changed. */
export type Event = Static<typeof Event>;

/** One page of events, oldest first. */
export const EventList = Type.Object(
  {
    events: Type.Array(Event, { description: "Oldest first, in the order in which they became visible." }),
    nextCursor: NextCursor,
    resumeCursor: Type.String({
      maxLength: 1024,
      description:
        "Store this, and send it later as `cursor` to continue after this page. Present on the last page as well.",
    }),
  },
  { title: "EventList", description: "One page of events.", additionalProperties: false },
);
/** One page of events, oldest first. */
export type EventList = Static<typeof EventList>;
