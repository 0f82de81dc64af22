/** Fills what operator commands ask for with the real deployment. */
import { buildOpenApi } from "@svc/contract";
import { baseUrlOf } from "./compose.ts";
import { ConfigError, readConfig } from "./config.ts";
import { openDeployment } from "./deployment.ts";
import { statusOf } from "./egress/own-status.ts";
import type { OperatorEnvironment } from "./operator/environment.ts";
import { registeredProviders } from "./providers.ts";
import { serviceKeysOf } from "./service-keys.ts";
import { version } from "./version.ts";

/** The surroundings of a command run in this process. */
export function operatorEnvironment(): OperatorEnvironment {
  return {
    async open(sandbox) {
      const { store, vault, platform, newId } = await openDeployment(readConfig(), { sandbox, serve: false });
      const { warnings, serviceClients, connections, audit, restores, copyTo, close } = store;
      const keys = serviceKeysOf(vault.hashes, platform);
      const signing = { deploymentId: vault.deploymentId, signatures: vault.signatures };
      return {
        warnings,
        serviceClients,
        connections,
        audit,
        restores,
        copyTo,
        signing,
        keys,
        vault,
        platform,
        newId,
        close,
      };
    },
    providers: registeredProviders.map(({ provider }) => provider),
    async sandboxCredentials() {
      const entries = registeredProviders.map(async (registered) => {
        return [registered.provider.slug, await registered.sandboxCredentials()] as const;
      });
      return Object.fromEntries(await Promise.all(entries));
    },
    docsSite() {
      const config = readConfig();
      const apiUrl = baseUrlOf(config);
      const docsUrl = config.docsUrl ?? apiUrl;
      const providers = registeredProviders.map(({ provider }) => provider);
      return { providers, docsUrl, apiUrl, openApi: buildOpenApi({ serverUrl: apiUrl, docsUrl, version }) };
    },
    configurationFaults() {
      try {
        readConfig();
        return [];
      } catch (error) {
        return error instanceof ConfigError ? error.message.split("\n") : ["the configuration cannot be read"];
      }
    },
    readyzUrl() {
      try {
        const config = readConfig();
        return `${baseUrlOf(config)}/readyz`;
      } catch {
        return null;
      }
    },
    statusOf,
  };
}
