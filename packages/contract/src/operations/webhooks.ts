/** Operations for webhook endpoints and their deliveries. */
import { Type } from "typebox";
import { Event } from "../event.ts";
import { idField } from "../fields.ts";
import { idPrefixes } from "../ids.ts";
import {
  CreatedWebhookEndpoint,
  CreateWebhookEndpoint,
  RotatedWebhookEndpoint,
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
      "Creates an endpoint that receives future events, signed as defined by Standard Webhooks. The response contains the signing " +
      "secret, which is shown only once: a replay of this response doesn't include it. A service client has one endpoint per URL.",
    idempotency: "optional",
    body: CreateWebhookEndpoint,
    call: { method: "webhookEndpoints.create" },
    command: {
      usage: "webhooks create",
      text: "Create an endpoint. Its signing secret is shown only once",
      examples: [
        "svc webhooks create --url https://hooks.acme.io/svc --event-type connection.needs_reconnect --format json",
      ],
      flags: {
        url: ["--url <url>", "where to send events"],
        eventTypes: ["--event-type <type>", "a type to send, or '*' for all (repeatable)"],
        description: ["--description <text>", "what the endpoint is for"],
      },
      shownBy: "showCreatedEndpoint",
    },
    success: {
      status: 201,
      description: "The new endpoint.",
      schema: CreatedWebhookEndpoint,
      headers: ["Location", "Idempotent-Replayed"],
    },
    errors: ["WEBHOOK_URL_REFUSED", "WEBHOOK_ENDPOINT_EXISTS", "WEBHOOK_ENDPOINTS_TOO_MANY"],
  }),
  listWebhookEndpoints: operation({
    ...common,
    id: "listWebhookEndpoints",
    method: "GET",
    path: endpoints,
    summary: "List webhook endpoints",
    description: "Returns the service client's endpoints, newest first, without their secrets.",
    query: Type.Object({ ...pageQuery }, closed),
    call: { method: "webhookEndpoints.list" },
    command: {
      usage: "webhooks list",
      text: "List endpoints",
      examples: ["svc webhooks list"],
      columns: {
        ENDPOINT: "id",
        STATUS: "status",
        "FAILING SINCE": "failingSince",
        EVENTS: "eventTypes",
        URL: "url",
      },
    },
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
    call: { method: "webhookEndpoints.get" },
    command: {
      usage: "webhooks get <endpoint_id>",
      text: "Show an endpoint",
      examples: ["svc webhooks get whe_…"],
    },
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
    call: { method: "webhookEndpoints.update" },
    command: {
      usage: "webhooks update <endpoint_id>",
      text: "Change, disable or enable an endpoint",
      examples: ["svc webhooks update whe_… --status disabled"],
      flags: {
        url: ["--url <url>", "where to send events"],
        eventTypes: ["--event-type <type>", "replaces the current types (repeatable)"],
        description: ["--description <text>", "what the endpoint is for"],
        status: ["--status <status>", "whether events are sent"],
      },
    },
    success: { status: 200, description: "The updated endpoint.", schema: WebhookEndpoint },
    errors: ["WEBHOOK_ENDPOINT_NOT_FOUND", "WEBHOOK_URL_REFUSED", "WEBHOOK_ENDPOINT_EXISTS"],
  }),
  deleteWebhookEndpoint: operation({
    ...common,
    id: "deleteWebhookEndpoint",
    method: "DELETE",
    path: endpoint,
    summary: "Delete a webhook endpoint",
    description: "Stops sending to the endpoint, and deletes its delivery log.",
    params: ofEndpoint,
    call: { method: "webhookEndpoints.delete" },
    command: {
      usage: "webhooks delete <endpoint_id>",
      text: "Delete an endpoint and its delivery log",
      examples: ["svc webhooks delete whe_…"],
    },
    success: { status: 204, description: "The endpoint was deleted." },
    errors: ["WEBHOOK_ENDPOINT_NOT_FOUND"],
  }),
  rotateWebhookSecret: operation({
    ...common,
    id: "rotateWebhookSecret",
    method: "POST",
    path: `${endpoint}:rotate`,
    summary: "Rotate a webhook endpoint's secret",
    description:
      "Creates a new secret. For 24 hours, every delivery is also signed with the old one. If the response is lost, rotate again: the secret that you had keeps its 24 hours.",
    params: ofEndpoint,
    call: { method: "webhookEndpoints.rotateSecret" },
    command: {
      usage: "webhooks rotate-secret <endpoint_id>",
      text: "Create a new signing secret, shown only once. The old one stays valid for a day",
      examples: ["svc webhooks rotate-secret whe_… --json secret"],
      shownBy: "showNewSecret",
    },
    success: { status: 200, description: "The endpoint with its new secret.", schema: RotatedWebhookEndpoint },
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
    call: { method: "webhookEndpoints.test", result: "event" },
    command: {
      usage: "webhooks test <endpoint_id>",
      text: "Send a test event",
      examples: ["svc webhooks test whe_…"],
      afterwards: "To see the result: svc webhooks deliveries {endpoint_id}",
    },
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
    call: { method: "webhookEndpoints.deliveries", result: "delivery" },
    command: {
      usage: "webhooks deliveries <endpoint_id>",
      text: "List deliveries and their results",
      examples: ["svc webhooks deliveries whe_… --status failed"],
      flags: { status: ["--status <status>", "only those with this status"] },
      columns: {
        EVENT: "event_id",
        TYPE: "type",
        STATUS: "status",
        ATTEMPTS: "attempts",
        "LAST RESPONSE": "lastAttempt.httpStatus ?? lastAttempt.fault",
        "NEXT ATTEMPT": "nextAttemptAt",
      },
    },
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
    call: { method: "webhookEndpoints.redeliver", result: "delivery" },
    command: {
      usage: "webhooks redeliver <endpoint_id> <event_id>",
      text: "Send an event again with the same webhook-id",
      examples: ["svc webhooks redeliver whe_… evt_…"],
    },
    success: { status: 200, description: "The delivery, now pending.", schema: WebhookDelivery },
    errors: ["WEBHOOK_ENDPOINT_NOT_FOUND", "WEBHOOK_ENDPOINT_DISABLED", "EVENT_NOT_FOUND"],
  }),
} as const;
