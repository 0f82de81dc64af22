/** The administration of a deployment, on its database. */
import { createServiceClients } from "../service-clients/service-clients.ts";
import { createMcpServerAdministration } from "./mcp-servers.ts";
import { createOAuthAppAdministration } from "./oauth-apps.ts";
import { createOperatorTokenAdministration } from "./operator-tokens.ts";
import { createServiceClientAdministration } from "./service-clients.ts";
import { createWebhookAdministration } from "./webhook-endpoints.ts";
import { createDeploymentAdministration } from "./deployment.ts";
import type { Administration, AdministrationDeps } from "./port.ts";

/** Creates the operations for one operator. */
export function createAdministration(deps: AdministrationDeps): Administration {
  const { store, keys, platform, newId, actor } = deps;
  const clients = createServiceClients({
    store: store.serviceClients,
    keys,
    platform,
    newId,
    known: deps.providers,
    actor,
  });
  return {
    ...createServiceClientAdministration(deps, clients),
    ...createOAuthAppAdministration(deps, clients),
    ...createMcpServerAdministration(deps),
    ...createOperatorTokenAdministration(deps),
    ...createWebhookAdministration(deps, clients),
    ...createDeploymentAdministration(deps, clients),
  };
}
