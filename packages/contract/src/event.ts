/** Events for a service client's own programs: what changed, with ids to look up the details. */
import { Type, type Static } from "typebox";
import { idField, NextCursor, oneOf, timeField } from "./fields.ts";
import { idLengthMax, idPattern, idPrefixes } from "./ids.ts";

/** Who can cause an event, as the actor of its entry in the audit trail says. */
export type EventAuthor = "key" | "token" | "operator" | "console" | "end_user" | "system";

/** Who causes an event, and when it is recorded. */
export type EventKind = {
  by: readonly EventAuthor[];
  /** Completes "Recorded when …", in Markdown. */
  when: string;
};

const callers = ["key", "console"] as const;
const agents = ["key", "token", "console"] as const;
const anyone = ["key", "operator", "console", "end_user", "system"] as const;

/**
 * Every kind of event. The audit trail has more kinds of entries, which the event log doesn't show
 * (`packages/server/src/domain/journal/types.ts`). Later versions may add more, so consumers must ignore unknown types.
 */
export const eventKinds = {
  "connection.created": { by: ["end_user", "key"], when: "a user connected, or a backend imported a connection" },
  "connection.updated": {
    by: ["end_user", "key", "console"],
    when: "a user reconnected, or a test found that a refused credential works again",
  },
  "connection.expiring": {
    by: ["system"],
    when: "a connection's credential expires in 7 days, or in 1 day: [ask its user to reconnect](connect.md#credentials-that-expire)",
  },
  "connection.needs_reconnect": {
    by: ["key", "console", "system"],
    when: "the provider refused a connection's credential, or it expired: ask its user to reconnect",
  },
  "connection.disconnected": {
    by: ["key", "operator", "console"],
    when: "a connection was disconnected, or its tenant deleted; its credential is destroyed",
  },
  "connect_session.completed": { by: ["key", "end_user"], when: "a Connect session ended with a connection" },
  "connect_session.failed": { by: ["key", "end_user"], when: "a Connect session failed: `error` says why" },
  "connect_session.cancelled": { by: anyone, when: "a Connect session was cancelled, or its tenant deleted" },
  "connect_session.expired": { by: ["system"], when: "a Connect session expired" },
  "credential.rejected": {
    by: ["end_user", "key"],
    when: "the provider refused a credential given in a Connect session, or a completion code was wrong",
  },
  "action_execution.outcome_unknown": {
    by: ["system"],
    when: "a write was sent and got no definite response: [what happens now](lost-responses.md)",
  },
  "action_execution.resolved": { by: agents, when: "an unknown outcome was resolved by a person or by you" },
  "action_execution.settled": {
    by: ["system"],
    when: "evidence at the provider settled an unknown outcome ([lost responses](lost-responses.md))",
  },
  "action_execution.contradicted": {
    by: ["system"],
    when: "a response arrived late and contradicts the evidence; the status stays: look into it yourself",
  },
  "proposal.created": { by: agents, when: "a call needs a person's approval: [notify your approvers](approval.md)" },
  "proposal.approved": {
    by: callers,
    when: "a person approved a call; `decidedBy` is the person, as named by the backend, the approval page or the console",
  },
  "proposal.denied": { by: callers, when: "a person denied a call" },
  "proposal.expired": { by: ["system"], when: "no one decided about a proposal in time" },
  "proposal.withdrawn": {
    by: ["system", "operator"],
    when: "a proposed call is no longer possible, its proposer lost the right, or the database was restored or failed over",
  },
  "webhook_endpoint.disabled": {
    by: ["system", "operator", "console"],
    when: "an endpoint gets nothing more: it was gone, it failed for days, or an operator disabled it",
  },
  "webhook_endpoint.test": { by: callers, when: "a test was requested for an endpoint; only it gets the event" },
} as const satisfies Readonly<Record<string, EventKind>>;

/** What happened. */
export type EventType = keyof typeof eventKinds;

/** In the order in which the API description lists them. */
export const eventTypes = Object.keys(eventKinds) as readonly EventType[];

/** What happened. */
export const EventType = oneOf(eventTypes, "What happened.");

/** The type of an event that a provider sent: `provider.github.push`. */
export type ProviderEventName = `provider.${string}.${string}`;

/** The type of any event; which ones a provider sends depends on the server. */
export type AnyEventType = EventType | (string & {});

/** The form of {@link ProviderEventName}. */
export const providerEventPattern = "^provider\\.[a-z][a-z0-9-]{0,62}\\.[a-z][a-z_]*(\\.[a-z][a-z_]*)*$";

const eventTypeLengthMax = 200;

/** Creates the schema of an event's type: one of the known texts, or a provider's. */
export function eventTypeSchema<Known extends string>(known: readonly Known[], description: string) {
  return Type.Unsafe<AnyEventType | Known>({
    // All of them are texts, so that a validator compares items by lookup.
    type: "string",
    maxLength: eventTypeLengthMax,
    anyOf: [oneOf(known), { type: "string", pattern: providerEventPattern, maxLength: eventTypeLengthMax }],
    description,
  });
}

/** The type of any event: one of svc's own, or a provider's. */
export const AnyEventType = eventTypeSchema(
  eventTypes,
  "What happened: a type of svc's own, or `provider.<slug>.<type>` for an event that a provider sent.",
);

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
    type: AnyEventType,
    tenant_id: tenantOrNull,
    data: Type.Unsafe<Record<string, string | number | null>>({
      type: "object",
      additionalProperties: { anyOf: [{ type: "string" }, { type: "number" }, { type: "null" }] },
      description:
        "IDs of the resources concerned, and the new state. For a provider's event, the fields that its type declares.",
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
