/** The calls of `client.webhookEndpoints`, generated from the contract's operations by `npm run generate`. */
import type {
  CreateWebhookEndpoint,
  CreatedWebhookEndpoint,
  Event,
  RotatedWebhookEndpoint,
  UpdateWebhookEndpoint,
  WebhookDelivery,
  WebhookEndpoint,
} from "@svc/contract";
import type { Calls } from "../calls.ts";
import type { List } from "../listing.ts";
import { segment } from "../paths.ts";
import type { CallOptions, KeyedOptions } from "../transport.ts";

/** The calls of `client.webhookEndpoints`. */
export type WebhookEndpointsScope = ReturnType<typeof createWebhookEndpointsScope>;

/** @param calls sends the requests. */
export function createWebhookEndpointsScope(calls: Calls) {
  return {
    /**
     * Creates an endpoint that receives future events, signed as defined by Standard Webhooks. The response contains
     * the signing secret, which is shown only once: a replay of this response doesn't include it. A service client
     * has one endpoint per URL.
     */
    create: async (body: CreateWebhookEndpoint, options: KeyedOptions = {}): Promise<CreatedWebhookEndpoint> =>
      calls.call({
        method: "POST",
        path: "/v1/webhook-endpoints",
        body,
        idempotencyKey: options.idempotencyKey ?? calls.newKey(),
        options,
      }),
    /** Returns the service client's endpoints, newest first, without their secrets. */
    list: (query: { limit?: number; cursor?: string } = {}, options?: CallOptions): List<WebhookEndpoint> =>
      calls.page<WebhookEndpoint>("/v1/webhook-endpoints", "webhookEndpoints", query, options),
    /** Returns an endpoint, without its secret. */
    get: async (webhookEndpointId: string, options?: CallOptions): Promise<WebhookEndpoint> =>
      calls.call({ method: "GET", path: `/v1/webhook-endpoints/${segment(webhookEndpointId)}`, options }),
    /**
     * Changes the fields that you send. An endpoint that is enabled again receives its pending deliveries and future
     * events; read the events in between from the event log.
     */
    update: async (
      webhookEndpointId: string,
      body: UpdateWebhookEndpoint,
      options?: CallOptions,
    ): Promise<WebhookEndpoint> =>
      calls.call({ method: "PATCH", path: `/v1/webhook-endpoints/${segment(webhookEndpointId)}`, body, options }),
    /** Stops sending to the endpoint, and deletes its delivery log. */
    delete: async (webhookEndpointId: string, options?: CallOptions): Promise<void> =>
      calls.call({ method: "DELETE", path: `/v1/webhook-endpoints/${segment(webhookEndpointId)}`, options }),
    /**
     * Creates a new secret. For 24 hours, every delivery is also signed with the old one. If the response is lost,
     * rotate again: the secret that you had keeps its 24 hours.
     */
    rotateSecret: async (webhookEndpointId: string, options?: CallOptions): Promise<RotatedWebhookEndpoint> =>
      calls.call({ method: "POST", path: `/v1/webhook-endpoints/${segment(webhookEndpointId)}:rotate`, options }),
    /** Creates an event of type `webhook_endpoint.test` for this endpoint only, whatever its `eventTypes`. */
    test: async (webhookEndpointId: string, options?: CallOptions): Promise<Event> =>
      calls.call({ method: "POST", path: `/v1/webhook-endpoints/${segment(webhookEndpointId)}:test`, options }),
    /** Returns past and pending deliveries to an endpoint, newest event first. Bodies aren't kept. */
    deliveries: (
      webhookEndpointId: string,
      query: { status?: "pending" | "delivered" | "failed"; limit?: number; cursor?: string } = {},
      options?: CallOptions,
    ): List<WebhookDelivery> =>
      calls.page<WebhookDelivery>(
        `/v1/webhook-endpoints/${segment(webhookEndpointId)}/deliveries`,
        "deliveries",
        query,
        options,
      ),
    /**
     * Sends the event immediately, with the same `webhook-id` and a full set of attempts, even if it was delivered
     * before.
     */
    redeliver: async (webhookEndpointId: string, eventId: string, options?: CallOptions): Promise<WebhookDelivery> =>
      calls.call({
        method: "POST",
        path: `/v1/webhook-endpoints/${segment(webhookEndpointId)}/deliveries/${segment(eventId)}:redeliver`,
        options,
      }),
  };
}
