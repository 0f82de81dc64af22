/** Commands for webhook endpoints. */
import { Option, type Command } from "commander";
import type { AddCommand } from "./add-command.ts";
import { webhookDeliveryStatuses, webhookEndpointStatuses } from "@svc/contract/values";

function collect(value: string, before: string[] | undefined): string[] {
  return [...(before ?? []), value];
}

/** webhooks. */
export function addWebhookCommands(program: Command, add: AddCommand): void {
  const webhooks = program.command("webhooks").description("Manage webhook endpoints and their deliveries");
  add(
    webhooks,
    "create",
    "Create an endpoint. Its signing secret is shown only once",
    () => import("../commands/webhooks/create.ts"),
  )
    .requiredOption("--url <url>", "where to send events")
    .requiredOption("--event-type <type>", "a type to send, or '*' for all (repeatable)", collect)
    .option("--description <text>", "what the endpoint is for");
  add(webhooks, "list", "List endpoints", () => import("../commands/webhooks/list.ts"))
    .option("--limit <n>", "items per page (1-100)")
    .option("--cursor <cursor>", "cursor of the page to show");
  add(webhooks, "get <endpoint_id>", "Show an endpoint", () => import("../commands/webhooks/get.ts"));
  add(
    webhooks,
    "update <endpoint_id>",
    "Change, disable or enable an endpoint",
    () => import("../commands/webhooks/update.ts"),
  )
    .option("--url <url>", "where to send events")
    .option("--event-type <type>", "replaces the current types (repeatable)", collect)
    .option("--description <text>", "what the endpoint is for")
    .addOption(new Option("--status <status>", "whether events are sent").choices(webhookEndpointStatuses));
  add(
    webhooks,
    "delete <endpoint_id>",
    "Delete an endpoint and the log of its deliveries",
    () => import("../commands/webhooks/delete.ts"),
  );
  add(
    webhooks,
    "rotate-secret <endpoint_id>",
    "Create a new signing secret, shown only once. The old one stays valid for a day",
    () => import("../commands/webhooks/rotate-secret.ts"),
  );
  add(webhooks, "test <endpoint_id>", "Send a test event", () => import("../commands/webhooks/test.ts"));
  add(
    webhooks,
    "deliveries <endpoint_id>",
    "List deliveries and their results",
    () => import("../commands/webhooks/deliveries.ts"),
  )
    .addOption(new Option("--status <status>", "only those with this status").choices(webhookDeliveryStatuses))
    .option("--limit <n>", "items per page (1-100)")
    .option("--cursor <cursor>", "cursor of the page to show");
  add(
    webhooks,
    "redeliver <endpoint_id> <event_id>",
    "Send an event again with the same webhook-id",
    () => import("../commands/webhooks/redeliver.ts"),
  );
  webhooks.addHelpText(
    "after",
    `
Examples:
  svc webhooks create --url https://hooks.acme.io/svc --event-type connection.needs_reconnect --format json
  svc webhooks deliveries whe_… --status failed
  svc webhooks redeliver whe_… msg_…`,
  );
}
