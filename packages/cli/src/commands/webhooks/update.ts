/** `svc webhooks update`. */
import type { UpdateWebhookEndpoint, WebhookEndpoint } from "@svc/contract";
import type { Context } from "../../context.ts";
import { CommandFailure } from "../../failure.ts";
import { dropUndefined } from "../paging.ts";

type Flags = { url?: string; eventType?: string[]; description?: string; status?: WebhookEndpoint["status"] };

/** Changes the given fields. @throws CommandFailure exit 2 if there are none. */
export async function run(context: Context, [id = ""]: readonly string[], flags: Flags): Promise<void> {
  const { url, eventType: eventTypes, description, status } = flags;
  const change = dropUndefined({ url, eventTypes, description, status }) as UpdateWebhookEndpoint;
  if (Object.keys(change).length === 0) {
    throw new CommandFailure(2, "Pass at least one of --url, --event-type, --description and --status.");
  }
  context.show(await context.client().webhookEndpoints.update(id, change));
}
