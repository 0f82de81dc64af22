/** The administration of service clients and their keys. */
import { ServiceError, type ServiceKey } from "@svc/contract";
import { timestamp } from "../clock/timestamp.ts";
import { policyRuleFaults } from "../policy/rules.ts";
import type { ServiceClientRow } from "../service-clients/port.ts";
import type { ServiceClients } from "../service-clients/service-clients.ts";
import { defined, givenLogo, keyRights, pointing, registrationChange } from "./given.ts";
import type { Administration, AdministrationDeps } from "./port.ts";
import { presentOperatedClient, presentServiceKey } from "./present.ts";

type ServiceClientAdministration = Pick<
  Administration,
  | "listServiceClients"
  | "createServiceClient"
  | "getServiceClient"
  | "updateServiceClient"
  | "revokeServiceClient"
  | "checkPolicyRules"
  | "createServiceKey"
  | "rotateServiceKey"
  | "updateServiceKey"
  | "revokeServiceKey"
>;

const scope = { listing: "operatedServiceClients", clientId: "", tenantId: "", filters: [] };
const noRights = { tenants: null, policyRules: [], mayDecide: false };

/** Creates the operations. */
export function createServiceClientAdministration(
  deps: AdministrationDeps,
  clients: ServiceClients,
): ServiceClientAdministration {
  const { store, cursors, fetchLogo } = deps;
  const checks = (force: boolean | undefined) => ({ known: deps.providers(), force });
  const keysOf = (clientId: string) => store.serviceClients.keys(clientId, { altered: true });
  const present = async (client: ServiceClientRow) => presentOperatedClient(client, await keysOf(client.id));
  const find = (idOrName: string): Promise<ServiceClientRow> => clients.find(idOrName, { altered: true });
  const presentKey = async (client: string, keyId: string): Promise<ServiceKey> => {
    const row = (await keysOf((await find(client)).id)).find(({ id }) => id === keyId);
    if (row === undefined) throw new ServiceError("NOT_FOUND", { detail: "The client has no key with this id." });
    return presentServiceKey(row);
  };
  return {
    async listServiceClients({ query: { limit = 20, cursor } }) {
      const page = await store.overview.clients({ after: cursors.read(scope, cursor), limit });
      const rows = page.rows.map(({ client: { createdAt, id } }) => ({ createdAt, id }));
      return {
        serviceClients: page.rows.map(({ client, keys }) => presentOperatedClient(client, keys)),
        nextCursor: cursors.next(scope, { rows, more: page.more }),
      };
    },
    createServiceClient: ({ query: { force, onlyIfNew = false }, body }) =>
      pointing(async () => {
        const { keyName, keyRights: rights, logoUrl } = body;
        const nothing = { allowedOrigins: [], allowedReturnUrls: [], allowedActions: [] };
        const off = { requireConfirmed: false, settleByState: false, allowImport: false };
        const change = registrationChange(body, checks(force));
        const made = await clients.create({
          ...nothing,
          ...off,
          ...change,
          ...defined({ keyName }),
          name: body.name,
          ...(rights === undefined
            ? {}
            : { keyRights: { ...noRights, ...keyRights(rights, checks(force), "/keyRights") } }),
          logo: (await givenLogo(logoUrl, fetchLogo)) ?? null,
          isOnlyOne: onlyIfNew,
        });
        const { client, keys, key, warnings } = made;
        return {
          ...presentOperatedClient(client, keys),
          keyName: made.keyName,
          key,
          warnings: [...warnings],
        };
      }),
    getServiceClient: async ({ params }) => present(await find(params.service_client)),
    updateServiceClient: ({ params, query: { force }, body, expectedVersion }) =>
      pointing(async () => {
        const change = registrationChange(body, checks(force));
        const logo = await givenLogo(body.logoUrl, fetchLogo);
        const { client, warnings } = await clients.update(
          params.service_client,
          { ...change, ...(logo === undefined ? {} : { logo }) },
          expectedVersion ?? undefined,
        );
        return { ...(await present(client)), warnings: [...warnings] };
      }),
    revokeServiceClient: async ({ params, expectedVersion }) =>
      present((await clients.revoke(params.service_client, expectedVersion ?? undefined)).client),
    checkPolicyRules: ({ body }) => Promise.resolve({ faults: policyRuleFaults(body.rules, deps.providers()) }),
    createServiceKey: ({ params, query: { force }, body: { keyName, ...rights } }) =>
      clients.addKey(params.service_client, keyName, {
        ...noRights,
        ...keyRights(rights, checks(force)),
      }),
    async rotateServiceKey({ params, body }) {
      const { keyName, key, oldKeyIds, oldExpireAt } = await clients.rotateKey(params.service_client, defined(body));
      return { keyName, key, oldKeyIds: [...oldKeyIds], oldKeysExpireAt: timestamp(oldExpireAt) };
    },
    async updateServiceKey({ params: { service_client: client, key }, query: { force }, body, expectedVersion }) {
      const change = keyRights(body, checks(force));
      const { keyId } = await clients.updateKey(client, key, change, expectedVersion ?? undefined);
      return presentKey(client, keyId);
    },
    async revokeServiceKey({ params: { service_client: client, key }, expectedVersion }) {
      const { keyId } = await clients.revokeKey(client, key, expectedVersion ?? undefined);
      return presentKey(client, keyId);
    },
  };
}
