/** The administration of the deployment as a whole: connections, the vault, the database, the audit trail. */
import { createAudit } from "../journal/entry.ts";
import type { TrailTypeName } from "../journal/types.ts";
import { verifyChain, type ChainReport } from "../journal/verify.ts";
import { failoverStatus } from "../failover/status.ts";
import type { ServiceClients } from "../service-clients/service-clients.ts";
import { keyedPage } from "./pages.ts";
import type { Administration, AdministrationDeps } from "./port.ts";

type DeploymentAdministration = Pick<
  Administration,
  | "listDeployedProviders"
  | "disconnectConnections"
  | "getVaultStatus"
  | "rotateVault"
  | "getFailoverStatus"
  | "verifyAuditTrail"
>;

/** Creates the operations. */
export function createDeploymentAdministration(
  deps: AdministrationDeps,
  clients: Pick<ServiceClients, "find">,
): DeploymentAdministration {
  const { store, vault, platform, newId, actor, signing, progress } = deps;
  const record = (type: TrailTypeName, subject: string, data: Readonly<Record<string, string | number>>) =>
    createAudit(store.audit, { platform, newId }).record({ type, clientId: "", tenantId: "", subject, actor, data });
  const idOf = async (client: string | undefined): Promise<string | null> =>
    client === undefined ? null : (await clients.find(client)).id;
  return {
    async listDeployedProviders({ query }) {
      const rows = deps.providers().map(({ described }) => described);
      const page = keyedPage(deps.cursors, { listing: "deployedProviders", rows, keyOf: ({ slug }) => slug }, query);
      return { providers: page.rows, nextCursor: page.nextCursor };
    },
    async disconnectConnections({ body: { tenant_id: tenantId = null, provider = null, serviceClient } }) {
      const clientId = await idOf(serviceClient);
      // Each disconnection is recorded in its client's chain, and their number in the deployment's chain.
      const filter = { tenantId, provider, clientId };
      const disconnected = await store.connections.disconnectAll(filter, platform.nowMs(), actor, (count) =>
        progress(() => `disconnected ${count.toLocaleString("en-US")} connections`),
      );
      const asked = { provider: provider ?? "", tenant: tenantId ?? "", serviceClient: clientId ?? "" };
      await record("connections.disconnected", "", { ...asked, disconnected });
      return { disconnected };
    },
    async getVaultStatus() {
      const status = await vault.status((what, counted) =>
        progress(() => `counted ${counted.toLocaleString("en-US")} ${what}`),
      );
      return { ...status };
    },
    async rotateVault() {
      const rotation = await vault.rotate((rewrapped) =>
        progress(() => `rewrapped ${rewrapped.toLocaleString("en-US")} tenant keys`),
      );
      await record("vault.rotated", rotation.sealingKeyId, rotation);
      return rotation;
    },
    getFailoverStatus: () => failoverStatus(store),
    async verifyAuditTrail({ query: { serviceClient } }) {
      const one = await idOf(serviceClient);
      const chains: ChainReport[] = [];
      for (const clientId of one === null ? (await store.audit.chainIds()).toSorted() : [one]) {
        chains.push(await verifyChain(store.audit, signing, clientId, []));
      }
      return { ok: chains.every(({ ok }) => ok), chains: chains.map((chain) => ({ ...chain })) };
    },
  };
}
