/** Webhook endpoints, and the log of what was sent to them. */
import type {
  CreatedWebhookEndpoint,
  CreateWebhookEndpoint,
  Event,
  UpdateWebhookEndpoint,
  WebhookDelivery,
  WebhookEndpoint,
} from "@svc/contract";
import { at, createList, pageOf, type List } from "./listing.ts";
import { segment } from "./paths.ts";
import type { ApiRequest, CallOptions, Transport } from "./transport.ts";

/** Calls on webhook endpoints; made by `client.webhookEndpoints`. */
export type WebhooksScope = ReturnType<typeof createWebhooksScope>;

/** @param transport what carries the calls. */
export function createWebhooksScope(transport: Transport) {
  const base = "/v1/webhook-endpoints";
  const pathOf = (id: string): string => `${base}/${segment(id)}`;
  const call = async <Result>(request: ApiRequest): Promise<Result> => (await transport.send(request)).body as Result;
  const page = <Item>(path: string, name: string, query: ApiRequest["query"], options?: CallOptions): List<Item> =>
    createList(async (cursor) =>
      pageOf(await call({ method: "GET", path, query: { ...query, ...at(cursor) }, options }), name),
    );
  return {
    /** The answer holds the signing secret, this once. */
    create: async (body: CreateWebhookEndpoint, options?: CallOptions): Promise<CreatedWebhookEndpoint> =>
      call({ method: "POST", path: base, body, options }),
    list: (query: { limit?: number; cursor?: string } = {}, options?: CallOptions): List<WebhookEndpoint> =>
      page(base, "webhookEndpoints", query, options),
    get: async (id: string, options?: CallOptions): Promise<WebhookEndpoint> =>
      call({ method: "GET", path: pathOf(id), options }),
    /** Changes what is given; `status` disables and enables. */
    update: async (id: string, body: UpdateWebhookEndpoint, options?: CallOptions): Promise<WebhookEndpoint> =>
      call({ method: "PATCH", path: pathOf(id), body, options }),
    delete: async (id: string, options?: CallOptions): Promise<void> => {
      await call({ method: "DELETE", path: pathOf(id), options });
    },
    /** Makes a new secret; for 24 hours deliveries are signed by both. */
    rotateSecret: async (id: string, options?: CallOptions): Promise<CreatedWebhookEndpoint> =>
      call({ method: "POST", path: `${pathOf(id)}:rotate`, options }),
    /** Sends an event of type `webhook_endpoint.test` to this endpoint. */
    test: async (id: string, options?: CallOptions): Promise<Event> =>
      call({ method: "POST", path: `${pathOf(id)}:test`, options }),
    deliveries: (
      id: string,
      query: { status?: WebhookDelivery["status"]; limit?: number; cursor?: string } = {},
      options?: CallOptions,
    ): List<WebhookDelivery> => page(`${pathOf(id)}/deliveries`, "deliveries", query, options),
    /** Sends an event again, at once and under the same `webhook-id`. */
    redeliver: async (id: string, eventId: string, options?: CallOptions): Promise<WebhookDelivery> =>
      call({ method: "POST", path: `${pathOf(id)}/deliveries/${segment(eventId)}:redeliver`, options }),
  };
}
