/** Operations for webhook endpoints and their deliveries. */
import { Type } from "typebox";
import { Event } from "../event.ts";
import { idField } from "../fields.ts";
import { idPrefixes } from "../ids.ts";
import {
  CreatedWebhookEndpoint,
  CreateWebhookEndpoint,
  UpdateWebhookEndpoint,
  WebhookDelivery,
  WebhookDeliveryList,
  WebhookEndpoint,
  WebhookEndpointList,
} from "../webhook.ts";
import { operation, pageQuery, statusQuery } from "./operation.ts";
import { webhookDeliveryStatuses } from "../values.ts";

const closed = { additionalProperties: false };
const webhook_endpoint_id = idField(idPrefixes.webhookEndpoint, "The webhook endpoint.");
const event_id = idField(idPrefixes.event, "The event.");
const endpoints = "/v1/webhook-endpoints";
const endpoint = `${endpoints}/{webhook_endpoint_id}` as const;
const ofEndpoint = Type.Object({ webhook_endpoint_id }, closed);
const common = { tag: "Events", auth: "serviceKey", idempotency: "none" } as const;

/** Operations for webhook endpoints. */
export const webhookOperations = {
  createWebhookEndpoint: operation({
    ...common,
    id: "createWebhookEndpoint",
    method: "POST",
    path: endpoints,
    summary: "Create a webhook endpoint",
    description:
      "Creates an endpoint that receives future events, signed as defined by Standard Webhooks. The response contains the signing secret, which is shown only once.",
    body: CreateWebhookEndpoint,
    success: { status: 201, description: "The new endpoint.", schema: CreatedWebhookEndpoint, headers: ["Location"] },
    errors: ["WEBHOOK_URL_REFUSED", "WEBHOOK_ENDPOINTS_TOO_MANY"],
  }),
  listWebhookEndpoints: operation({
    ...common,
    id: "listWebhookEndpoints",
    method: "GET",
    path: endpoints,
    summary: "List webhook endpoints",
    description: "Returns the service client's endpoints, newest first, without their secrets.",
    query: Type.Object({ ...pageQuery }, closed),
    success: { status: 200, description: "One page.", schema: WebhookEndpointList },
    errors: [],
  }),
  getWebhookEndpoint: operation({
    ...common,
    id: "getWebhookEndpoint",
    method: "GET",
    path: endpoint,
    summary: "Show a webhook endpoint",
    description: "Returns an endpoint, without its secret.",
    params: ofEndpoint,
    success: { status: 200, description: "The endpoint.", schema: WebhookEndpoint },
    errors: ["WEBHOOK_ENDPOINT_NOT_FOUND"],
  }),
  updateWebhookEndpoint: operation({
    ...common,
    id: "updateWebhookEndpoint",
    method: "PATCH",
    path: endpoint,
    summary: "Change, disable or enable a webhook endpoint",
    description:
      "Changes the fields that you send. An endpoint that is enabled again receives its pending deliveries and future " +
      "events; read the events in between from the event log.",
    params: ofEndpoint,
    body: UpdateWebhookEndpoint,
    success: { status: 200, description: "The updated endpoint.", schema: WebhookEndpoint },
    errors: ["WEBHOOK_ENDPOINT_NOT_FOUND", "WEBHOOK_URL_REFUSED"],
  }),
  deleteWebhookEndpoint: operation({
    ...common,
    id: "deleteWebhookEndpoint",
    method: "DELETE",
    path: endpoint,
    summary: "Delete a webhook endpoint",
    description: "Stops sending to the endpoint, and deletes its delivery log.",
    params: ofEndpoint,
    success: { status: 204, description: "The endpoint was deleted." },
    errors: ["WEBHOOK_ENDPOINT_NOT_FOUND"],
  }),
  rotateWebhookSecret: operation({
    ...common,
    id: "rotateWebhookSecret",
    method: "POST",
    path: `${endpoint}:rotate`,
    summary: "Rotate a webhook endpoint's secret",
    description: "Creates a new secret. For 24 hours, every delivery is signed with both the old and the new secret.",
    params: ofEndpoint,
    success: { status: 200, description: "The endpoint with its new secret.", schema: CreatedWebhookEndpoint },
    errors: ["WEBHOOK_ENDPOINT_NOT_FOUND"],
  }),
  testWebhookEndpoint: operation({
    ...common,
    id: "testWebhookEndpoint",
    method: "POST",
    path: `${endpoint}:test`,
    summary: "Send a test event",
    description: "Creates an event of type `webhook_endpoint.test` for this endpoint only, whatever its `eventTypes`.",
    params: ofEndpoint,
    success: { status: 200, description: "The event being sent.", schema: Event },
    errors: ["WEBHOOK_ENDPOINT_NOT_FOUND", "WEBHOOK_ENDPOINT_DISABLED"],
  }),
  listWebhookDeliveries: operation({
    ...common,
    id: "listWebhookDeliveries",
    method: "GET",
    path: `${endpoint}/deliveries`,
    summary: "List deliveries",
    description: "Returns past and pending deliveries to an endpoint, newest event first. Bodies aren't kept.",
    params: ofEndpoint,
    query: Type.Object({ status: statusQuery(webhookDeliveryStatuses), ...pageQuery }, closed),
    success: { status: 200, description: "One page.", schema: WebhookDeliveryList },
    errors: ["WEBHOOK_ENDPOINT_NOT_FOUND"],
  }),
  redeliverEvent: operation({
    ...common,
    id: "redeliverEvent",
    method: "POST",
    path: `${endpoint}/deliveries/{event_id}:redeliver`,
    summary: "Send an event again",
    description:
      "Sends the event immediately, with the same `webhook-id` and a full set of attempts, even if it was delivered before.",
    params: Type.Object({ webhook_endpoint_id, event_id }, closed),
    success: { status: 200, description: "The delivery, now pending.", schema: WebhookDelivery },
    errors: ["WEBHOOK_ENDPOINT_NOT_FOUND", "WEBHOOK_ENDPOINT_DISABLED", "EVENT_NOT_FOUND"],
  }),
} as const;
