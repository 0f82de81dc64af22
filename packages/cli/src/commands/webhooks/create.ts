/** `svc webhooks create`: with rotate-secret the one place where a signing secret is printed, and on stdout only. */
import type { CreateWebhookEndpoint } from "@svc/contract";
import type { Context } from "../../context.ts";
import { given } from "../paging.ts";

/** Makes an endpoint. */
export async function run(
  context: Context,
  _args: readonly string[],
  flags: { url: string; eventType: string[]; description?: string },
): Promise<void> {
  const { url, eventType: eventTypes, description } = flags;
  // The server judges the types: a later one may know more of them.
  const body = { url, eventTypes, ...given({ description }) } as CreateWebhookEndpoint;
  context.show(await context.client().webhookEndpoints.create(body));
  context.say("The secret is not shown again. Keep it where the receiver of the events keeps its secrets.");
}
