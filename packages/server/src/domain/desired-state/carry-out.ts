/** Makes the changes of a plan, one after another. What a failure leaves undone is the plan of the next run. */
import type { StoredOAuthApps } from "../oauth/known-apps.ts";
import type { Logo } from "../service-clients/logo.ts";
import type { ServiceClients } from "../service-clients/service-clients.ts";
import type { Change, CurrentState } from "./plan.ts";
import { registrationOf, rightsOf } from "./settings.ts";

/** Dependencies for making changes. */
export type CarryOutDeps = {
  clients: ServiceClients;
  apps: Pick<StoredOAuthApps, "set" | "remove">;
  /** @throws ServiceError for a logo that can't be used. */
  fetchLogo: (url: string) => Promise<Logo>;
  /**
   * Makes a key and writes it to a file. The file is created first, so that no key is made that can't be kept.
   * @throws if the file exists or can't be created; the key isn't made then.
   */
  keep: (path: string, make: () => Promise<{ key: string }>) => Promise<void>;
};

/** Makes one change. @returns warnings about settings that are valid but probably a mistake. @throws ServiceError */
export type CarryOut = (change: Change) => Promise<readonly string[]>;

/** @param current the state that the plan was made from: the names of its service clients stand for these clients. */
export function createCarryOut({ clients, apps, fetchLogo, keep }: CarryOutDeps, current: CurrentState): CarryOut {
  // By name, because a revoked client may have the same one.
  const ids = new Map(current.serviceClients.map(({ client }) => [client.name, client.id]));
  const idOf = (name: string): string => ids.get(name) ?? name;
  return async (change) => {
    switch (change.step) {
      case "create_client": {
        const { client, firstKey } = change;
        const logo = client.logoUrl === undefined ? null : await fetchLogo(client.logoUrl);
        let warnings: readonly string[] = [];
        await keep(firstKey.keyFile ?? "", async () => {
          const made = await clients.create({
            ...registrationOf(client),
            keyName: firstKey.name,
            keyRights: rightsOf(firstKey),
            logo,
          });
          ids.set(client.name, made.client.id);
          ({ warnings } = made);
          return made;
        });
        return warnings;
      }
      case "update_client": {
        const { client, fields } = change;
        const isOtherLogo = fields.some(({ field }) => field === "logoUrl");
        const { logoUrl: url = "" } = client;
        const logo = isOtherLogo ? { logo: url === "" ? null : await fetchLogo(url) } : {};
        return (await clients.update(idOf(client.name), { ...registrationOf(client), ...logo })).warnings;
      }
      case "revoke_client":
        await clients.revoke(idOf(change.client.name));
        return [];
      case "create_key": {
        const { client, key } = change;
        await keep(key.keyFile ?? "", () => clients.addKey(idOf(client.name), key.name, rightsOf(key)));
        return [];
      }
      case "update_key":
        await clients.updateKey(idOf(change.client.name), change.keyId, rightsOf(change.key));
        return [];
      case "revoke_key":
        await clients.revokeKey(idOf(change.client.name), change.keyId);
        return [];
      case "set_app": {
        const { provider, serviceClient, clientId: appId, name = "", resolved: secret } = change.app;
        const serviceClientId = serviceClient === undefined ? "" : idOf(serviceClient);
        await apps.set({ serviceClientId, provider, appId, name, secret });
        return [];
      }
      case "remove_app":
        await apps.remove(change.app);
        return [];
    }
  };
}
