/** The calling service client's webhook endpoints. */
import { operations, type CreateWebhookEndpoint, type UpdateWebhookEndpoint } from "@svc/contract";
import type { PageQuery } from "../../../domain/paging/page.ts";
import type { DeliveryQuery, Webhooks } from "../../../domain/webhooks/endpoints.ts";
import type { CallerContext } from "../context.ts";
import { serveCaller, type RouteDeps } from "../routes.ts";

const readId = ({ params }: Pick<CallerContext, "params">): string => params["webhook_endpoint_id"] ?? "";

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
    body: await webhooks.get(context.caller, readId(context)),
  }));
  serveCaller(deps, operations.updateWebhookEndpoint, async (context) => {
    await webhooks.get(context.caller, readId(context));
    return { body: await webhooks.update(context.caller, readId(context), context.body() as UpdateWebhookEndpoint) };
  });
  serveCaller(deps, operations.deleteWebhookEndpoint, async (context) => {
    await webhooks.remove(context.caller, readId(context));
    return { status: 204 };
  });
  serveCaller(deps, operations.rotateWebhookSecret, async (context) => ({
    body: await webhooks.rotate(context.caller, readId(context)),
  }));
  serveCaller(deps, operations.testWebhookEndpoint, async (context) => ({
    body: await webhooks.test(context.caller, readId(context)),
  }));
  serveCaller(deps, operations.listWebhookDeliveries, async (context) => ({
    body: await webhooks.deliveries(context.caller, readId(context), context.query() as DeliveryQuery),
  }));
  serveCaller(deps, operations.redeliverEvent, async (context) => ({
    body: await webhooks.redeliver(context.caller, readId(context), context.params["event_id"] ?? ""),
  }));
}
