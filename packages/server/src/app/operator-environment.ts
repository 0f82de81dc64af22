/** Gives operator commands access to the real deployment. */
import { text } from "node:stream/consumers";
import { buildOpenApi } from "@svc/contract";
import { reachByTls } from "../adapters/egress/doctor-probes.ts";
import { sqlitePath } from "../adapters/store/sqlite/open.ts";
import { createCursors } from "../domain/listings/page.ts";
import type { FetchDocument } from "../domain/service-clients/port.ts";
import type { OperatorEnvironment } from "../entry/cli/environment.ts";
import { UsageFailure } from "../entry/cli/io.ts";
import { describeProvider } from "../entry/cli/providers.ts";
import { systemPlatform } from "../platform.ts";
import { readDescribed } from "./described-providers.ts";
import { ConfigError, namesDatabase, readConfig, type Config } from "./config.ts";
import { nodeOptions, ownVariables, readEnvFile, type Variables } from "./own-variables.ts";
import { toBaseUrl, toConnectUrl } from "./listening.ts";
import { fileSystemTypeAt, fileUseOf, freeBytesAt, processFacts, findServer } from "./machine-facts.ts";
import { checkApart, isApart } from "./provider-loading/apart.ts";
import { loadDeployed, loadNamed, type LoadedProviders } from "./provider-loading/index.ts";
import { operatorProvider } from "./operator-provider.ts";
import { isBuiltIn } from "./providers.ts";
import { remoteAdministration } from "./remote.ts";
import { rehearseFault } from "./sandbox.ts";
import { emitEvent } from "./sandbox-events.ts";
import { openResources } from "./resources.ts";
import { createOperatorSecrets, createServiceKeys } from "./secrets.ts";
import { variableWarnings } from "./startup-log.ts";
import { version } from "./own-process.ts";
import { documentUrlRules } from "./webhooks.ts";
import { fileSize, findFiles, readUsable, toSetting } from "./operator-settings.ts";

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
  let described: Awaited<ReturnType<typeof readDescribed>> = [];
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
      const resources = await openResources(config, opening);
      const { store, vault, platform, clock, newId } = resources;
      const rules = documentUrlRules(config, vault.sandbox);
      const loadProviders = async (): Promise<void> => {
        described = await readDescribed({ store }, rules);
      };
      await loadProviders();
      const { isAllowedAddress } = rules;
      const proxy = vault.sandbox ? null : config.egressProxy;
      const fetchDocument: FetchDocument = async (url, bytesMax) => {
        const { createDocumentGet } = await import("../adapters/egress/document-get.ts");
        const accept = "image/png, image/jpeg, image/webp";
        return await createDocumentGet({ isAllowedAddress, userAgent: `svc/${version}`, accept, proxy })(url, bytesMax);
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
        overview: store.overview,
        cursors: createCursors(vault.hashes),
        oauthApps: store.oauthApps,
        eventSecrets: store.eventSecrets,
        describedProviders: store.describedProviders,
        loadProviders,
        places: rules,
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
        probeHashes: vault.hashes,
        platform,
        newId,
        emitEvent: (event) => emitEvent({ config, resources, providers: registered }, event),
        close,
      };
    },
    remote: remoteAdministration(variables),
    nowMs: systemPlatform.nowMs,
    namesDatabase: () => namesDatabase(read()),
    get providers() {
      const { listedOrigins } = readUsable(read) ?? { listedOrigins: new Map() };
      return [...registered, ...described].map((one) => operatorProvider(one, listedOrigins));
    },
    async inspect(url, { sandbox, token }) {
      const { createOperatorInspection } = await import("./inspecting.ts");
      return await createOperatorInspection(read(), sandbox)(url, token);
    },
    async registerApp(endpoint, app, { sandbox }) {
      const { createAppRegistration } = await import("./inspecting.ts");
      const config = read();
      return await createAppRegistration(config, toConnectUrl(config), sandbox)(endpoint, app);
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
    variable: (name) => variables[name],
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
      const isSecret = (name: string): boolean => {
        if (name === "SVC_EGRESS_PROXY") return (variables[name] ?? "").includes("@");
        return name !== "SVC_DATABASE_URL" || /:[^/@]+@/.test(config?.databaseUrl ?? "");
      };
      return config?.secretPlaces.inline.filter(isSecret) ?? [];
    },
    process() {
      const config = readUsable(read);
      const server = config === null ? ({ kind: "none" } as const) : findServer(config.databaseUrl);
      return processFacts(nodeOptions(variables), server, config === null ? undefined : fileUseOf(config));
    },
    reach: (host) => {
      const { extraCa = null, egressProxy = null } = readUsable(read) ?? {};
      return reachByTls(host, extraCa, egressProxy);
    },
    async tryIssuer() {
      const config = readUsable(read);
      if (config === null || config.issuer === null) return "unreachable";
      const { reachIssuer } = await import("./people.ts");
      return await reachIssuer(config.issuer, config, { sandbox: false, platform: systemPlatform }).tryClient();
    },
    postTo: async (url) => (await ownStatus()).postTo(url),
    hold: async (url, timeoutMs) => (await ownStatus()).hold(url, timeoutMs, systemPlatform.monotonicMs),
    statusOf: async (url) => (await ownStatus()).statusOf(url),
    documentOf: async (url) => (await ownStatus()).documentOf(url),
  };
}

/** The HTTP client is loaded for the commands that need it: the others start in less time. */
const ownStatus = async () => await import("../adapters/egress/doctor-probes.ts");
