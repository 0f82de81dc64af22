/** `svc webhooks redeliver`. */
import type { Context } from "../../context.ts";

/** Sends an event again. */
export async function run(context: Context, [id = "", eventId = ""]: readonly string[]): Promise<void> {
  context.show(await context.client().webhookEndpoints.redeliver(id, eventId));
}
