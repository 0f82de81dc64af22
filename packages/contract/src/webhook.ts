/** Webhook endpoints: addresses of a service client that its events are sent to, and the log of the deliveries. */
import { Type, type Static } from "typebox";
import { eventTypes, EventType } from "./event.ts";
import { controlFree, idField, NextCursor, oneOf, textOrNull, timeField, timeOrNull, visibleRule } from "./fields.ts";
import { idPrefixes } from "./ids.ts";
import { visibleKeyword } from "./keywords.ts";
import { webhookDeliveryStatuses, webhookEndpointStatuses } from "./values.ts";

const closed = { additionalProperties: false };

const url = Type.String({
  minLength: 1,
  maxLength: 2048,
  description: "Where events are sent: https on port 443 or 8443, without user or fragment; in a sandbox on loopback.",
});
const eventTypeList = Type.Array(oneOf([...eventTypes, "*"] as const, "A type, or `*` for every one."), {
  minItems: 1,
  maxItems: 50,
  uniqueItems: true,
  description: "Which events are sent. `*` must be written out.",
});
const description = Type.String({
  maxLength: 200,
  pattern: controlFree,
  [visibleKeyword]: true,
  description: `What it is for; may be empty. ${visibleRule}`,
});

const endpointFields = {
  id: idField(idPrefixes.webhookEndpoint, "The endpoint."),
  url,
  description,
  eventTypes: eventTypeList,
  status: oneOf(webhookEndpointStatuses, "Whether events are sent."),
  disabledReason: textOrNull(
    100,
    "`caller`; `operator`; `gone` after an answer 410; `failures` after five days without a success; null while it is enabled.",
  ),
  failingSince: timeOrNull("Since when every attempt failed; null while the last one did not."),
  previousSecretExpiresAt: timeOrNull("Until when the secret before this one signs as well."),
  createdAt: timeField("When it was made."),
  updatedAt: timeField("When it was changed."),
};

/** An endpoint. */
export const WebhookEndpoint = Type.Object(endpointFields, {
  title: "WebhookEndpoint",
  description: "An address that events are sent to.",
  ...closed,
});
/** An endpoint. */
export type WebhookEndpoint = Static<typeof WebhookEndpoint>;

/** An endpoint with its signing secret, which is shown only once. */
export const CreatedWebhookEndpoint = Type.Object(
  {
    ...endpointFields,
    secret: Type.String({ pattern: "^whsec_[A-Za-z0-9+/]{43}=$", description: "The signing secret, shown only once." }),
  },
  { title: "CreatedWebhookEndpoint", description: "An endpoint with its signing secret.", ...closed },
);
/** An endpoint with its signing secret. */
export type CreatedWebhookEndpoint = Static<typeof CreatedWebhookEndpoint>;

/** One page of endpoints. */
export const WebhookEndpointList = Type.Object(
  { webhookEndpoints: Type.Array(WebhookEndpoint, { description: "Newest first." }), next_cursor: NextCursor },
  { title: "WebhookEndpointList", description: "One page of endpoints.", ...closed },
);
/** One page of endpoints. */
export type WebhookEndpointList = Static<typeof WebhookEndpointList>;

/** What an endpoint is made from. */
export const CreateWebhookEndpoint = Type.Object(
  { url, eventTypes: eventTypeList, description: Type.Optional(description) },
  { title: "CreateWebhookEndpoint", description: "A new endpoint.", ...closed },
);
/** What an endpoint is made from. */
export type CreateWebhookEndpoint = Static<typeof CreateWebhookEndpoint>;

/** What of an endpoint changes. */
export const UpdateWebhookEndpoint = Type.Object(
  {
    url: Type.Optional(url),
    eventTypes: Type.Optional(eventTypeList),
    description: Type.Optional(description),
    status: Type.Optional(oneOf(webhookEndpointStatuses, "`enabled` also ends a disabling by failures.")),
  },
  { title: "UpdateWebhookEndpoint", description: "Fields to change.", ...closed },
);
/** What of an endpoint changes. */
export type UpdateWebhookEndpoint = Static<typeof UpdateWebhookEndpoint>;

/** One event on its way to one endpoint. */
export const WebhookDelivery = Type.Object(
  {
    event_id: idField(idPrefixes.event, "The event, and the `webhook-id` of every attempt."),
    type: EventType,
    status: oneOf(webhookDeliveryStatuses, "`failed`: after its last attempt."),
    attempts: Type.Integer({ minimum: 0, description: "How many were made." }),
    nextAttemptAt: timeOrNull("When the next one is due; null where none is."),
    lastAttempt: Type.Union(
      [
        Type.Object(
          {
            at: timeField("When it ended."),
            httpStatus: Type.Union([Type.Integer(), Type.Null()], { description: "The answer's status, or null." }),
            fault: textOrNull(40, "Why there was no answer, such as `timeout` or `refused_address`; or null."),
            durationMs: Type.Integer({ minimum: 0, description: "How long it took." }),
          },
          { title: "WebhookAttempt", description: "An attempt.", ...closed },
        ),
        Type.Null(),
      ],
      { description: "The last attempt, or null." },
    ),
    createdAt: timeField("When it was due first."),
  },
  { title: "WebhookDelivery", description: "One event on its way to one endpoint.", ...closed },
);
/** One event on its way to one endpoint. */
export type WebhookDelivery = Static<typeof WebhookDelivery>;

/** One page of deliveries. */
export const WebhookDeliveryList = Type.Object(
  { deliveries: Type.Array(WebhookDelivery, { description: "Newest event first." }), next_cursor: NextCursor },
  { title: "WebhookDeliveryList", description: "One page of deliveries.", ...closed },
);
/** One page of deliveries. */
export type WebhookDeliveryList = Static<typeof WebhookDeliveryList>;
