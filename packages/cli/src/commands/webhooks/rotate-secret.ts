/** `svc webhooks rotate-secret`. */
import type { Context } from "../../context.ts";

/** Makes a new signing secret and prints it. */
export async function run(context: Context, [id = ""]: readonly string[]): Promise<void> {
  const endpoint = await context.client().webhookEndpoints.rotateSecret(id);
  context.show(endpoint);
  context.say("The secret is not shown again.");
  if (endpoint.previousSecretExpiresAt !== null)
    context.say(`Until ${endpoint.previousSecretExpiresAt} deliveries are signed by the old one as well.`);
}
