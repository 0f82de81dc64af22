/** The calling service client's webhook endpoints. */
import { operations, type CreateWebhookEndpoint, type UpdateWebhookEndpoint } from "@svc/contract";
import type { PageQuery } from "../../../domain/tenants/tenants.ts";
import type { DeliveryQuery, Webhooks } from "../../../domain/webhooks/endpoints.ts";
import type { CallerContext } from "../context.ts";
import { serveCaller, type RouteDeps } from "../routes.ts";

const idOf = ({ params }: Pick<CallerContext, "params">): string => params["webhook_endpoint_id"] ?? "";

/** Registers the routes. */
export function serveWebhooks(deps: RouteDeps, { webhooks }: { webhooks: Webhooks }): void {
  serveCaller(deps, operations.createWebhookEndpoint, async (context) => {
    const body = await webhooks.create(context.caller, context.body() as CreateWebhookEndpoint);
    return { status: 201, body, headers: { location: `/v1/webhook-endpoints/${body.id}` } };
  });
  serveCaller(deps, operations.listWebhookEndpoints, async (context) => ({
    body: await webhooks.list(context.caller, context.query() as PageQuery),
  }));
  serveCaller(deps, operations.getWebhookEndpoint, async (context) => ({
    body: await webhooks.get(context.caller, idOf(context)),
  }));
  serveCaller(deps, operations.updateWebhookEndpoint, async (context) => {
    await webhooks.get(context.caller, idOf(context));
    return { body: await webhooks.update(context.caller, idOf(context), context.body() as UpdateWebhookEndpoint) };
  });
  serveCaller(deps, operations.deleteWebhookEndpoint, async (context) => {
    await webhooks.remove(context.caller, idOf(context));
    return { status: 204 };
  });
  serveCaller(deps, operations.rotateWebhookSecret, async (context) => ({
    body: await webhooks.rotate(context.caller, idOf(context)),
  }));
  serveCaller(deps, operations.testWebhookEndpoint, async (context) => ({
    body: await webhooks.test(context.caller, idOf(context)),
  }));
  serveCaller(deps, operations.listWebhookDeliveries, async (context) => ({
    body: await webhooks.deliveries(context.caller, idOf(context), context.query() as DeliveryQuery),
  }));
  serveCaller(deps, operations.redeliverEvent, async (context) => ({
    body: await webhooks.redeliver(context.caller, idOf(context), context.params["event_id"] ?? ""),
  }));
}
