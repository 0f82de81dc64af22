/** The administration of webhook endpoints. */
import type { ServiceClients } from "../service-clients/service-clients.ts";
import { createWebhookOperations } from "../webhooks/operating.ts";
import type { Administration, AdministrationDeps } from "./port.ts";

type WebhookAdministration = Pick<
  Administration,
  | "listWebhookEndpoints"
  | "listEndpointDeliveries"
  | "disableWebhookEndpoint"
  | "enableWebhookEndpoint"
  | "redeliverToEndpoint"
  | "listEventLogs"
>;

/** Creates the operations. */
export function createWebhookAdministration(
  { store, platform, actor, eventRetentionDays }: AdministrationDeps,
  clients: Pick<ServiceClients, "find">,
): WebhookAdministration {
  const webhooks = createWebhookOperations({ store: store.webhooks, events: store.events, platform, actor });
  return {
    async listWebhookEndpoints({ query: { serviceClient } }) {
      const clientId = serviceClient === undefined ? null : (await clients.find(serviceClient)).id;
      return { webhookEndpoints: await webhooks.list(clientId) };
    },
    async listEndpointDeliveries({ params, query: { status = null, limit = 20 } }) {
      return { deliveries: await webhooks.deliveries(params.webhook_endpoint_id, { status, limit }) };
    },
    disableWebhookEndpoint: ({ params }) => webhooks.disable(params.webhook_endpoint_id),
    enableWebhookEndpoint: ({ params }) => webhooks.enable(params.webhook_endpoint_id),
    redeliverToEndpoint: ({ params }) => webhooks.redeliver(params.webhook_endpoint_id, params.event_id),
    listEventLogs: async () => ({ eventRetentionDays: eventRetentionDays(), logs: await webhooks.logs() }),
  };
}
