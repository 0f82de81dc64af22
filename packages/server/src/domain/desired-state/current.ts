/** The state that a file is compared with. */
import type { AdminResult, OperatedOAuthApp, OperatedServiceClient } from "@svc/contract";
import type { CurrentState } from "./plan.ts";

/** Everything that is there. */
export type Listed = {
  mcpServers: AdminResult<"listMcpServers">["mcpServers"];
  serviceClients: readonly OperatedServiceClient[];
  oauthApps: readonly OperatedOAuthApp[];
  nowMs: number;
};

/** Returns the service clients that aren't revoked, with their active keys, OAuth apps that aren't variables, and MCP servers. */
export function currentState(listed: Listed): CurrentState {
  const { serviceClients, oauthApps, mcpServers, nowMs } = listed;
  const names = new Map(serviceClients.map(({ id, name }) => [id, name]));
  return {
    serviceClients: serviceClients
      .filter(({ revokedAt }) => revokedAt === null)
      .map(({ keys, ...client }) => ({
        ...client,
        keys: keys.filter(
          ({ revokedAt, expiresAt }) => revokedAt === null && (expiresAt === null || Date.parse(expiresAt) > nowMs),
        ),
      })),
    oauthApps: oauthApps.flatMap(({ provider, service_client_id: id, clientId, name, source, version, ...events }) =>
      source === "environment" || version === null
        ? []
        : [
            {
              provider,
              serviceClient: names.get(id ?? "") ?? id ?? "",
              serviceClientId: id ?? "",
              clientId,
              name,
              version,
              eventsVersion: events.eventsSecretVersion,
            },
          ],
    ),
    providers: mcpServers.map(({ slug, url, reviewDigest: digest, version }) => ({ slug, url, digest, version })),
  };
}
