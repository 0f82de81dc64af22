/** The state that a file is compared with. */
import type { OAuthAppSecrets, OAuthAppStore } from "../oauth/app.ts";
import type { ServiceClients } from "../service-clients/service-clients.ts";
import type { CurrentState } from "./plan.ts";

/** Dependencies for reading the state. */
export type CurrentDeps = {
  clients: Pick<ServiceClients, "list">;
  apps: Pick<OAuthAppStore, "list">;
  secrets: Pick<OAuthAppSecrets, "open">;
  nowMs: number;
};

/** Reads the service clients that aren't revoked, with their active keys, and the OAuth apps with their secrets. */
export async function readCurrentState({ clients, apps, secrets, nowMs }: CurrentDeps): Promise<CurrentState> {
  const all = await clients.list();
  const names = new Map(all.map(({ client }) => [client.id, client.name]));
  const stored = await apps.list();
  return {
    serviceClients: all
      .filter(({ client }) => client.revokedAt === null)
      .map(({ client, keys }) => ({
        client,
        keys: keys.filter((key) => key.revokedAt === null && (key.expiresAt === null || key.expiresAt > nowMs)),
      })),
    oauthApps: await Promise.all(
      stored.map(async (app) => ({
        provider: app.provider,
        serviceClient: names.get(app.serviceClientId) ?? app.serviceClientId,
        serviceClientId: app.serviceClientId,
        clientId: app.appId,
        name: app.name,
        secret: await secrets.open(app, app.secret),
      })),
    ),
  };
}
