/** The only place that wires: from a configuration to a server that can be started and stopped. */
import { buildOpenApi, idPrefixes } from "@svc/contract";
import type { Action } from "@svc/provider-kit";
import type { FastifyInstance } from "fastify";
import { createAudit } from "./audit/audit.ts";
import { createCatalog } from "./catalog/catalog.ts";
import type { Config } from "./config.ts";
import type { ConnectToken } from "./connect/deps.ts";
import { createConnectFrontend } from "./connect/frontend.ts";
import { createConnectSessions } from "./connect/sessions.ts";
import { createConnections } from "./connections/connections.ts";
import { createCredentials } from "./connections/credentials.ts";
import { newOwnerId, openDeployment, type Deployment } from "./deployment.ts";
import { serveDocs } from "./docs-site/site.ts";
import { createEgress, defaultLimits, type EgressTarget } from "./egress/index.ts";
import type { ExecuteDeps } from "./executions/execute.ts";
import { leaseDefaults, startLease, type Lease } from "./executions/lease.ts";
import { createExecutionRecords } from "./executions/records.ts";
import { settleDefaults } from "./executions/settle.ts";
import { createConnectionSlots } from "./executions/slots.ts";
import { startSweeper, sweepDefaults } from "./executions/sweeper.ts";
import { createApp } from "./http/app.ts";
import { createRateLimiter } from "./http/rate-limit.ts";
import { serveCatalog } from "./http/routes/catalog.ts";
import { serveConnectSessions } from "./http/routes/connect-sessions.ts";
import { serveConnections } from "./http/routes/connections.ts";
import { serveExecutions } from "./http/routes/executions.ts";
import { serveFrontend } from "./http/routes/frontend.ts";
import { serveHealth } from "./http/routes/health.ts";
import { serveTenants } from "./http/routes/tenants.ts";
import { keepError } from "./idempotency/kept.ts";
import { createCursors } from "./listing/cursor.ts";
import { readRetryDefaults } from "./provider-calls/call.ts";
import { createIdentify } from "./provider-calls/identify.ts";
import { registeredProviders } from "./providers.ts";
import { compileSchema, type SchemaCheck } from "./schema/compile.ts";
import { createAuthenticate } from "./service-clients/authenticate.ts";
import { serviceKeysOf } from "./service-keys.ts";
import { createTenants } from "./tenants/tenants.ts";
import { hasTokenForm, makeToken } from "./vault/token.ts";

/** The version that the API description and the user agent name. */
export const version = "0.1.0";

/** What `serve` adds to the configuration. */
export type ServerOptions = { sandbox: boolean; targets: readonly EgressTarget[] };

/** A composed server. */
export type Server = {
  app: FastifyInstance;
  /** Base URL once it listens. */
  listen(): Promise<string>;
  /** Stops in order: readiness first, then requests in flight, then the lease and the database. */
  stop(): Promise<void>;
};

/** How long a stop waits for what is in flight, beyond the longest provider call, in milliseconds. */
const drainExtraMs = 5000;

const dayMs = 86_400_000;

/** Opens the deployment and wires the server over it; it does not listen yet. */
export async function composeServer(config: Config, options: ServerOptions): Promise<Server> {
  const deployment = await openDeployment(config, { sandbox: options.sandbox, serve: true });
  try {
    return await wire(config, options, deployment);
  } catch (error) {
    await deployment.store.close();
    throw error;
  }
}

async function wire(config: Config, options: ServerOptions, deployment: Deployment): Promise<Server> {
  const { store, platform } = deployment;
  const apiUrl = config.publicUrl ?? `http://${hostText(config.listen.host)}:${config.listen.port}`;
  const docsUrl = config.docsUrl ?? apiUrl;
  let draining = false;
  const app = createApp({
    docsUrl,
    sandbox: options.sandbox,
    logLevel: config.logLevel,
    newRequestId: () => `req_${Buffer.from(platform.randomBytes(12)).toString("hex")}`,
    draining: () => draining,
  });
  const lease = await startLease({
    store: store.owners,
    platform,
    newOwnerId: () => newOwnerId(platform),
    times: leaseDefaults,
    onRenewFailure: () => app.log.warn("the lease could not be renewed"),
  });
  const sweeper = await startSweeper({
    ...{ executions: store.executions, idempotency: store.idempotency, connectSessions: store.connectSessions },
    platform,
    ownerId: lease.ownerId,
    times: {
      ...sweepDefaults,
      staleAfterMs: config.callTimeoutMs * 2 + settleDefaults.retryForMs * 2,
      executionsKeptMs: config.executionRetentionDays * dayMs,
      sessionsKeptMs: config.sessionRetentionDays * dayMs,
    },
    onSettled: (count) => app.log.warn(count, "settled what a dead process had left"),
    onFailure: () => app.log.error("a sweep failed"),
  });
  const egress = createEgress({
    targets: options.targets,
    limits: {
      ...defaultLimits,
      connectTimeoutMs: config.connectTimeoutMs,
      headersTimeoutMs: config.callTimeoutMs,
      totalTimeoutMs: config.callTimeoutMs,
    },
    userAgent: `svc/${version}`,
    monotonicMs: platform.monotonicMs,
    nowMs: platform.nowMs,
  });
  const inFlight = new Set<Promise<unknown>>();
  serveAll({ config, options, deployment, app, lease, egress, inFlight, apiUrl, docsUrl, draining: () => draining });
  return {
    app,
    listen: () => app.listen({ host: config.listen.host, port: config.listen.port }),
    async stop() {
      draining = true;
      await withinMs(app.close(), config.callTimeoutMs + drainExtraMs);
      await withinMs(Promise.allSettled(inFlight), config.callTimeoutMs + drainExtraMs);
      await egress.close();
      await sweeper.stop();
      await lease.stop();
      await store.close();
    },
  };
}

type Parts = {
  config: Config;
  options: ServerOptions;
  deployment: Deployment;
  app: FastifyInstance;
  lease: Lease;
  egress: ReturnType<typeof createEgress>;
  inFlight: Set<Promise<unknown>>;
  apiUrl: string;
  docsUrl: string;
  draining: () => boolean;
};

function serveAll(parts: Parts): void {
  const { config, options, deployment, app, lease, egress, inFlight, apiUrl, docsUrl } = parts;
  const { store, vault, platform, newId } = deployment;
  const providers = registeredProviders.map(({ provider }) => provider);
  const audit = createAudit(store.audit, { platform, newId });
  const serviceKeys = serviceKeysOf(vault.hashes, platform);
  const cursors = createCursors(vault.hashes);
  const keys = { store: store.idempotency, hash: vault.hashes, nowMs: platform.nowMs, ownerId: lease.ownerId };
  const catalog = createCatalog({
    providers,
    enabledActions: config.enabledActions,
    isConfigured: () => true,
    digest: (text) => vault.hashes.hash("fingerprint", text).replace(".", "-"),
  });
  const identify = createIdentify({
    ...{ transport: egress, platform, retry: readRetryDefaults },
    timeoutMs: config.callTimeoutMs,
  });
  const tenants = createTenants({
    ...{ store: store.tenants, cursors, audit, platform, newId, keepError },
    destroyTenantKey: (tenantId) => vault.destroyTenantKey(tenantId),
  });
  const credentials = createCredentials(vault);
  const connections = createConnections({
    ...{ store: store.connections, credentials, identify, cursors, audit, platform },
    provider: catalog.provider,
  });
  const connect = {
    ...{ store: store.connectSessions, connections: store.connections, tenants: store.tenants },
    ...{ serviceClients: store.serviceClients, catalog, credentials, identify, cursors, audit, platform, newId },
    hashes: vault.hashes,
    makeToken: (prefix: ConnectToken) => makeToken(prefix, platform.randomBytes),
    hasTokenForm,
    publicUrl: () => apiUrl,
  };
  const records = createExecutionRecords({ store: store.executions, platform });
  const execute: ExecuteDeps = {
    ...{ store: store.executions, transport: egress, platform, lease, inFlight },
    keys,
    actions: catalog,
    connection: store.connections.findWithCredential,
    inputErrors: schemaOf((action) => compileSchema(action.input, "/input")),
    validOutput: (action, output) => outputErrors(action, output).length === 0,
    openCredential: async ({ tenantId, connectionId }, credentialVersion, record) => {
      const context = { tenantId, connectionId, version: credentialVersion, purpose: "credential" as const };
      return await credentials.open(context, record).catch(() => null);
    },
    condemn: async (connectionId, credentialVersion) => {
      await store.connections.condemn(connectionId, credentialVersion, platform.nowMs());
    },
    newExecutionId: () => newId(idPrefixes.execution),
    slots: createConnectionSlots(config.concurrencyPerConnection),
    onDefect: (execution_id, what) => app.log.error({ execution_id, what }, "an attempt met a defect"),
    retry: readRetryDefaults,
    settle: settleDefaults,
    callTimeoutMs: config.callTimeoutMs,
  };
  const routes = {
    app,
    authenticate: createAuthenticate({ store: store.serviceClients, keys: serviceKeys, platform }),
    rateLimit: createRateLimiter(config.rateLimitPerSecond, platform),
  };
  serveHealth(routes, {
    sandbox: options.sandbox,
    checks: async () => {
      const database = await store.ping().then(
        () => true,
        () => false,
      );
      return { database, vault: lease.holds(lease.ownerId()), migrations: database, accepting: !parts.draining() };
    },
  });
  serveTenants(routes, { tenants, keys });
  serveCatalog(routes, { catalog, tenants });
  serveConnectSessions(routes, { connectSessions: createConnectSessions(connect), tenants, keys });
  serveConnections(routes, { connections, tenants, keys });
  serveExecutions(routes, { tenants, execute, records, cursors });
  serveFrontend(routes, { frontend: createConnectFrontend(connect) });
  serveDocs(app, { providers, docsUrl, apiUrl, openApi: buildOpenApi({ serverUrl: apiUrl, docsUrl, version }) });
}

const outputErrors = schemaOf((action) => compileSchema(action.output));

/** Compiles a schema of each action once. */
function schemaOf(
  compile: (action: Action) => SchemaCheck,
): (action: Action, value: unknown) => ReturnType<SchemaCheck> {
  const checks = new WeakMap<Action, SchemaCheck>();
  return (action, value) => {
    let check = checks.get(action);
    if (check === undefined) {
      check = compile(action);
      checks.set(action, check);
    }
    return check(value);
  };
}

async function withinMs(work: Promise<unknown>, ms: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  await Promise.race([work, limit]);
  clearTimeout(timer);
}

/** A host as a URL has it. */
export function hostText(host: string): string {
  return host.includes(":") ? `[${host}]` : host;
}
