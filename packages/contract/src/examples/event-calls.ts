/** The example requests for events and webhook endpoints, as calls of the SDKs and of the command line. */
import { eventExamples } from "./event-examples.ts";
import { javascript, pythonCall } from "./literals.ts";
import { exampleIds as ids } from "./resources.ts";
import { listed, same } from "./sdk-call.ts";

const { createWebhookEndpoint } = eventExamples;

/** The calls by operation. */
export const eventCalls = {
  listEvents: listed(
    "event",
    'client.events.list({ type: "action_execution.outcome_unknown" })',
    'client.events.list(type="action_execution.outcome_unknown")',
    "svc events list --type action_execution.outcome_unknown",
  ),
  getEvent: same("event", `client.events.get("${ids.event}")`, null),
  createWebhookEndpoint: {
    typescript: `const endpoint = await client.webhookEndpoints.create(${javascript(createWebhookEndpoint.body, 50)});`,
    python: pythonCall("endpoint = client.webhook_endpoints.create", [], createWebhookEndpoint.body),
    cli: [
      "svc webhooks create --url https://hooks.example.com/svc --description 'On-call alerts' \\",
      "  --event-type action_execution.outcome_unknown --event-type connection.needs_reconnect",
    ].join("\n"),
  },
  listWebhookEndpoints: listed(
    "endpoint",
    "client.webhookEndpoints.list()",
    "client.webhook_endpoints.list()",
    "svc webhooks list",
  ),
  getWebhookEndpoint: same(
    "endpoint",
    `client.webhookEndpoints.get("${ids.webhookEndpoint}")`,
    `svc webhooks get ${ids.webhookEndpoint}`,
  ),
  updateWebhookEndpoint: {
    typescript: `const endpoint = await client.webhookEndpoints.update("${ids.webhookEndpoint}", { status: "disabled" });`,
    python: `endpoint = client.webhook_endpoints.update("${ids.webhookEndpoint}", status="disabled")`,
    cli: `svc webhooks update ${ids.webhookEndpoint} --status disabled`,
  },
  deleteWebhookEndpoint: same(
    null,
    `client.webhookEndpoints.delete("${ids.webhookEndpoint}")`,
    `svc webhooks delete ${ids.webhookEndpoint}`,
  ),
  rotateWebhookSecret: same(
    "endpoint",
    `client.webhookEndpoints.rotateSecret("${ids.webhookEndpoint}")`,
    `svc webhooks rotate-secret ${ids.webhookEndpoint}`,
  ),
  testWebhookEndpoint: same(
    "event",
    `client.webhookEndpoints.test("${ids.webhookEndpoint}")`,
    `svc webhooks test ${ids.webhookEndpoint}`,
  ),
  listWebhookDeliveries: listed(
    "delivery",
    `client.webhookEndpoints.deliveries("${ids.webhookEndpoint}", { status: "delivered" })`,
    `client.webhook_endpoints.deliveries("${ids.webhookEndpoint}", status="delivered")`,
    `svc webhooks deliveries ${ids.webhookEndpoint} --status delivered`,
  ),
  redeliverEvent: same(
    "delivery",
    `client.webhookEndpoints.redeliver("${ids.webhookEndpoint}", "${ids.event}")`,
    `svc webhooks redeliver ${ids.webhookEndpoint} ${ids.event}`,
  ),
};
