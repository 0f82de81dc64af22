/** `svc webhooks update`. */
import type { UpdateWebhookEndpoint, WebhookEndpoint } from "@svc/contract";
import type { Context } from "../../context.ts";
import { CommandFailure } from "../../failure.ts";
import { given } from "../paging.ts";

type Flags = { url?: string; eventType?: string[]; description?: string; status?: WebhookEndpoint["status"] };

/** Changes what is given. @throws CommandFailure exit 2 where nothing is. */
export async function run(context: Context, [id = ""]: readonly string[], flags: Flags): Promise<void> {
  const { url, eventType: eventTypes, description, status } = flags;
  const change = given({ url, eventTypes, description, status }) as UpdateWebhookEndpoint;
  if (Object.keys(change).length === 0) {
    throw new CommandFailure(2, "Give what is to change: --url, --event-type, --description or --status.");
  }
  context.show(await context.client().webhookEndpoints.update(id, change));
}
