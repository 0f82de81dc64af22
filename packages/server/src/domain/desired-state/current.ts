/** The state that a file is compared with. */
import type { Administration } from "../administration/port.ts";
import type { OperatedServiceClient } from "@svc/contract";
import type { CurrentState } from "./plan.ts";

/** Dependencies for reading the state. */
export type CurrentDeps = {
  administration: Pick<Administration, "listOAuthApps">;
  serviceClients: readonly OperatedServiceClient[];
  nowMs: number;
};

/** Reads the service clients that aren't revoked, with their active keys, and the OAuth apps that aren't variables. */
export async function readCurrentState(deps: CurrentDeps): Promise<CurrentState> {
  const { administration, serviceClients, nowMs } = deps;
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
    oauthApps: oauthApps.flatMap(({ provider, service_client_id: id, clientId, name, source, version }) =>
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
            },
          ],
    ),
  };
}
