/** `svc webhooks get`. */
import type { Context } from "../../context.ts";

/** Shows an endpoint. */
export async function run(context: Context, [id = ""]: readonly string[]): Promise<void> {
  context.show(await context.client().webhookEndpoints.get(id));
}
