/** Webhook endpoints, which receive a service client's events, and their delivery log. */
import { Type, type Static } from "typebox";
import { AnyEventType, eventTypes, eventTypeSchema } from "./event.ts";
import { controlFree, idField, NextCursor, oneOf, textOrNull, timeField, timeOrNull, visibleRule } from "./fields.ts";
import { idPrefixes } from "./ids.ts";
import { visibleKeyword } from "./keywords.ts";
import { webhookDeliveryStatuses, webhookEndpointStatuses } from "./values.ts";

const closed = { additionalProperties: false };

const url = Type.String({
  minLength: 1,
  maxLength: 2048,
  description:
    "Where to send events: https on port 443 or 8443, without a user or fragment; in a sandbox, a loopback address.",
});
const eventTypeItem = eventTypeSchema([...eventTypes, "*"], "A type, or `*` for all.");
const eventTypeList = Type.Array(eventTypeItem, {
  minItems: 1,
  maxItems: 50,
  uniqueItems: true,
  description: "The event types to send. Use `*` for all of them, with those of providers.",
});
const description = Type.String({
  maxLength: 200,
  pattern: controlFree,
  [visibleKeyword]: true,
  description: `What the endpoint is for; may be empty. ${visibleRule}`,
});

const endpointFields = {
  id: idField(idPrefixes.webhookEndpoint, "ID of the endpoint."),
  url,
  description,
  eventTypes: eventTypeList,
  status: oneOf(webhookEndpointStatuses, "Whether events are sent."),
  disabledReason: textOrNull(
    100,
    "Why the endpoint is disabled: `caller`, `operator`, `gone` after a 410 response, or `failures` after five days without a success; null while it is enabled.",
  ),
  failingSince: timeOrNull("Every attempt since this time has failed; null if the last one didn't."),
  previousSecretExpiresAt: timeOrNull(
    "Until this time, deliveries are also signed with the secret before the last rotation; or null.",
  ),
  createdAt: timeField("When it was created."),
  updatedAt: timeField("When it last changed."),
};

/** An address that gets deliveries, and its state; never its signing secret. */
export const WebhookEndpoint = Type.Object(endpointFields, {
  title: "WebhookEndpoint",
  description: "An endpoint that receives events.",
  ...closed,
});
/** An address that gets deliveries, and its state; never its signing secret. */
export type WebhookEndpoint = Static<typeof WebhookEndpoint>;

const secret = (description: string) =>
  Type.String({ pattern: "^whsec_[A-Za-z0-9+/]{43}=$", description, "x-sensitive": true });

/** A new endpoint with its signing secret, which is shown only once. */
export const CreatedWebhookEndpoint = Type.Object(
  {
    ...endpointFields,
    secret: Type.Optional(secret("The signing secret. Shown only once; a replay doesn't include it.")),
  },
  { title: "CreatedWebhookEndpoint", description: "A new endpoint with its signing secret.", ...closed },
);
/** A new endpoint with its signing secret. */
export type CreatedWebhookEndpoint = Static<typeof CreatedWebhookEndpoint>;

/** An endpoint with its new signing secret, which is shown only once. */
export const RotatedWebhookEndpoint = Type.Object(
  { ...endpointFields, secret: secret("The new signing secret, shown only once.") },
  { title: "RotatedWebhookEndpoint", description: "An endpoint with its new signing secret.", ...closed },
);
/** An endpoint with its new signing secret. */
export type RotatedWebhookEndpoint = Static<typeof RotatedWebhookEndpoint>;

/** One page of endpoints. */
export const WebhookEndpointList = Type.Object(
  { webhookEndpoints: Type.Array(WebhookEndpoint, { description: "Newest first." }), nextCursor: NextCursor },
  { title: "WebhookEndpointList", description: "One page of endpoints.", ...closed },
);
/** One page of endpoints. */
export type WebhookEndpointList = Static<typeof WebhookEndpointList>;

/** Body of `createWebhookEndpoint`. */
export const CreateWebhookEndpoint = Type.Object(
  { url, eventTypes: eventTypeList, description: Type.Optional(description) },
  { title: "CreateWebhookEndpoint", description: "A new endpoint.", ...closed },
);
/** Body of `createWebhookEndpoint`. */
export type CreateWebhookEndpoint = Static<typeof CreateWebhookEndpoint>;

/** Body of `updateWebhookEndpoint`. */
export const UpdateWebhookEndpoint = Type.Object(
  {
    url: Type.Optional(url),
    eventTypes: Type.Optional(eventTypeList),
    description: Type.Optional(description),
    status: Type.Optional(oneOf(webhookEndpointStatuses, "`enabled` also enables an endpoint that failures disabled.")),
  },
  { title: "UpdateWebhookEndpoint", description: "Fields to change.", ...closed },
);
/** Body of `updateWebhookEndpoint`. */
export type UpdateWebhookEndpoint = Static<typeof UpdateWebhookEndpoint>;

/** The delivery of one event to one endpoint. */
export const WebhookDelivery = Type.Object(
  {
    event_id: idField(idPrefixes.event, "ID of the event, and the `webhook-id` of every attempt."),
    type: AnyEventType,
    status: oneOf(webhookDeliveryStatuses, "`failed` means that no attempts are left."),
    attempts: Type.Integer({ minimum: 0, description: "The number of attempts so far." }),
    nextAttemptAt: timeOrNull("When the next attempt is due; null if there is none."),
    lastAttempt: Type.Union(
      [
        Type.Object(
          {
            at: timeField("When the attempt ended."),
            httpStatus: Type.Union([Type.Integer(), Type.Null()], {
              description: "HTTP status of the response, or null.",
            }),
            fault: textOrNull(40, "Why there was no response, such as `timeout` or `refused_address`; or null."),
            durationMs: Type.Integer({ minimum: 0, description: "How long the attempt took, in milliseconds." }),
          },
          { title: "WebhookAttempt", description: "An attempt.", ...closed },
        ),
        Type.Null(),
      ],
      { description: "The last attempt, or null." },
    ),
    createdAt: timeField("When the delivery was first due."),
  },
  { title: "WebhookDelivery", description: "The delivery of one event to one endpoint.", ...closed },
);
/** The delivery of one event to one endpoint. */
export type WebhookDelivery = Static<typeof WebhookDelivery>;

/** One page of deliveries. */
export const WebhookDeliveryList = Type.Object(
  { deliveries: Type.Array(WebhookDelivery, { description: "Newest event first." }), nextCursor: NextCursor },
  { title: "WebhookDeliveryList", description: "One page of deliveries.", ...closed },
);
/** One page of deliveries. */
export type WebhookDeliveryList = Static<typeof WebhookDeliveryList>;
