/** From an open deployment to every route: the domain's services made once, and handed to the doors. */
import { buildOpenApi, idRandomBytes, makeIdempotencyKey } from "@svc/contract";
import { oauthAuthOf, type Provider } from "@svc/provider-kit";
import type { FastifyInstance } from "fastify";
import { createAudit } from "../audit/audit.ts";
import { createAuditEvents } from "../audit/events.ts";
import { createCatalog } from "../catalog/catalog.ts";
import type { Config } from "./config.ts";
import { createAuthorizationPages } from "../connect-page/authorization-site.ts";
import { serveConnectPage } from "../connect-page/site.ts";
import { takeProviderAnswer } from "../connect/authorization-answer.ts";
import { decideAuthorization, openAuthorization } from "../connect/authorization.ts";
import type { ConnectDeps } from "../connect/deps.ts";
import { createConnectFrontend } from "../connect/frontend.ts";
import { createFindHostedSession } from "../connect/hosted-page.ts";
import { sealSessions } from "../connect/session-seals.ts";
import { createConnectSessions } from "../connect/sessions.ts";
import { createUserEvents } from "../connect/user-events.ts";
import { createConnections } from "../connections/connections.ts";
import { createCredentials } from "../connections/credentials.ts";
import { createLiveCredentials, type LiveCredentials } from "../connections/live-credentials.ts";
import { refreshDefaults, type RefreshDeps } from "../connections/refresh-work.ts";
import { createRefresh } from "../connections/refresh.ts";
import { wireConsole } from "./console.ts";
import type { Resources } from "./resources.ts";
import { serveDocs } from "../docs-site/site.ts";
import { createEvents } from "../events/events.ts";
import { executeDeps } from "./executing.ts";
import { execute } from "../executions/execute.ts";
import type { InHand } from "../executions/in-hand.ts";
import type { Lease } from "../executions/lease.ts";
import type { FenceWatch } from "../failover/watch.ts";
import { createExecutionRecords } from "../executions/records.ts";
import { createFreshPages, sharedPages } from "../http/fresh-pages.ts";
import { createReadiness, type Readiness } from "../http/readiness.ts";
import { serveAudit } from "../http/routes/audit.ts";
import { serveCatalog } from "../http/routes/catalog.ts";
import { serveConnectSessions } from "../http/routes/connect-sessions.ts";
import { serveConnections } from "../http/routes/connections.ts";
import { serveEvents } from "../http/routes/events.ts";
import { serveExecutions } from "../http/routes/executions.ts";
import { serveFrontend } from "../http/routes/frontend.ts";
import { serveHealth } from "../http/routes/health.ts";
import { serveAuthorization } from "../http/routes/oauth.ts";
import { serveTenants } from "../http/routes/tenants.ts";
import { serveWebhooks } from "../http/routes/webhooks.ts";
import { shedUnderLoad } from "../http/shedding.ts";
import type { LoadedKeyExpiry } from "../idempotency/expiry.ts";
import type { KeyDeps } from "../idempotency/run-once.ts";
import { createLimits, type Limits } from "../limits/limits.ts";
import { createCursors } from "../listing/cursor.ts";
import { serveMcp } from "../mcp/door.ts";
import { mcpActions } from "../mcp/tools.ts";
import { isConfigured } from "../oauth/app.ts";
import { createTokenEndpoint, tokenTimeoutMs } from "../oauth/token-endpoint.ts";
import { noTelemetry, type Telemetry } from "../telemetry/setup.ts";
import { watchLoopDelay } from "../platform.ts";
import { readRetryDefaults } from "../provider-calls/call.ts";
import { createIdentify } from "../provider-calls/identify.ts";
import type { ProviderTransport } from "../provider-calls/port.ts";
import { registeredProviders } from "./providers.ts";
import { readinessChecks } from "./readiness.ts";
import { createAuthenticate } from "../service-clients/authenticate.ts";
import { serviceKeysOf } from "./secrets.ts";
import { createGrouping } from "../store/groups/grouping.ts";
import { countSessions } from "../telemetry/counted-sessions.ts";
import type { Metrics } from "../telemetry/port.ts";
import { watchExchanges } from "../telemetry/watched-exchanges.ts";
import { createTenants } from "../tenants/tenants.ts";
import { hasTokenForm, makeToken } from "../vault/token.ts";
import { version } from "./version.ts";
import { webhookParts } from "./webhooks.ts";
import { createWebhooks } from "../webhooks/endpoints.ts";

/** What the routes are made from. */
export type WiringParts = {
  config: Config;
  sandbox: boolean;
  deployment: Resources;
  app: FastifyInstance;
  /** The door of the Connect pages and of their API, where it is another one. */
  connectApp?: FastifyInstance;
  /** The door of the operator console, where there is one. */
  adminApp?: FastifyInstance;
  lease: Lease;
  /** What is refused of keys that may have acted unknown to this database. */
  expiry: Pick<LoadedKeyExpiry, "refuse">;
  /** Whether writes are stopped, because the database may have lost some. */
  fence: Pick<FenceWatch, "state">;
  transport: ProviderTransport;
  /** Attempts in flight, which a stop waits for. */
  inFlight: Set<Promise<unknown>>;
  /** Executions in hand, which no sweep of this process touches. */
  inHand: InHand;
  apiUrl: string;
  /** Base URL of the Connect pages; the API's unless given. */
  connectUrl?: string;
  docsUrl: string;
  draining: () => boolean;
  /** Where the authorization servers of providers are reached, by slug; at their own origins unless named. */
  authorizationOrigins?: ReadonlyMap<string, string>;
  /** Other providers than those of this version, for tests. */
  providers?: readonly Provider[];
  /** Who looks on; nobody where it is left out. */
  observation?: Pick<Telemetry, "metrics" | "work">;
  /** The host of a provider's service, for traces. */
  hostOf?: (provider: string, service: string) => string;
};

/** What is running, for whoever asks how it goes. */
export type Wired = {
  limits: Limits;
  loopDelayMs: () => number;
  readiness: Readiness;
};

/** Makes every service and registers every route. */
export function wireRoutes(given: WiringParts): Wired {
  const observation = given.observation ?? noTelemetry();
  const { metrics } = observation;
  const parts = { ...given, observation, transport: watchedTransport(given, observation) };
  const { config, deployment, app, lease, apiUrl, docsUrl } = parts;
  const connectApp = parts.connectApp ?? app;
  const connectUrl = parts.connectUrl ?? apiUrl;
  const { store, vault, platform, newId } = deployment;
  const { hashes } = vault;
  const { limits, loopDelayMs } = limitsOf(parts, metrics);
  const { transport } = limits;
  for (const door of new Set([app, connectApp])) shedUnderLoad(door, limits.gate);
  const providers = parts.providers ?? registeredProviders.map(({ provider }) => provider);
  const audit = createAudit(store.audit, { platform, newId });
  const cursors = createCursors(hashes);
  const { expiry } = parts;
  const keys: KeyDeps = {
    store: store.idempotency,
    hash: hashes,
    nowMs: platform.nowMs,
    ownerId: lease.ownerId,
    expiry,
  };
  const catalog = createCatalog({
    providers,
    enabledActions: config.enabledActions,
    isConfigured: (provider) => isConfigured(provider, config.oauthApps),
    digest: (text) => hashes.hash("fingerprint", text).replace(".", "-"),
  });
  const identify = createIdentify({
    transport,
    platform,
    retry: readRetryDefaults,
    timeoutMs: config.callTimeoutMs,
    onEcho: (provider) =>
      app.log.error({ provider }, "a provider repeated the credential as its account; it was not kept"),
  });
  const destroyTenantKey = (tenantId: string): Promise<boolean> => vault.destroyTenantKey(tenantId);
  const tenants = createTenants({
    store: store.tenants,
    cursors,
    audit,
    platform,
    newId,
    destroyTenantKey,
  });
  const credentials = createCredentials(vault);
  const tokenEndpoint = createTokenEndpoint({
    transport,
    platform,
    apps: config.oauthApps,
    timeoutMs: tokenTimeoutMs,
  });
  const liveCredentials = liveCredentialsOf(parts, { credentials, audit, tokenEndpoint });
  const connections = createConnections({
    store: store.connections,
    credentials: liveCredentials,
    identify,
    callTimeoutMs: config.callTimeoutMs,
    cursors,
    audit,
    platform,
    provider: catalog.provider,
  });
  const onAlteredSession = (session_id: string): void => {
    metrics.alteredRow("connect_sessions");
    app.log.error({ session_id }, "a Connect session was changed in the database, and leads nowhere");
  };
  const connect: ConnectDeps = {
    store: countSessions(sealSessions(store.connectSessions, hashes, onAlteredSession), metrics),
    connections: store.connections,
    tenants: store.tenants,
    serviceClients: store.serviceClients,
    catalog,
    credentials,
    identify,
    requireConfirmedCompletion: config.requireConfirmedCompletion,
    slot: limits.slot,
    oauth: {
      flows: store.oauthFlows,
      tokens: tokenEndpoint,
      apps: config.oauthApps,
      authorizationOrigin: (provider) =>
        parts.authorizationOrigins?.get(provider.slug) ?? oauthAuthOf(provider)?.server.origin ?? provider.origin,
    },
    cursors,
    audit,
    recordUserEvent: createUserEvents({ audit, platform }),
    platform,
    newId,
    hashes,
    makeToken: (prefix) => makeToken(prefix, platform.randomBytes),
    hasTokenForm,
    publicUrl: () => connectUrl,
  };
  const routes = {
    app,
    authenticate: createAuthenticate({
      store: store.serviceClients,
      keys: serviceKeysOf(vault, platform),
      platform,
    }),
    rateLimit: limits.rateLimit,
    pages: createFreshPages(store.changeMarks, createGrouping(sharedPages)),
  };
  const readiness = readinessOf(parts);
  for (const door of new Set([app, connectApp])) serveHealth({ app: door }, { sandbox: parts.sandbox, readiness });
  serveTenants(routes, { tenants, keys });
  serveCatalog(routes, { catalog, tenants });
  serveConnectSessions(routes, { connectSessions: createConnectSessions(connect), tenants, keys });
  serveConnections(routes, { connections, tenants, keys, slot: limits.slot });
  const executing = executeDeps(parts, { keys, actions: catalog, credentials: liveCredentials, limits });
  const records = createExecutionRecords({ store: store.executions, audit, platform });
  serveExecutions(routes, { tenants, execute: executing, records, cursors });
  serveMcp(routes, {
    services: {
      tenants,
      connections,
      records,
      execute: (request) => execute(executing, request),
      isEffective: catalog.isEffective,
      actions: mcpActions(providers),
      newKey: () => `mcp_${makeIdempotencyKey(platform.nowMs(), platform.randomBytes(idRandomBytes))}`,
      docsUrl,
    },
    monotonicMs: platform.monotonicMs,
    draining: parts.draining,
    publicUrl: apiUrl,
    listenHost: config.listen.host,
    version,
  });
  serveEvents(routes, { events: createEvents({ store: store.events, cursors }) });
  const { endpointsMax } = config.webhooks;
  const about = { store: store.webhooks, events: store.events, cursors, audit, platform, newId, endpointsMax };
  const { deliveryRate } = limits;
  const webhooks = createWebhooks({ ...about, ...webhookParts(config, deployment, parts.sandbox), deliveryRate });
  serveWebhooks(routes, { webhooks });
  serveAudit(routes, { auditEvents: createAuditEvents({ trail: store.audit, cursors }) });
  serveFrontend(
    { app: connectApp, publicUrl: connect.publicUrl },
    { frontend: createConnectFrontend(connect), countCall: limits.countFrontendCall },
  );
  serveAuthorization({
    app: connectApp,
    authorizations: {
      open: (holder) => openAuthorization(connect, holder),
      decide: (holder, form) => decideAuthorization(connect, holder, form),
      take: (answer) => takeProviderAnswer(connect, answer),
    },
    pages: createAuthorizationPages({ brand: config.brand, sandbox: parts.sandbox, publicUrl: connect.publicUrl }),
    publicUrl: connect.publicUrl,
  });
  serveConnectPage(connectApp, { find: createFindHostedSession(connect), brand: config.brand, sandbox: parts.sandbox });
  if (parts.adminApp !== undefined) {
    const shared = { config, deployment, sandbox: parts.sandbox, readiness, connections, records, webhooks };
    wireConsole({ ...shared, app: parts.adminApp, providers: providers.map(({ slug }) => slug) });
  }
  serveDocs(app, { providers, docsUrl, apiUrl, openApi: () => buildOpenApi({ serverUrl: apiUrl, docsUrl, version }) });
  return { limits, loopDelayMs, readiness };
}

function watchedTransport(
  { transport, deployment, hostOf = () => "" }: WiringParts,
  observation: Pick<Telemetry, "metrics" | "work">,
): ProviderTransport {
  const { monotonicMs } = deployment.platform;
  return watchExchanges(transport, { ...observation, monotonicMs, hostOf });
}

function limitsOf({ config, sandbox, deployment, app, transport }: WiringParts, { shed }: Metrics) {
  const { store, platform } = deployment;
  const { databasePoolMax, callTimeoutMs } = config;
  const loopDelay = watchLoopDelay();
  app.addHook("onClose", async () => loopDelay.stop());
  const load = () => ({ loopDelayMs: loopDelay.ms(), databaseWaiting: store.waiting() });
  const limits = createLimits(config.limits, {
    sandbox,
    platform,
    transport,
    load,
    databasePoolMax,
    callTimeoutMs,
    onShed: shed,
  });
  return { limits, loopDelayMs: loopDelay.ms };
}

type ObservedParts = WiringParts & Required<Pick<WiringParts, "observation">>;

function readinessOf({ deployment, lease, fence, draining, app }: WiringParts): Readiness {
  const checks = readinessChecks({ deployment, lease, fence, draining });
  return createReadiness(checks, deployment.platform.monotonicMs, ({ ready, checks: found }) => {
    if (ready) app.log.info("the server is ready");
    else app.log.warn({ amiss: found.filter(({ ok }) => !ok) }, "the server is not ready");
  });
}

function liveCredentialsOf(
  { deployment, app, lease, inFlight, observation }: ObservedParts,
  services: Pick<RefreshDeps, "credentials" | "audit" | "tokenEndpoint">,
): LiveCredentials {
  const { store, platform } = deployment;
  const onFault = (connection_id: string, what: string): void => {
    app.log.error({ connection_id, what }, "a credential could not be renewed as it should");
  };
  const renew = createRefresh({
    ...services,
    store: store.credentialRefreshes,
    connections: store.connections,
    platform,
    ownerId: lease.ownerId,
    limits: refreshDefaults,
    onFault,
  });
  const refresh: typeof renew = async (subject, version) => {
    const renewal = await renew(subject, version);
    observation.metrics.refresh(subject.provider.slug, renewal.kind);
    return renewal;
  };
  const onUnreadable = (connection_id: string, isLocked: boolean): void => {
    const isAway = "a credential could not be opened: the root keys cannot be used";
    const isAltered = "a credential does not open: it, its connection or its tenant was changed in the database";
    if (!isLocked) observation.metrics.alteredRow("credentials");
    app.log.error({ connection_id }, isLocked ? isAway : isAltered);
  };
  return createLiveCredentials({
    credentials: services.credentials,
    connections: store.connections,
    refreshes: store.credentialRefreshes,
    refresh,
    platform,
    inFlight,
    onUnreadable,
  });
}
