/** How commands whose code is generated print results that need more than their fields. */
import type {
  CreatedDelegatedToken,
  CreatedWebhookEndpoint,
  RotatedWebhookEndpoint,
  Tenant,
  TestedConnection,
} from "@svc/contract";
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

/** Prints a new tenant, and on stderr what to paste for the next commands. */
export function showNewTenant(context: Context, tenant: Tenant): void {
  context.show(tenant);
  context.say(`To act for it in the next commands:\n  export SVC_TENANT_ID=${tenant.id}`);
}

/** Prints a new token, only on stdout. */
export function showNewToken(context: Context, created: CreatedDelegatedToken): void {
  context.show(created);
  if (created.token !== undefined && context.options.format === "table") {
    context.io.out(`\nexport SVC_TOKEN=${created.token}\n`);
  }
  context.say(
    created.token === undefined
      ? `This key was used before: this is the token that it created, which was shown only then. If you don't have it, revoke it with: svc tokens revoke ${created.id}`
      : "The token isn't shown again. Pass it to the agent in an environment variable, not in an argument.",
  );
}

/** Prints a new endpoint with its secret, only on stdout. */
export function showCreatedEndpoint(context: Context, endpoint: CreatedWebhookEndpoint): void {
  context.show(endpoint);
  context.say(
    endpoint.secret === undefined
      ? `This key was used before: this is the endpoint that it created. Its secret was shown only then. If you don't have it, create another with: svc webhooks rotate-secret ${endpoint.id}`
      : "The secret isn't shown again. Store it where the receiver of the events keeps its secrets.",
  );
}

/** Prints an endpoint with its new secret, only on stdout. */
export function showNewSecret(context: Context, endpoint: RotatedWebhookEndpoint): void {
  context.show(endpoint);
  context.say("The secret isn't shown again.");
  if (endpoint.previousSecretExpiresAt !== null) {
    context.say(`Until ${endpoint.previousSecretExpiresAt}, deliveries are also signed with the old one.`);
  }
}
