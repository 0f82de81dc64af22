/** Declares `svc webhooks`. */
import { Option, type Command } from "commander";
import { webhookDeliveryStatuses, webhookEndpointStatuses } from "@svc/contract/values";
import type { AddCommand } from "../add-command.ts";
import { addPageOptions, collect } from "../options.ts";

/** Adds `webhooks` to the program. */
export function addWebhooks(program: Command, add: AddCommand): void {
  const webhooks = program.command("webhooks").description("Manage webhook endpoints and their deliveries");
  add(
    webhooks,
    "create",
    "Create an endpoint. Its signing secret is shown only once",
    ["svc webhooks create --url https://hooks.acme.io/svc --event-type connection.needs_reconnect --format json"],
    () => import("./create.ts"),
  )
    .requiredOption("--url <url>", "where to send events")
    .requiredOption("--event-type <type>", "a type to send, or '*' for all (repeatable)", collect)
    .option("--description <text>", "what the endpoint is for");
  addPageOptions(add(webhooks, "list", "List endpoints", ["svc webhooks list"], () => import("./list.ts")));
  add(webhooks, "get <endpoint_id>", "Show an endpoint", ["svc webhooks get whe_…"], () => import("./get.ts"));
  add(
    webhooks,
    "update <endpoint_id>",
    "Change, disable or enable an endpoint",
    ["svc webhooks update whe_… --status disabled"],
    () => import("./update.ts"),
  )
    .option("--url <url>", "where to send events")
    .option("--event-type <type>", "replaces the current types (repeatable)", collect)
    .option("--description <text>", "what the endpoint is for")
    .addOption(new Option("--status <status>", "whether events are sent").choices(webhookEndpointStatuses));
  add(
    webhooks,
    "delete <endpoint_id>",
    "Delete an endpoint and its delivery log",
    ["svc webhooks delete whe_…"],
    () => import("./delete.ts"),
  );
  const rotateText = "Create a new signing secret, shown only once. The old one stays valid for a day";
  add(
    webhooks,
    "rotate-secret <endpoint_id>",
    rotateText,
    ["svc webhooks rotate-secret whe_… --json secret"],
    () => import("./rotate-secret.ts"),
  );
  add(webhooks, "test <endpoint_id>", "Send a test event", ["svc webhooks test whe_…"], () => import("./test.ts"));
  addPageOptions(
    add(
      webhooks,
      "deliveries <endpoint_id>",
      "List deliveries and their results",
      ["svc webhooks deliveries whe_… --status failed"],
      () => import("./deliveries.ts"),
    ).addOption(new Option("--status <status>", "only those with this status").choices(webhookDeliveryStatuses)),
  );
  add(
    webhooks,
    "listen",
    "For development: send new events to a URL on your machine, signed like those to an endpoint. Ctrl-C stops it",
    [
      "svc webhooks listen --forward-to http://localhost:3000/webhooks/svc",
      "svc webhooks listen --forward-to http://localhost:3000/hooks --events connection.created,connection.needs_reconnect",
      "export WEBHOOK_SECRET=$(svc webhooks listen --print-secret)",
    ],
    () => import("./listen.ts"),
  )
    .option("--forward-to <url>", "where to send events: https, or http to this machine")
    .option("--events <types>", "only events of these types, separated by commas")
    .option(
      "--secret-file <file>",
      "a file with the signing secret, - for standard input; by default this machine's own",
    )
    .option("--print-secret", "print the signing secret and exit");
  const redeliverText = "Send an event again with the same webhook-id";
  add(
    webhooks,
    "redeliver <endpoint_id> <event_id>",
    redeliverText,
    ["svc webhooks redeliver whe_… msg_…"],
    () => import("./redeliver.ts"),
  );
}
