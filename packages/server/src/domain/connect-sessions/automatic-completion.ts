/**
 * Warns the operator about Connect sessions in a live deployment that complete without their backend's confirmation.
 */
import type { ServiceClientStore } from "../service-clients/port.ts";
import { mustConfirm } from "./request.ts";

/**
 * Returns a warning that names the service clients whose sessions may complete automatically; null if there are none,
 * or in a sandbox.
 */
export async function automaticCompletionWarning(deployment: {
  sandbox: boolean;
  requireConfirmedCompletion: boolean;
  serviceClients: Pick<ServiceClientStore, "list">;
}): Promise<string | null> {
  if (deployment.sandbox) return null;
  const clients = (await deployment.serviceClients.list()).map(({ client }) => client);
  const automatic = clients.filter((client) => client.revokedAt === null && !mustConfirm(deployment, client));
  if (automatic.length === 0) return null;
  const named = automatic.slice(0, namesMax).map(({ name }) => name);
  const rest = automatic.length - named.length;
  return (
    `Connect sessions of ${named.join(", ")}${rest === 0 ? "" : ` and ${rest} more`} complete without a confirmation by ` +
    "their backend: if a link is sent to the wrong person, that person's account is connected. Run svc-server " +
    "service-clients update <client> --completion confirmed, or set SVC_REQUIRE_CONFIRMED_COMPLETION=true " +
    "(docs/connect.md, Confirmed completion)"
  );
}

/** The maximum number of names in the warning. */
const namesMax = 5;
