/** The operator's commands. Each one opens the deployment briefly, even while a server is running. */
import { createAudit } from "../../domain/journal/entry.ts";
import { exportSite } from "../docs/files.ts";
import { createServiceClients, type ServiceClients } from "../../domain/service-clients/service-clients.ts";
import { timestamp } from "../../domain/clock/timestamp.ts";
import { policyWarnings } from "../../domain/policy/rules.ts";
import { applyFile } from "./apply.ts";
import { exportAudit, verifyAudit } from "./audit.ts";
import { acceptClock, showClock } from "./clock.ts";
import { createProviderActions } from "./provider-commands.ts";
import { findCredentials, printCredentials } from "./providers.ts";
import { toClientChange, toKeyChange, createClient, clientRows, listClients, presentClient } from "./clients.ts";
import { diagnose } from "./doctor/diagnose.ts";
import { failoverStatus } from "../../domain/failover/status.ts";
import { acceptFailover } from "./failover.ts";
import {
  OperatorFailure,
  printResponse,
  printRows,
  printWithKey,
  type OperatorIo,
  createProgress,
  wholeNumber,
  type OperatorOptions,
} from "./io.ts";
import { listOAuthApps, removeOAuthApp, rotateEventsSecret, setOAuthApp } from "./oauth-apps.ts";
import { newProvider, nextSteps, operationsTable } from "./new-provider.ts";
import { namingOptions } from "./option-faults.ts";
import { createToken, openOperatorTokens, tokenRows } from "./tokens.ts";
import { rekeyVault, rotateVault, showVaultStatus } from "./vault.ts";
import { createWebhookActions } from "./webhooks.ts";
import { backUp, checkRestore, expireKeys } from "./restore.ts";
import type { Preparation } from "../../domain/database/port.ts";
import type { OperatorDeployment, OperatorEnvironment } from "./environment.ts";
import type { OperatorActions } from "./program.ts";

/** Creates the commands. `serve` is built elsewhere, because it is the server itself. */
export function createOperatorActions(
  io: OperatorIo,
  environment: OperatorEnvironment,
  serve: OperatorActions["serve"],
): OperatorActions {
  const opened = async (
    options: OperatorOptions,
    work: (deployment: OperatorDeployment) => Promise<void>,
    prepare: Preparation = "migrate",
  ) => {
    const deployment = await environment.open(options.sandbox === true ? true : undefined, prepare);
    try {
      await work(deployment);
    } finally {
      await deployment.close();
    }
  };
  /**
   * For commands that can run before the first server; all others need an existing database. Without SVC_DATABASE_URL
   * these do too: most likely the operator forgot it, and a new database at the default path isn't the server's.
   */
  const firstSetup = (): Preparation => (environment.namesDatabase() ? "create" : "migrate");
  const within = (
    options: OperatorOptions,
    work: (deployment: OperatorDeployment) => Promise<object>,
    prepare?: Preparation,
  ) => opened(options, async (deployment) => printResponse(io, options.format, await work(deployment)), prepare);
  const withClients = (
    options: OperatorOptions,
    work: (clients: ServiceClients, deployment: OperatorDeployment) => Promise<object>,
    prepare?: Preparation,
  ) => within(options, (deployment) => work(openServiceClients(deployment, environment), deployment), prepare);
  return {
    serve,
    migrate: (options) =>
      within(options, async (deployment) => ({ migrated: true, ...(await showVaultStatus(io, deployment)) }), "create"),
    createClient: (options) =>
      opened(
        options,
        async (deployment) => {
          const clients = openServiceClients(deployment, environment);
          const { logos } = deployment;
          const made = await namingOptions(options, () =>
            createClient(clients, options, { logos, known: environment.providers }),
          );
          warn(io, made.warnings);
          // A person has just read them.
          const { warnings, ...shown } = made;
          const printed = options.format === "json" ? { ...shown, warnings } : shown;
          printWithKey(io, options.format, printed, environment.setting()?.baseUrl);
        },
        firstSetup(),
      ),
    listClients: (options) =>
      opened(options, async (deployment) => {
        const rows = await listClients(openServiceClients(deployment, environment));
        printRows(io, options.format, clientRows(rows));
      }),
    updateClient: (client, options) =>
      withClients(options, async (clients, { logos }) => {
        const updated = await namingOptions(options, async () =>
          clients.update(client, await toClientChange(options, { logos, known: environment.providers })),
        );
        warn(io, updated.warnings);
        return presentClient(updated.client);
      }),
    addKey: (client, options) =>
      opened(options, async (deployment) => {
        const clients = openServiceClients(deployment, environment);
        const { key, keyName } = await namingOptions(options, () => clients.addKey(client, options.keyName));
        printWithKey(io, options.format, { keyName, key }, undefined);
      }),
    rotateKey: (client, options) =>
      opened(options, async (deployment) => {
        const clients = openServiceClients(deployment, environment);
        const { keyName, overlapSeconds } = options;
        const rotated = await clients.rotateKey(client, {
          ...(keyName === undefined ? {} : { keyName }),
          ...(overlapSeconds === undefined ? {} : { overlapSeconds: Number(overlapSeconds) }),
        });
        const oldKeysExpireAt = timestamp(rotated.oldExpireAt);
        const made = { keyName: rotated.keyName, key: rotated.key, oldKeyIds: rotated.oldKeyIds, oldKeysExpireAt };
        printWithKey(io, options.format, made, undefined);
      }),
    updateKey: (client, key, options) =>
      withClients(options, async (clients) => {
        const change = toKeyChange(options, environment.providers);
        const { policyRules, ...shown } = change;
        const rules = policyRules === undefined ? {} : { policyRules: policyRules.length };
        warn(io, policyWarnings(policyRules ?? [], environment.providers));
        return { ...(await clients.updateKey(client, key, change)), ...shown, ...rules };
      }),
    revokeKey: (client, key, options) => withClients(options, (clients) => clients.revokeKey(client, key)),
    revokeClient: (client, options) =>
      withClients(options, async (clients) => presentClient((await clients.revoke(client)).client)),
    createToken: (options) =>
      within(
        options,
        async (deployment) => {
          const made = await createToken(openOperatorTokens(deployment), options);
          if (options.format === "table")
            io.err("The token is shown only once. Its holder can sign in to the console.\n");
          return made;
        },
        firstSetup(),
      ),
    listTokens: (options) =>
      opened(options, async (deployment) => {
        printRows(io, options.format, await tokenRows(openOperatorTokens(deployment), deployment.platform.nowMs()));
      }),
    updateToken: (token, options) =>
      within(options, (deployment) => openOperatorTokens(deployment).setRole(token, options.role)),
    revokeToken: (token, options) => within(options, (deployment) => openOperatorTokens(deployment).revoke(token)),
    apply: (file, options) =>
      opened(
        options,
        (deployment) =>
          applyFile(
            { io, deployment, environment, clients: openServiceClients(deployment, environment) },
            file,
            options,
          ),
        options.dryRun === true ? "migrate" : firstSetup(),
      ),
    setOAuthApp: (provider, options) =>
      withClients(options, (clients, deployment) =>
        setOAuthApp({ deployment, environment, clients }, provider, options),
      ),
    rotateEventsSecret: (provider, options) =>
      withClients(options, (clients, deployment) =>
        rotateEventsSecret({ deployment, environment, clients }, provider, options),
      ),
    listOAuthApps: (options) =>
      opened(options, async (deployment) => {
        const clients = openServiceClients(deployment, environment);
        printRows(io, options.format, await listOAuthApps({ deployment, environment, clients }));
      }),
    removeOAuthApp: (provider, options) =>
      withClients(options, (clients, deployment) =>
        removeOAuthApp({ deployment, environment, clients }, provider, options),
      ),
    disconnect: (options) => within(options, (deployment) => disconnect(io, deployment, environment, options)),
    ...createWebhookActions(io, environment, opened),
    ...createProviderActions(io, environment, opened),
    vaultStatus: (options) => within(options, (deployment) => showVaultStatus(io, deployment)),
    vaultRotate: (options) => within(options, (deployment) => rotateVault(io, deployment)),
    vaultRekey: (options) => within(options, (deployment) => rekeyVault(io, deployment, options)),
    backup: (options) => within(options, (deployment) => backUp(deployment, options)),
    restoreCheck: (options) => within(options, (deployment) => checkRestore(io, deployment)),
    expireKeys: (options) => within(options, (deployment) => expireKeys(deployment, options)),
    auditVerify: (options) => opened(options, (deployment) => verifyAudit(io, deployment, options)),
    auditExport: (options) => opened(options, (deployment) => exportAudit(io, deployment, options)),
    exportDocs: async ({ to, format }) => printResponse(io, format, await exportSite(environment.docsSite(), to)),
    failoverStatus: (options) => within(options, failoverStatus),
    failoverAccept: (options) => within(options, (deployment) => acceptFailover(deployment, options)),
    showClock: (options) => within(options, showClock),
    acceptClock: (options) => within(options, (deployment) => acceptClock(deployment, options)),
    async newProvider(name, options) {
      if (options.openapi !== undefined && options.operations === undefined) {
        io.out(await operationsTable(options.openapi));
        return;
      }
      const builtIn = environment.providers.filter(({ source }) => source.kind === "built_in").map(({ slug }) => slug);
      const made = await newProvider(name, options, builtIn);
      printResponse(io, options.format, { ...made, leftOut: made.leftOut.map(({ key }) => key) });
      if (options.format === "table") io.err(nextSteps(made, options));
    },
    async sandboxCredentials({ provider, format }) {
      printCredentials(io, { format, isShort: provider === undefined }, await findCredentials(environment, provider));
    },
    async rehearse({ provider, next, on, format }) {
      await environment.rehearse({ provider, next, ...(on === undefined ? {} : { on }) });
      printResponse(io, format, { provider, next });
    },
    doctor: async ({ envFile, ...options }) =>
      diagnose(io, envFile === undefined ? environment : await environment.ofFile(envFile), options),
  };
}

function openServiceClients(deployment: OperatorDeployment, environment: OperatorEnvironment): ServiceClients {
  const { serviceClients, keys, platform, newId } = deployment;
  return createServiceClients({ store: serviceClients, keys, platform, newId, known: environment.providers });
}

async function disconnect(
  io: OperatorIo,
  deployment: OperatorDeployment,
  environment: OperatorEnvironment,
  options: { tenant?: string; provider?: string; serviceClient?: string },
): Promise<object> {
  const { tenant, provider, serviceClient } = options;
  if (tenant === undefined && provider === undefined && serviceClient === undefined) {
    throw new OperatorFailure("Specify --tenant, --provider or --service-client, or a combination of them.");
  }
  const client =
    serviceClient === undefined ? null : await openServiceClients(deployment, environment).find(serviceClient);
  const filter = { tenantId: tenant ?? null, provider: provider ?? null, clientId: client?.id ?? null };
  const { platform, newId, connections } = deployment;
  const at = platform.nowMs();
  const progress = createProgress(io, platform);
  // Each disconnection is recorded in its client's chain, and their number in the deployment's chain.
  const disconnected = await connections.disconnectAll(filter, at, "operator", (count) =>
    progress(() => `disconnected ${wholeNumber(count)} connections`),
  );
  const data = { provider: provider ?? "", tenant: tenant ?? "", serviceClient: client?.id ?? "", disconnected };
  const event = { clientId: "", tenantId: "", subject: "", actor: "operator", data } as const;
  await createAudit(deployment.audit, { platform, newId }).record({ type: "connections.disconnected", ...event });
  return { disconnected };
}

function warn(io: OperatorIo, warnings: readonly string[]): void {
  for (const warning of warnings) io.err(`warning: ${warning}\n`);
}
