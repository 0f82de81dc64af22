/** Webhook endpoints, and the log of deliveries to them. */
import type {
  CreatedWebhookEndpoint,
  CreateWebhookEndpoint,
  Event,
  UpdateWebhookEndpoint,
  WebhookDelivery,
  WebhookEndpoint,
} from "@svc/contract";
import { cursorQuery, createList, parsePage, type List } from "./listing.ts";
import { segment } from "./paths.ts";
import type { ApiRequest, CallOptions, Transport } from "./transport.ts";

/** The calls for webhook endpoints; returned by `client.webhookEndpoints`. */
export type WebhooksScope = ReturnType<typeof createWebhooksScope>;

/** @param transport sends the requests. */
export function createWebhooksScope(transport: Transport) {
  const base = "/v1/webhook-endpoints";
  const pathOf = (id: string): string => `${base}/${segment(id)}`;
  const call = async <Result>(request: ApiRequest): Promise<Result> => (await transport.send(request)).body as Result;
  const page = <Item>(path: string, name: string, query: ApiRequest["query"], options?: CallOptions): List<Item> =>
    createList(async (cursor) =>
      parsePage(await call({ method: "GET", path, query: { ...query, ...cursorQuery(cursor) }, options }), name),
    );
  return {
    /** Returns the signing secret, only this once. */
    create: async (body: CreateWebhookEndpoint, options?: CallOptions): Promise<CreatedWebhookEndpoint> =>
      call({ method: "POST", path: base, body, options }),
    list: (query: { limit?: number; cursor?: string } = {}, options?: CallOptions): List<WebhookEndpoint> =>
      page(base, "webhookEndpoints", query, options),
    get: async (id: string, options?: CallOptions): Promise<WebhookEndpoint> =>
      call({ method: "GET", path: pathOf(id), options }),
    /** Changes the given fields; `status` disables and enables the endpoint. */
    update: async (id: string, body: UpdateWebhookEndpoint, options?: CallOptions): Promise<WebhookEndpoint> =>
      call({ method: "PATCH", path: pathOf(id), body, options }),
    delete: async (id: string, options?: CallOptions): Promise<void> => {
      await call({ method: "DELETE", path: pathOf(id), options });
    },
    /** Creates a new secret; for 24 hours, deliveries are signed with both. */
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
    /** Sends an event again now, with the same `webhook-id`. */
    redeliver: async (id: string, eventId: string, options?: CallOptions): Promise<WebhookDelivery> =>
      call({ method: "POST", path: `${pathOf(id)}/deliveries/${segment(eventId)}:redeliver`, options }),
  };
}
