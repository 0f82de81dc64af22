/** `svc webhooks rotate-secret`. */
import type { Context } from "../../context.ts";

/** Creates a new signing secret and prints it. */
export async function run(context: Context, [id = ""]: readonly string[]): Promise<void> {
  const endpoint = await context.client().webhookEndpoints.rotateSecret(id);
  context.show(endpoint);
  context.say("The secret isn't shown again.");
  if (endpoint.previousSecretExpiresAt !== null)
    context.say(`Until ${endpoint.previousSecretExpiresAt}, deliveries are also signed with the old one.`);
}
