/** The calling service client's webhook endpoints. */
import { operations } from "@svc/contract";
import type { Webhooks } from "../../../domain/webhooks/endpoints.ts";
import { serveCaller, type RouteDeps } from "../routes.ts";

/** Registers the routes. */
export function serveWebhooks(deps: RouteDeps, { webhooks }: { webhooks: Webhooks }): void {
  serveCaller(deps, operations.createWebhookEndpoint, async (context) => {
    const body = await webhooks.create(context.caller, context.body());
    return { status: 201, body, headers: { location: `/v1/webhook-endpoints/${body.id}` } };
  });
  serveCaller(deps, operations.listWebhookEndpoints, async (context) => ({
    body: await webhooks.list(context.caller, context.query()),
  }));
  serveCaller(deps, operations.getWebhookEndpoint, async (context) => ({
    body: await webhooks.get(context.caller, context.params.webhook_endpoint_id),
  }));
  serveCaller(deps, operations.updateWebhookEndpoint, async (context) => {
    await webhooks.get(context.caller, context.params.webhook_endpoint_id);
    return { body: await webhooks.update(context.caller, context.params.webhook_endpoint_id, context.body()) };
  });
  serveCaller(deps, operations.deleteWebhookEndpoint, async (context) => {
    await webhooks.remove(context.caller, context.params.webhook_endpoint_id);
    return { status: 204 };
  });
  serveCaller(deps, operations.rotateWebhookSecret, async (context) => ({
    body: await webhooks.rotate(context.caller, context.params.webhook_endpoint_id),
  }));
  serveCaller(deps, operations.testWebhookEndpoint, async (context) => ({
    body: await webhooks.test(context.caller, context.params.webhook_endpoint_id),
  }));
  serveCaller(deps, operations.listWebhookDeliveries, async (context) => ({
    body: await webhooks.deliveries(context.caller, context.params.webhook_endpoint_id, context.query()),
  }));
  serveCaller(deps, operations.redeliverEvent, async (context) => ({
    body: await webhooks.redeliver(context.caller, context.params.webhook_endpoint_id, context.params.event_id),
  }));
}
