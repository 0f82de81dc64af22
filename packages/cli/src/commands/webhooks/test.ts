/** `svc webhooks test`. */
import type { Context } from "../../context.ts";

/** Has a test event sent. */
export async function run(context: Context, [id = ""]: readonly string[]): Promise<void> {
  context.show(await context.client().webhookEndpoints.test(id));
  context.say(`What came of it: svc webhooks deliveries ${id}`);
}
