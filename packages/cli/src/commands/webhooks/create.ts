/** `svc webhooks create`: like rotate-secret, prints a signing secret, and only on stdout. */
import type { CreateWebhookEndpoint } from "@svc/contract";
import type { Context } from "../../context.ts";
import { dropUndefined } from "../paging.ts";

/** Creates an endpoint. */
export async function run(
  context: Context,
  _args: readonly string[],
  flags: { url: string; eventType: string[]; description?: string },
): Promise<void> {
  const { url, eventType: eventTypes, description } = flags;
  // The server checks the types, because a newer server may know more of them.
  const body = { url, eventTypes, ...dropUndefined({ description }) } as CreateWebhookEndpoint;
  context.show(await context.client().webhookEndpoints.create(body));
  context.say("The secret isn't shown again. Store it where the receiver of the events keeps its secrets.");
}
