/** `svc webhooks test`. */
import type { Context } from "../../context.ts";

/** Sends a test event. */
export async function run(context: Context, [id = ""]: readonly string[]): Promise<void> {
  context.show(await context.client().webhookEndpoints.test(id));
  context.say(`To see the result: svc webhooks deliveries ${id}`);
}
