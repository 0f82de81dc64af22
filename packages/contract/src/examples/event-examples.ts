/** Examples of the calls for events and webhook endpoints. */
import { event, webhookDelivery, webhookEndpoint, webhookSecret } from "./event.ts";
import type { OperationExample } from "./operation-example.ts";
import { exampleIds } from "./resources.ts";

type EventOperation =
  | "listEvents"
  | "getEvent"
  | "createWebhookEndpoint"
  | "listWebhookEndpoints"
  | "getWebhookEndpoint"
  | "updateWebhookEndpoint"
  | "deleteWebhookEndpoint"
  | "rotateWebhookSecret"
  | "testWebhookEndpoint"
  | "listWebhookDeliveries"
  | "redeliverEvent";

const ofEndpoint = { webhook_endpoint_id: exampleIds.webhookEndpoint };
const nothing = { params: null, query: null, body: null } as const;
const lastPage = { nextCursor: null };

/** The examples by operation. */
export const eventExamples: { readonly [Id in EventOperation]: OperationExample<Id> } = {
  listEvents: {
    ...nothing,
    query: { type: "action_execution.outcome_unknown" },
    response: { events: [event], ...lastPage, resumeCursor: "eyJhIjoiMTg0In0" },
  },
  getEvent: { ...nothing, params: { event_id: exampleIds.event }, response: event },
  createWebhookEndpoint: {
    ...nothing,
    body: {
      url: webhookEndpoint.url,
      eventTypes: webhookEndpoint.eventTypes,
      description: webhookEndpoint.description,
    },
    response: { ...webhookEndpoint, secret: webhookSecret },
  },
  listWebhookEndpoints: { ...nothing, query: {}, response: { webhookEndpoints: [webhookEndpoint], ...lastPage } },
  getWebhookEndpoint: { ...nothing, params: ofEndpoint, response: webhookEndpoint },
  updateWebhookEndpoint: {
    ...nothing,
    params: ofEndpoint,
    body: { status: "disabled" },
    response: {
      ...webhookEndpoint,
      status: "disabled",
      disabledReason: "caller",
      updatedAt: "2026-11-03T16:40:12.509Z",
    },
  },
  deleteWebhookEndpoint: { ...nothing, params: ofEndpoint, response: null },
  rotateWebhookSecret: {
    ...nothing,
    params: ofEndpoint,
    response: {
      ...webhookEndpoint,
      previousSecretExpiresAt: "2026-11-04T16:40:12.509Z",
      updatedAt: "2026-11-03T16:40:12.509Z",
      secret: webhookSecret,
    },
  },
  testWebhookEndpoint: {
    ...nothing,
    params: ofEndpoint,
    response: {
      ...event,
      type: "webhook_endpoint.test",
      tenant_id: null,
      data: { webhook_endpoint_id: exampleIds.webhookEndpoint },
    },
  },
  listWebhookDeliveries: {
    ...nothing,
    params: ofEndpoint,
    query: { status: "delivered" },
    response: { deliveries: [webhookDelivery], ...lastPage },
  },
  redeliverEvent: {
    ...nothing,
    params: { ...ofEndpoint, event_id: exampleIds.event },
    response: { ...webhookDelivery, status: "pending", nextAttemptAt: "2026-11-02T10:40:00.000Z" },
  },
};
