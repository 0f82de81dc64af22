/** Gives operator commands access to the real deployment. */
import { existsSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { text } from "node:stream/consumers";
import { buildOpenApi, isLoopback } from "@svc/contract";
import { reachByTls } from "../adapters/egress/reach.ts";
import { sqliteLockPath, sqlitePath } from "../adapters/store/sqlite/open.ts";
import { weaknessOf, parseKeyring } from "../adapters/vault/keyring.ts";
import { authorizationOrigin, needsApp, tokenOrigin } from "../domain/auth-kinds/table.ts";
import type { FetchDocument } from "../domain/service-clients/port.ts";
import type {
  FileFact,
  FileKind,
  OperatorEnvironment,
  OperatorProvider,
  Setting,
  DatabaseTarget,
  PostgresTarget,
} from "../entry/cli/environment.ts";
import { UsageFailure } from "../entry/cli/io.ts";
import { describeProvider } from "../entry/cli/providers.ts";
import { systemPlatform } from "../platform.ts";
import { ConfigError, namesDatabase, readConfig, type Config } from "./config.ts";
import { readEnvFile } from "./env-file.ts";
import { hostInUrl, toBaseUrl, toListenerUrl } from "./listening.ts";
import { fileFacts, fileSystemTypeAt, fileUseOf, freeBytesAt, processFacts, findServer } from "./machine-facts.ts";
import { nodeOptions, ownVariables, type Variables } from "./own-variables.ts";
import { checkApart, isApart } from "./provider-loading/apart.ts";
import { loadDeployed, loadNamed, type LoadedProviders } from "./provider-loading/index.ts";
import { isBuiltIn, type RegisteredProvider } from "./providers.ts";
import { rehearseFault, readSandboxKey, sandboxKeyFile } from "./sandbox.ts";
import { openResources } from "./resources.ts";
import { createOperatorSecrets, createServiceKeys } from "./secrets.ts";
import { variableWarnings } from "./startup-log.ts";
import { version } from "./version.ts";
import { documentUrlRules } from "./webhooks.ts";

/** Creates the environment of a command that runs in this process. */
export function operatorEnvironment(loaded: LoadedProviders): OperatorEnvironment {
  return environmentFrom(ownVariables(), null, loaded);
}

function environmentFrom(
  variables: Variables,
  envFile: string | null,
  { providers: registered, faults: providerFaults }: LoadedProviders,
): OperatorEnvironment {
  const read = (): Config => readConfig(variables);
  return {
    version,
    envFile,
    async ofFile(path) {
      const values = readEnvFile(path);
      return environmentFrom(values, path, await loadDeployed(values));
    },
    async open(sandbox, prepare) {
      const opening = { sandbox, serve: false, prepare };
      const config = read();
      const { store, vault, platform, clock, newId } = await openResources(config, opening);
      const rules = documentUrlRules(config, vault.sandbox);
      const { isAllowedAddress } = rules;
      const fetchDocument: FetchDocument = async (url, bytesMax) => {
        const { createDocumentGet } = await import("../adapters/egress/document-get.ts");
        const accept = "image/png, image/jpeg, image/webp";
        return await createDocumentGet({ isAllowedAddress, userAgent: `svc/${version}`, accept })(url, bytesMax);
      };
      const { postgres, tryWrite, engine, serviceClients, connections, audit, events, webhooks } = store;
      const { restores, copyTo, close } = store;
      const { unknownOutcomes, owners } = store;
      const keys = createServiceKeys(vault, platform);
      const operators = { store: store.operators, secrets: createOperatorSecrets(vault.hashes, platform) };
      const signing = { deploymentId: vault.deploymentId, signatures: vault.signatures };
      return {
        postgres,
        tryWrite,
        engine,
        fence: store.fence,
        clock: { state: () => clock.state(), confirmed: () => clock.confirmed(), store: store.clock },
        machine: systemPlatform,
        unknownOutcomes,
        owners,
        serviceClients,
        oauthApps: store.oauthApps,
        logos: { fetchDocument, rules },
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
    namesDatabase: () => namesDatabase(read()),
    get providers() {
      const { listedOrigins } = readUsable(read) ?? { listedOrigins: new Map() };
      return registered.map((one) => operatorProvider(one, listedOrigins));
    },
    providerFaults,
    async checkProvider(given) {
      if (!isApart()) return await checkApart(given);
      const { providers: found, faults } = await loadNamed([given]);
      const last = found.at(-1);
      if (faults.length > 0 || last === undefined) return { checked: null, fault: faults.join("\n") };
      return { checked: describeProvider(operatorProvider(last, new Map())), fault: "" };
    },
    async sandboxCredentials(only) {
      const wanted = registered.filter(({ provider }) => only === null || provider.slug === only);
      const entries = wanted.map(async (one) => {
        return [one.provider.slug, await one.sandboxCredentials()] as const;
      });
      return Object.fromEntries(await Promise.all(entries));
    },
    async readSecret() {
      if (process.stdin.isTTY) {
        throw new UsageFailure(
          "The secret is read from standard input: svc-server oauth-apps set … < file-with-the-secret",
        );
      }
      return await text(process.stdin);
    },
    rehearse: (fault) => rehearseFault(read().databaseUrl, fault),
    docsSite() {
      const config = read();
      const apiUrl = toBaseUrl(config);
      const docsUrl = config.docsUrl ?? apiUrl;
      const providers = registered.map(({ provider }) => provider);
      const ownProviders = providers.filter(({ slug }) => !isBuiltIn(slug));
      return {
        providers,
        ownProviders,
        docsUrl,
        apiUrl,
        openApi: () => buildOpenApi({ serverUrl: apiUrl, docsUrl, version }),
      };
    },
    configurationFaults() {
      try {
        read();
        return [];
      } catch (error) {
        return error instanceof ConfigError ? error.message.split("\n") : ["the configuration cannot be read"];
      }
    },
    variableWarnings: () => variableWarnings(readUsable(read), variables),
    setting() {
      const config = readUsable(read);
      return config === null ? null : toSetting(config);
    },
    disks() {
      const config = readUsable(read);
      const folders = [...findFiles(config, "database"), ...findFiles(config, "vault key")].filter(
        ({ isFolder }) => isFolder,
      );
      const seen = new Map(folders.map(({ what, path }) => [path, what]));
      return [...seen].map(([path, what]) => ({
        what: what.replace("the folder of ", ""),
        freeBytes: freeBytesAt(path),
      }));
    },
    fileSystemType: fileSystemTypeAt,
    logBytes() {
      const { databaseUrl } = read();
      return databaseUrl.startsWith("sqlite:") ? fileSize(`${sqlitePath(databaseUrl)}-wal`) : null;
    },
    files: (kind) => findFiles(readUsable(read), kind),
    inlineSecrets() {
      const config = readUsable(read);
      // The URL of a file, or one without a password, is no secret.
      const isSecret = (name: string): boolean =>
        name !== "SVC_DATABASE_URL" || /:[^/@]+@/.test(config?.databaseUrl ?? "");
      return config?.secretPlaces.inline.filter(isSecret) ?? [];
    },
    process() {
      const config = readUsable(read);
      const server = config === null ? ({ kind: "none" } as const) : findServer(config.databaseUrl);
      return processFacts(nodeOptions(variables), server, config === null ? undefined : fileUseOf(config));
    },
    reach: (host) => reachByTls(host, readUsable(read)?.extraCa ?? null),
    statusOf: async (url) => (await ownStatus()).statusOf(url),
    documentOf: async (url) => (await ownStatus()).documentOf(url),
  };
}

/** The HTTP client is loaded for the commands that need it: the others start in less time. */
const ownStatus = async () => await import("../adapters/egress/own-status.ts");

function operatorProvider(
  { provider, source }: RegisteredProvider,
  listedOrigins: Config["listedOrigins"],
): OperatorProvider {
  const { origin, origins: further = {}, isSelfHosted } = provider;
  const listed = isSelfHosted === true ? (listedOrigins.get(provider.slug) ?? []) : null;
  const own = listed?.map(({ address }) => address) ?? [origin];
  const origins = [...own, ...Object.values(further), authorizationOrigin(provider), tokenOrigin(provider)];
  const hosts = [...new Set(origins.filter((one) => one !== null))].map((one) => new URL(one).host);
  return {
    slug: provider.slug,
    actions: provider.actions,
    needsApp: needsApp(provider),
    takesApp: authorizationOrigin(provider) !== null,
    hosts,
    listedOrigins: listed,
    source,
  };
}

function toSetting(config: Config): Setting {
  const { listen, publicUrl, connectUrl, adminListen, adminUrl, oauthApps } = config;
  const { auditRetentionDays, eventRetentionDays, requireConfirmedCompletion } = config;
  const listenHost = hostInUrl(listen.host);
  return {
    listenHost,
    publicUrl,
    connectUrl,
    adminUrl,
    adminAt: adminListen === null ? null : toListenerUrl(adminListen),
    oauthApps: [...oauthApps.keys()],
    baseUrl: toBaseUrl(config),
    auditRetentionDays,
    eventRetentionDays,
    requireConfirmedCompletion,
    hasConnectListener: config.connectListen !== null,
    metricsHost: config.metricsListen === null ? null : hostInUrl(config.metricsListen.host),
    metricsUrl: config.metricsListen === null ? null : toListenerUrl(config.metricsListen),
    database: parseDatabaseTarget(config.databaseUrl),
    vaultKeys: judgeKeys(config),
  };
}

/** The configuration; null if it is invalid. */
function readUsable(read: () => Config): Config | null {
  try {
    return read();
  } catch {
    return null;
  }
}

/** Finds the existing files of a kind. */
function findFiles(config: Config | null, kind: FileKind): FileFact[] {
  if (config === null) return [];
  const named = config.secretPlaces.files;
  if (kind === "secret") {
    return named
      .filter(({ variable }) => variable !== keyFileVariable)
      .flatMap(({ variable, path }) => fileFacts(variable, resolve(path)));
  }
  if (kind === "vault key") {
    const path = findKeyFile(config);
    return path === null
      ? []
      : [...fileFacts("the vault key", path), ...fileFacts("the folder of the vault key", dirname(path))];
  }
  if (!config.databaseUrl.startsWith("sqlite:")) return [];
  const path = sqlitePath(config.databaseUrl);
  return [
    ...fileFacts("the database", path),
    ...fileFacts("its log", `${path}-wal`),
    ...fileFacts("its index of the log", `${path}-shm`),
    ...fileFacts("its lock", sqliteLockPath(path)),
    ...fileFacts("the folder of the database", dirname(path)),
  ];
}

const keyFileVariable = "SVC_VAULT_KEY_FILE";

/**
 * Returns the path of the keyring's file: as configured, otherwise the one that a sandbox created; null without either.
 */
function findKeyFile({ secretPlaces, vaultKeys, databaseUrl }: Config): string | null {
  const named = secretPlaces.files.find(({ variable }) => variable === keyFileVariable);
  if (named !== undefined) return resolve(named.path);
  const made = sandboxKeyFile(databaseUrl);
  return vaultKeys === null && existsSync(made) ? made : null;
}

/**
 * Returns the keyring's keys with the reason why each is guessable; none if it can't be read, which another check
 * reports.
 */
function judgeKeys(config: Config): Setting["vaultKeys"] {
  try {
    const { vaultKeys, databaseUrl } = config;
    const text = vaultKeys ?? (findKeyFile(config) === null ? null : readSandboxKey(databaseUrl));
    return text === null ? [] : parseKeyring(text).map((key) => ({ id: key.id, weakness: weaknessOf(key) }));
  } catch {
    return [];
  }
}

function fileSize(path: string): number | null {
  return statSync(path, { throwIfNoEntry: false })?.size ?? null;
}

/** Parses a database URL. @param url `sqlite:<path>` or `postgres://…`, which may name several hosts. */
export function parseDatabaseTarget(url: string): DatabaseTarget {
  if (url.startsWith("sqlite:")) return { engine: "sqlite", path: resolve(url.replace(/^sqlite:(?:\/\/)?/, "")) };
  const [beforeQuery = "", query = ""] = url.replace(/^postgres(?:ql)?:\/\//, "").split("?", 2);
  const authority = beforeQuery.split("/", 1)[0] ?? "";
  const parameters = new URLSearchParams(query);
  const named = parameters.get("host") ?? authority.slice(authority.lastIndexOf("@") + 1);
  const hosts = named.split(",").map((host) => withoutPort(decodeURIComponent(host)));
  return { engine: "postgres", hosts, isLocal: hosts.every(isLocalHost), ...parseTls(parameters) };
}

/** Removes the port from a host. */
function withoutPort(host: string): string {
  return host.startsWith("/") ? host : host.replace(/:\d+$/, "");
}

function isLocalHost(host: string): boolean {
  return host === "" || host.startsWith("/") || host === "::1" || isLoopback(host);
}

/** Parses the TLS parameters as the driver does: https://node-postgres.com/features/ssl. */
function parseTls(parameters: URLSearchParams): Pick<PostgresTarget, "sslMode" | "verifiesNothing"> {
  const isOn = ["true", "1"].includes(parameters.get("ssl") ?? "");
  const sslMode = parameters.get("sslmode") ?? (isOn ? "ssl" : null);
  const asLibpq = parameters.get("uselibpqcompat") === "true" && !["verify-ca", "verify-full"].includes(sslMode ?? "");
  return { sslMode, verifiesNothing: sslMode === "no-verify" || asLibpq };
}
