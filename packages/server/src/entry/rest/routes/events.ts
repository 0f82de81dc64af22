/** The calling service client's audit trail, event log and webhook endpoints. */
import { operations, type WebhookEndpoint } from "@svc/contract";
import { createIdempotently, type KeyDeps } from "../../../domain/idempotency/run-idempotently.ts";
import type { Events, AuditEvents } from "../../../domain/journal/events.ts";
import { keyOr, noStore, toReply } from "../context.ts";
import { serveCaller, type RouteDeps } from "../routes.ts";
import type { Webhooks } from "../../../domain/webhooks/endpoints.ts";

/** Registers the routes. */
export function serveEvents(deps: RouteDeps, { events }: { events: Events }): void {
  serveCaller(deps, operations.listEvents, async (context) => ({
    body: await events.list(context.caller, context.query()),
  }));
  serveCaller(deps, operations.getEvent, async ({ caller, params }) => ({
    body: await events.get(caller, params.event_id),
  }));
}

/** Registers the route. */
export function serveAudit(deps: RouteDeps, services: { auditEvents: AuditEvents }): void {
  serveCaller(deps, operations.listAuditEvents, async (context) => ({
    body: await services.auditEvents.list(context.caller, context.query()),
  }));
}

/** Registers the routes. */
export function serveWebhooks(
  deps: RouteDeps,
  services: { webhooks: Webhooks; keys: KeyDeps; newKey: () => string },
): void {
  const { webhooks, keys, newKey } = services;
  serveCaller(deps, operations.createWebhookEndpoint, async (context) => {
    const body = context.body();
    const scope = keyOr(context, "-", newKey);
    const response = await createIdempotently(keys, scope, context.identity(), (claim) =>
      webhooks.create(context.caller, body, claim),
    );
    const { id } = response.body as WebhookEndpoint;
    return toReply(response, { ...noStore, location: `/v1/webhook-endpoints/${id}` });
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
