/** The state that a file is compared with. */
import type { Administration } from "../administration/port.ts";
import type { AdminResult, OperatedServiceClient } from "@svc/contract";
import type { CurrentState } from "./plan.ts";

/** Dependencies for reading the state. */
export type CurrentDeps = {
  administration: Pick<Administration, "listOAuthApps">;
  mcpServers: AdminResult<"listMcpServers">["mcpServers"];
  serviceClients: readonly OperatedServiceClient[];
  nowMs: number;
};

/** Reads the service clients that aren't revoked, with their active keys, OAuth apps that aren't variables, and MCP servers. */
export async function readCurrentState(deps: CurrentDeps): Promise<CurrentState> {
  const { administration, serviceClients, mcpServers, nowMs } = deps;
  const names = new Map(serviceClients.map(({ id, name }) => [id, name]));
  const { oauthApps } = await administration.listOAuthApps({});
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
