/** The operator's commands. Each one opens the deployment briefly, even while a server is running. */
import { defined } from "../../domain/administration/given.ts";
import type { Administration } from "../../domain/administration/port.ts";
import type { Preparation } from "../../domain/database/port.ts";
import { policyWarnings } from "../../domain/policy/rules.ts";
import { exportSite } from "../docs/files.ts";
import { allServiceClients, localAdministration } from "./administered.ts";
import { applyFile } from "./apply.ts";
import { exportAudit, verifyAudit, verifyRemoteAudit } from "./audit.ts";
import { clientRows, shownClient, toClientFields, toKeyRights, type Known } from "./clients.ts";
import { printRouter } from "./cells/command.ts";
import { acceptClock, showClock } from "./clock.ts";
import { diagnose } from "./doctor/diagnose.ts";
import type { OperatorDeployment, OperatorEnvironment } from "./environment.ts";
import { expectEventsSecret, rotateEventsSecret, setWithEventsSecret } from "./event-secrets.ts";
import { acceptFailover } from "./failover.ts";
import {
  OperatorFailure,
  printResponse,
  printRows,
  printWithKey,
  UsageFailure,
  type OperatorIo,
  type OperatorOptions,
  type Rows,
} from "./io.ts";
import { newProvider, nextSteps, operationsTable } from "./new-provider.ts";
import { listOAuthApps, registerOAuthApp, removeOAuthApp, setOAuthApp } from "./oauth-apps.ts";
import { namingOptions } from "./option-faults.ts";
import type { OperatorActions } from "./program.ts";
import { createProviderActions } from "./provider-commands.ts";
import { findCredentials, printCredentials } from "./providers.ts";
import { backUp, checkRestore, expireKeys } from "./restore.ts";
import { createToken, tokenRows } from "./tokens.ts";
import { rekeyVault, showVaultStatus } from "./vault.ts";
import { createWebhookActions } from "./webhooks.ts";

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
    if (environment.remote !== null) throw new UsageFailure("This works only on the machine, without SVC_ADMIN_TOKEN.");
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
  /** Those of a deployment are complete once it is open. */
  const known = (): Known => (environment.remote === null ? environment.providers : null);
  /** Administers the deployment of this machine, or the server elsewhere. */
  const administered = async (
    options: OperatorOptions,
    work: (administration: Administration) => Promise<void>,
    prepare?: Preparation,
  ): Promise<void> => {
    if (environment.remote !== null) return await work(environment.remote);
    await opened(options, (deployment) => work(localAdministration(io, deployment, environment)), prepare);
  };
  const shown = (
    options: OperatorOptions,
    work: (administration: Administration) => Promise<object>,
    prepare?: Preparation,
  ) => administered(options, async (to) => printResponse(io, options.format, await work(to)), prepare);
  const listed = (options: OperatorOptions, work: (administration: Administration) => Promise<Rows>) =>
    administered(options, async (to) => printRows(io, options.format, await work(to)));
  return {
    serve,
    migrate: (options) =>
      within(options, async (deployment) => ({ migrated: true, ...(await showVaultStatus(io, deployment)) }), "create"),
    createClient: (options) =>
      administered(
        options,
        async (administration) => {
          const { name, keyName, force = false } = options;
          const made = await namingOptions(options, () =>
            administration.createServiceClient({
              query: { force },
              body: { ...toClientFields(options, known()), name, ...(keyName === undefined ? {} : { keyName }) },
            }),
          );
          warn(io, made.warnings);
          // A person has just read them.
          const { warnings, keys: _keys, ...shownFields } = made;
          const printed = options.format === "json" ? { ...shownFields, warnings } : shownFields;
          printWithKey(
            io,
            options.format,
            printed,
            environment.remote === null ? environment.setting()?.baseUrl : undefined,
          );
        },
        firstSetup(),
      ),
    listClients: (options) =>
      listed(options, async (administration) => clientRows(await allServiceClients(administration))),
    updateClient: (client, options) =>
      shown(options, async (administration) => {
        const { warnings, ...updated } = await namingOptions(options, async () =>
          administration.updateServiceClient({
            params: { service_client: client },
            query: { force: options.force ?? false },
            body: toClientFields(options, known()),
          }),
        );
        warn(io, warnings);
        return shownClient(updated);
      }),
    addKey: (client, options) =>
      administered(options, async (administration) => {
        const { keyName } = options;
        const params = { service_client: client };
        const made = await namingOptions(options, () =>
          administration.createServiceKey({ params, query: {}, body: { keyName } }),
        );
        printWithKey(io, options.format, { keyName: made.keyName, key: made.key }, undefined);
      }),
    rotateKey: (client, options) =>
      administered(options, async (administration) => {
        const { keyName, overlapSeconds } = options;
        const body = defined({
          keyName,
          overlapSeconds: overlapSeconds === undefined ? undefined : Number(overlapSeconds),
        });
        const rotated = await administration.rotateServiceKey({ params: { service_client: client }, body });
        printWithKey(io, options.format, rotated, undefined);
      }),
    updateKey: (client, key, options) =>
      shown(options, async (administration) => {
        const body = toKeyRights(options, known());
        const { policyRules, ...given } = body;
        warn(io, known() === null ? [] : policyWarnings(policyRules ?? [], environment.providers));
        const params = { service_client: client, key };
        const { id: keyId } = await administration.updateServiceKey({
          params,
          query: { force: options.force ?? false },
          body,
        });
        return { keyId, ...given, ...(policyRules === undefined ? {} : { policyRules: policyRules.length }) };
      }),
    revokeKey: (client, key, options) =>
      shown(options, async (administration) => {
        const { id: keyId } = await administration.revokeServiceKey({ params: { service_client: client, key } });
        return { keyId };
      }),
    revokeClient: (client, options) =>
      shown(options, async (administration) =>
        shownClient(await administration.revokeServiceClient({ params: { service_client: client } })),
      ),
    createToken: (options) =>
      shown(
        options,
        async (administration) => {
          const made = await createToken(administration, options);
          if (options.format === "table")
            io.err("The token is shown only once. Its holder can sign in to the console.\n");
          return made;
        },
        firstSetup(),
      ),
    listTokens: (options) => listed(options, (administration) => tokenRows(administration, environment.nowMs())),
    updateToken: (token, options) =>
      shown(options, async (administration) => {
        const params = { operator_token: token };
        const { id, role } = await administration.updateOperatorToken({ params, body: { role: options.role } });
        return { id, role };
      }),
    revokeToken: (token, options) =>
      shown(options, async (administration) => {
        const { id } = await administration.revokeOperatorToken({ params: { operator_token: token } });
        return { id };
      }),
    apply: (file, options) =>
      administered(
        options,
        (administration) => applyFile({ io, environment, administration }, file, options),
        options.dryRun === true ? "migrate" : firstSetup(),
      ),
    setOAuthApp: (provider, options) => {
      const { eventsSecretFile: file } = options;
      return shown(options, (administration) =>
        file === undefined
          ? setOAuthApp(administration, environment, provider, options)
          : setWithEventsSecret(administration, environment, provider, { ...options, file }),
      );
    },
    registerOAuthApp: (provider, options) =>
      within(options, (deployment) => registerOAuthApp(deployment, environment, provider, options)),
    rotateEventsSecret: (provider, options) =>
      shown(options, (administration) => rotateEventsSecret(administration, environment, provider, options)),
    expectEventsSecret: (provider, options) =>
      shown(options, (administration) => expectEventsSecret(io, administration, provider, options)),
    listOAuthApps: (options) => listed(options, listOAuthApps),
    removeOAuthApp: (provider, options) =>
      shown(options, (administration) => removeOAuthApp(administration, provider, options)),
    disconnect: (options) => shown(options, (administration) => disconnect(administration, options)),
    ...createWebhookActions(io, administered),
    ...createProviderActions(io, environment, { opened, administered }),
    vaultStatus: (options) => shown(options, (administration) => administration.getVaultStatus({})),
    vaultRotate: (options) => shown(options, (administration) => administration.rotateVault({})),
    vaultRekey: (options) => within(options, (deployment) => rekeyVault(io, deployment, options)),
    backup: (options) => within(options, (deployment) => backUp(deployment, options)),
    restoreCheck: (options) => within(options, (deployment) => checkRestore(io, deployment)),
    expireKeys: (options) => within(options, (deployment) => expireKeys(deployment, options)),
    auditVerify: async (options) =>
      environment.remote === null
        ? await opened(options, (deployment) => verifyAudit(io, deployment, options))
        : await verifyRemoteAudit(io, environment.remote, options),
    auditExport: (options) => opened(options, (deployment) => exportAudit(io, deployment, options)),
    exportDocs: async ({ to, format }) => printResponse(io, format, await exportSite(environment.docsSite(), to)),
    failoverStatus: (options) => shown(options, (administration) => administration.getFailoverStatus({})),
    failoverAccept: (options) => within(options, (deployment) => acceptFailover(deployment, options)),
    showClock: (options) => within(options, showClock),
    acceptClock: (options) => within(options, (deployment) => acceptClock(deployment, options)),
    printRouter: async (router, options) => printRouter(io, router, options),
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
    emitEvent: (provider, type, { connection, id, ...options }) =>
      within(options, async (deployment) => {
        const given = { ...(connection === undefined ? {} : { connection }), ...(id === undefined ? {} : { id }) };
        return await deployment.emitEvent({ provider, type, ...given });
      }),
    doctor: async ({ envFile, ...options }) =>
      diagnose(io, envFile === undefined ? environment : await environment.ofFile(envFile), options),
  };
}

async function disconnect(
  administration: Administration,
  options: { tenant?: string; provider?: string; serviceClient?: string },
): Promise<object> {
  const { tenant: tenant_id, provider, serviceClient } = options;
  if (tenant_id === undefined && provider === undefined && serviceClient === undefined) {
    throw new OperatorFailure("Specify --tenant, --provider or --service-client, or a combination of them.");
  }
  return await administration.disconnectConnections({ body: defined({ tenant_id, provider, serviceClient }) });
}

function warn(io: OperatorIo, warnings: readonly string[]): void {
  for (const warning of warnings) io.err(`warning: ${warning}\n`);
}
