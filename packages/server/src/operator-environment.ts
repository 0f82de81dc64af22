/** Fills what operator commands ask for with the real deployment. */
import { statfsSync } from "node:fs";
import { dirname } from "node:path";
import { buildOpenApi } from "@svc/contract";
import { oauthAuthOf, type Provider } from "@svc/provider-kit";
import { baseUrlOf, urlOf } from "./compose.ts";
import { ConfigError, readConfig, unreadVariables, type Config } from "./config.ts";
import { openDeployment } from "./deployment.ts";
import { statusOf } from "./egress/own-status.ts";
import { reachByTls } from "./egress/reach.ts";
import { isConfigured } from "./oauth/app.ts";
import { operatorSecretsOf } from "./operator-secrets.ts";
import type { OperatorEnvironment, OperatorProvider, Setting } from "./operator/environment.ts";
import { systemPlatform } from "./platform.ts";
import { registeredProviders } from "./providers.ts";
import { serviceKeysOf } from "./service-keys.ts";
import { sqlitePath } from "./store/sqlite/open.ts";
import { version } from "./version.ts";

/** The surroundings of a command run in this process. */
export function operatorEnvironment(): OperatorEnvironment {
  return {
    async open(sandbox) {
      const { store, vault, platform, clock, newId } = await openDeployment(readConfig(), { sandbox, serve: false });
      const { warnings, engine, serviceClients, connections, audit, events, webhooks, restores, copyTo, close } = store;
      const { unknownOutcomes } = store;
      const keys = serviceKeysOf(vault, platform);
      const operators = { store: store.operators, secrets: operatorSecretsOf(vault.hashes, platform) };
      const signing = { deploymentId: vault.deploymentId, signatures: vault.signatures };
      return {
        warnings,
        engine,
        clock: { standing: () => clock.standing(), confirmed: () => clock.confirmed(), store: store.clock },
        machine: systemPlatform,
        unknownOutcomes,
        serviceClients,
        connections,
        audit,
        events,
        webhooks,
        restores,
        copyTo,
        signing,
        keys,
        operators,
        vault,
        platform,
        newId,
        close,
      };
    },
    providers: registeredProviders.map(({ provider }) => operatorProvider(provider)),
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
      return { providers, docsUrl, apiUrl, openApi: () => buildOpenApi({ serverUrl: apiUrl, docsUrl, version }) };
    },
    configurationFaults() {
      try {
        readConfig();
        return [];
      } catch (error) {
        return error instanceof ConfigError ? error.message.split("\n") : ["the configuration cannot be read"];
      }
    },
    unreadVariables: () => unreadVariables(),
    setting() {
      try {
        return settingOf(readConfig());
      } catch {
        return null;
      }
    },
    diskFreeBytes() {
      const { databaseUrl } = readConfig();
      return databaseUrl.startsWith("sqlite:") ? freeBytesAt(dirname(sqlitePath(databaseUrl))) : null;
    },
    reach: (host) => reachByTls(host),
    statusOf,
  };
}

function operatorProvider(provider: Provider): OperatorProvider {
  const origins = [provider.origin, oauthAuthOf(provider)?.server.origin].filter((origin) => origin !== undefined);
  const hosts = origins.map((origin) => new URL(origin).host);
  return { slug: provider.slug, actions: provider.actions, needsApp: !isConfigured(provider, new Map()), hosts };
}

function settingOf(config: Config): Setting {
  const { listen, publicUrl, connectUrl, adminListen, adminUrl, oauthApps } = config;
  const { auditRetentionDays, eventRetentionDays, requireConfirmedCompletion } = config;
  const listenHost = listen.host.includes(":") ? `[${listen.host}]` : listen.host;
  return {
    listenHost,
    publicUrl,
    connectUrl,
    adminUrl,
    adminAt: adminListen === null ? null : urlOf(adminListen),
    oauthApps: [...oauthApps.keys()],
    baseUrl: baseUrlOf(config),
    auditRetentionDays,
    eventRetentionDays,
    requireConfirmedCompletion,
  };
}

function freeBytesAt(folder: string): number | null {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  } catch {
    return null;
  }
}
