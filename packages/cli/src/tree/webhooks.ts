/** Commands about where events are sent. */
import { Option, type Command } from "commander";
import type { AddCommand } from "./add-command.ts";
import { webhookDeliveryStatuses, webhookEndpointStatuses } from "@svc/contract/values";

function collect(value: string, before: string[] | undefined): string[] {
  return [...(before ?? []), value];
}

/** webhooks. */
export function addWebhookCommands(program: Command, add: AddCommand): void {
  const webhooks = program.command("webhooks").description("endpoints that events are sent to, and what was sent");
  add(
    webhooks,
    "create",
    "make an endpoint; its signing secret is printed this once",
    () => import("../commands/webhooks/create.ts"),
  )
    .requiredOption("--url <url>", "where events are sent")
    .requiredOption("--event-type <type>", "a type to send, or '*' for all; repeat it for more", collect)
    .option("--description <text>", "what it is for");
  add(webhooks, "list", "list endpoints", () => import("../commands/webhooks/list.ts"))
    .option("--limit <n>", "items a page, 1 to 100")
    .option("--cursor <cursor>", "where the page starts");
  add(webhooks, "get <endpoint_id>", "show an endpoint", () => import("../commands/webhooks/get.ts"));
  add(
    webhooks,
    "update <endpoint_id>",
    "change, disable or enable an endpoint",
    () => import("../commands/webhooks/update.ts"),
  )
    .option("--url <url>", "where events are sent")
    .option("--event-type <type>", "replaces the types; repeat it for more", collect)
    .option("--description <text>", "what it is for")
    .addOption(new Option("--status <status>", "whether events are sent").choices(webhookEndpointStatuses));
  add(
    webhooks,
    "delete <endpoint_id>",
    "delete an endpoint and the log of its deliveries",
    () => import("../commands/webhooks/delete.ts"),
  );
  add(
    webhooks,
    "rotate-secret <endpoint_id>",
    "make a new signing secret, printed this once; the old one signs for a day more",
    () => import("../commands/webhooks/rotate-secret.ts"),
  );
  add(webhooks, "test <endpoint_id>", "send a test event", () => import("../commands/webhooks/test.ts"));
  add(
    webhooks,
    "deliveries <endpoint_id>",
    "list what was sent and what came of it",
    () => import("../commands/webhooks/deliveries.ts"),
  )
    .addOption(new Option("--status <status>", "only those in this state").choices(webhookDeliveryStatuses))
    .option("--limit <n>", "items a page, 1 to 100")
    .option("--cursor <cursor>", "where the page starts");
  add(
    webhooks,
    "redeliver <endpoint_id> <event_id>",
    "send an event again, under the same webhook-id",
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
