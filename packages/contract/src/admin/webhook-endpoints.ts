/** Webhook endpoints of every service client, as operators see them. */
import { Type } from "typebox";
import { idField, timeOrNull } from "../fields.ts";
import { idPrefixes } from "../ids.ts";
import { statusQuery } from "../operations/operation.ts";
import { webhookDeliveryStatuses } from "../values.ts";
import { WebhookDelivery, WebhookEndpoint } from "../webhook.ts";
import { adminOperation, closed, serviceClientRef } from "./admin-operation.ts";

const { url: _url, description: _description, ...shown } = WebhookEndpoint.properties;
const endpointFields = {
  ...shown,
  host: Type.String({ maxLength: 512, description: "The host of its URL. The rest can contain a secret." }),
  service_client_id: idField(idPrefixes.serviceClient, "Its service client."),
};

/** An endpoint, with only the host of its URL. */
export const OperatedWebhookEndpoint = Type.Object(endpointFields, {
  title: "OperatedWebhookEndpoint",
  description: "A webhook endpoint, with only the host of its URL.",
  ...closed,
});

const base = "/admin/v1/webhook-endpoints";
const webhook_endpoint_id = idField(idPrefixes.webhookEndpoint, "The webhook endpoint.");
const one = `${base}/{webhook_endpoint_id}` as const;
const ofEndpoint = Type.Object({ webhook_endpoint_id }, closed);
const common = { tag: "Webhook endpoints", role: "operator", errors: ["WEBHOOK_ENDPOINT_NOT_FOUND"] } as const;

/** The admin API's operations for endpoints of every service client, and for event logs. */
export const webhookEndpointOperations = {
  listWebhookEndpoints: adminOperation({
    ...common,
    id: "listWebhookEndpoints",
    method: "GET",
    path: base,
    summary: "List webhook endpoints",
    description: "Returns the endpoints of all service clients or of one, with the number of pending deliveries.",
    role: "viewer",
    query: Type.Object({ serviceClient: Type.Optional(serviceClientRef) }, closed),
    success: {
      status: 200,
      description: "All endpoints.",
      schema: Type.Object(
        {
          webhookEndpoints: Type.Array(
            Type.Object(
              {
                ...endpointFields,
                waiting: Type.Integer({ description: "The number of pending deliveries." }),
                waitingSince: timeOrNull("Since when the oldest is pending; null without one."),
              },
              { title: "ListedWebhookEndpoint", description: "An endpoint with its pending deliveries.", ...closed },
            ),
            { description: "Newest first." },
          ),
        },
        { title: "OperatedWebhookEndpointList", description: "All webhook endpoints.", ...closed },
      ),
    },
    errors: ["NOT_FOUND"],
  }),
  listEndpointDeliveries: adminOperation({
    ...common,
    id: "listEndpointDeliveries",
    method: "GET",
    path: `${one}/deliveries`,
    summary: "List an endpoint's deliveries",
    description: "Returns the newest deliveries to an endpoint and their results.",
    role: "viewer",
    params: ofEndpoint,
    query: Type.Object(
      {
        status: statusQuery(webhookDeliveryStatuses),
        limit: Type.Optional(
          Type.Integer({ minimum: 1, maximum: 1000, default: 20, description: "The maximum number of deliveries." }),
        ),
      },
      closed,
    ),
    success: {
      status: 200,
      description: "The deliveries.",
      schema: Type.Object(
        { deliveries: Type.Array(WebhookDelivery, { description: "Newest event first." }) },
        { title: "EndpointDeliveries", description: "Deliveries to an endpoint.", ...closed },
      ),
    },
  }),
  disableWebhookEndpoint: adminOperation({
    ...common,
    id: "disableWebhookEndpoint",
    method: "POST",
    path: `${one}:disable`,
    summary: "Disable a webhook endpoint",
    description: "Stops sending to an endpoint. Its service client can enable it again.",
    params: ofEndpoint,
    success: { status: 200, description: "The endpoint.", schema: OperatedWebhookEndpoint },
  }),
  enableWebhookEndpoint: adminOperation({
    ...common,
    id: "enableWebhookEndpoint",
    method: "POST",
    path: `${one}:enable`,
    summary: "Enable a webhook endpoint",
    description: "Sends waiting deliveries and future events.",
    params: ofEndpoint,
    success: { status: 200, description: "The endpoint.", schema: OperatedWebhookEndpoint },
  }),
  redeliverToEndpoint: adminOperation({
    ...common,
    id: "redeliverToEndpoint",
    method: "POST",
    path: `${one}/deliveries/{event_id}:redeliver`,
    summary: "Send an event again",
    description: "Sends an event to an endpoint again, with the same `webhook-id`.",
    params: Type.Object({ webhook_endpoint_id, event_id: idField(idPrefixes.event, "The event.") }, closed),
    success: { status: 200, description: "The delivery, now pending.", schema: WebhookDelivery },
    errors: ["WEBHOOK_ENDPOINT_NOT_FOUND", "WEBHOOK_ENDPOINT_DISABLED", "EVENT_NOT_FOUND"],
  }),
  listEventLogs: adminOperation({
    ...common,
    id: "listEventLogs",
    method: "GET",
    path: "/admin/v1/event-logs",
    summary: "List event logs",
    description: "Returns how many events each service client's log contains, and since when.",
    role: "viewer",
    success: {
      status: 200,
      description: "The logs.",
      schema: Type.Object(
        {
          eventRetentionDays: Type.Integer({ description: "How long events and their deliveries are kept." }),
          logs: Type.Array(
            Type.Object(
              {
                service_client_id: idField(idPrefixes.serviceClient, "The service client."),
                events: Type.Integer({ description: "The number of stored events." }),
                oldestEventAt: timeOrNull("When the oldest was recorded; null without one."),
                pruned: Type.Integer({ description: "The number of events that retention has pruned." }),
              },
              { title: "EventLog", description: "The log of a service client.", ...closed },
            ),
            { description: "Those that have a log." },
          ),
        },
        { title: "EventLogs", description: "The event logs.", ...closed },
      ),
    },
    errors: [],
  }),
} as const;
