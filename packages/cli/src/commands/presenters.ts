/** How commands whose code is generated print results that need more than their fields. */
import type { TestedConnection, CreatedWebhookEndpoint } from "@svc/contract";
import type { Context } from "../context.ts";
import { CommandFailure } from "../failure.ts";

export { showExecution, showOutcome } from "./executions/show.ts";

/**
 * Prints the test of a connection.
 * @throws CommandFailure exit 1, after printing, if the provider rejects its credential.
 */
export function showTest(context: Context, result: TestedConnection): void {
  context.show(result);
  if (!result.ok) {
    throw new CommandFailure(1, result.error?.detail ?? "The provider rejects the connection's credential.", null);
  }
}

/** Prints an endpoint with its new secret, only on stdout. */
export function showNewSecret(context: Context, endpoint: CreatedWebhookEndpoint): void {
  context.show(endpoint);
  context.say("The secret isn't shown again.");
  if (endpoint.previousSecretExpiresAt !== null) {
    context.say(`Until ${endpoint.previousSecretExpiresAt}, deliveries are also signed with the old one.`);
  }
}
