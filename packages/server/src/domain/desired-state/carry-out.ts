/**
 * Makes the changes of a plan, one after another, each only if nothing has changed since the plan. What a failure leaves
 * undone is the plan of the next run.
 */
import type { Administration } from "../administration/port.ts";
import type { Change, CurrentState } from "./plan.ts";
import { clientFields, rightsOf } from "./settings.ts";

/** Dependencies for making changes. */
export type CarryOutDeps = {
  administration: Administration;
  /** Whether action patterns may match nothing. */
  force: boolean;
  /**
   * Makes a key and writes it to a file. The file is created first, so that no key is made that can't be kept.
   * @throws if the file exists or can't be created; the key isn't made then.
   */
  keep: (path: string, make: () => Promise<{ key: string }>) => Promise<void>;
};

/**
 * Makes one change.
 * @returns warnings about settings that are valid but probably a mistake.
 * @throws ServiceError PRECONDITION_FAILED if something has changed since the plan; others.
 */
export type CarryOut = (change: Change) => Promise<readonly string[]>;

/** @param current the state that the plan was made from: the names of its service clients stand for these clients. */
export function createCarryOut({ administration, force, keep }: CarryOutDeps, current: CurrentState): CarryOut {
  // By name, because a revoked client may have the same one.
  const ids = new Map(current.serviceClients.map(({ name, id }) => [name, id]));
  const idOf = (name: string): string => ids.get(name) ?? name;
  const query = { force };
  return async (change) => {
    switch (change.step) {
      case "create_client": {
        const { client, firstKey } = change;
        const { logoUrl = null } = client;
        const first = { keyName: firstKey.name, keyRights: rightsOf(firstKey) };
        const body = { ...clientFields(client), logoUrl, ...first };
        let warnings: readonly string[] = [];
        await keep(firstKey.keyFile ?? "", async () => {
          const made = await administration.createServiceClient({ query: { ...query, onlyIfNew: true }, body });
          ids.set(client.name, made.id);
          ({ warnings } = made);
          return made;
        });
        return warnings;
      }
      case "update_client": {
        const { client, fields, version: expectedVersion } = change;
        const isOtherLogo = fields.some(({ field }) => field === "logoUrl");
        const body = { ...clientFields(client), ...(isOtherLogo ? { logoUrl: client.logoUrl ?? null } : {}) };
        const params = { service_client: idOf(client.name) };
        return (await administration.updateServiceClient({ params, query, body, expectedVersion })).warnings;
      }
      case "revoke_client": {
        const params = { service_client: idOf(change.client.name) };
        await administration.revokeServiceClient({ params, expectedVersion: change.version });
        return [];
      }
      case "create_key": {
        const { client, key } = change;
        const params = { service_client: idOf(client.name) };
        const body = { keyName: key.name, ...rightsOf(key) };
        await keep(key.keyFile ?? "", () => administration.createServiceKey({ params, query, body }));
        return [];
      }
      case "update_key": {
        const params = { service_client: idOf(change.client.name), key: change.keyId };
        const body = rightsOf(change.key);
        await administration.updateServiceKey({ params, query, body, expectedVersion: change.version });
        return [];
      }
      case "revoke_key": {
        const params = { service_client: idOf(change.client.name), key: change.keyId };
        await administration.revokeServiceKey({ params, expectedVersion: change.version });
        return [];
      }
      case "set_app": {
        const { provider, serviceClient, clientId, name = "", resolved: secret } = change.app;
        const of = serviceClient === undefined ? {} : { serviceClient: idOf(serviceClient) };
        const body = { clientId, name, secret };
        const expectedVersion = change.version;
        await administration.setOAuthApp({ params: { provider }, query: of, body, expectedVersion });
        return [];
      }
      case "set_provider": {
        const { slug: provider, review, version: expectedVersion } = change;
        await administration.setMcpServer({ params: { provider }, body: { review: { ...review } }, expectedVersion });
        return [];
      }
      case "remove_provider": {
        const { slug: provider, version: expectedVersion } = change;
        await administration.removeMcpServer({ params: { provider }, expectedVersion });
        return [];
      }
      case "set_events_secret": {
        const { app, secret, version: expectedVersion } = change;
        const { provider, serviceClient } = app;
        const of = serviceClient === undefined ? {} : { serviceClient: idOf(serviceClient) };
        // Until the provider uses the new one, the one before it also verifies.
        const body = { secret, keepsOld: expectedVersion !== null };
        await administration.setOAuthAppEventsSecret({ params: { provider }, query: of, body, expectedVersion });
        return [];
      }
      case "remove_app": {
        const { provider, serviceClientId, version: expectedVersion } = change.app;
        const of = serviceClientId === "" ? {} : { serviceClient: serviceClientId };
        await administration.removeOAuthApp({ params: { provider }, query: of, expectedVersion });
        return [];
      }
    }
  };
}
