/** Creates every domain service once. The entry points in routes.ts use them. */
import type { Provider } from "@svc/provider-kit";
import type { FastifyBaseLogger } from "fastify";
import { createAudit } from "../domain/audit/audit.ts";
import { createAuditEvents } from "../domain/audit/events.ts";
import { createRecordRefusal } from "../domain/audit/refusals.ts";
import { needsApp } from "../domain/auth-kinds/table.ts";
import { createCatalog } from "../domain/catalog/catalog.ts";
import { createConnectFrontend } from "../domain/connect-sessions/frontend.ts";
import { createFindHostedSession } from "../domain/connect-sessions/hosted-page.ts";
import { createConnectSessions } from "../domain/connect-sessions/sessions.ts";
import { createImport } from "../domain/connections/import.ts";
import { createDelegatedTokens } from "../domain/delegated-tokens/tokens.ts";
import { knownActions } from "../domain/delegated-tokens/rights.ts";
import { once } from "../domain/once.ts";
import { createEvents } from "../domain/events/events.ts";
import type { InHand } from "../domain/executions/in-hand.ts";
import type { Lease } from "../domain/executions/lease.ts";
import { createExecutionRecords } from "../domain/executions/records.ts";
import type { FenceWatch } from "../domain/failover/watch.ts";
import type { LoadedKeyExpiry } from "../domain/idempotency/expiry.ts";
import type { KeyDeps } from "../domain/idempotency/run-idempotently.ts";
import { createLimits } from "../domain/limits/limits.ts";
import type { PublicRates } from "../domain/limits/public-rates.ts";
import { createCursors } from "../domain/paging/cursor.ts";
import { createKnownApps } from "../domain/oauth/known-apps.ts";
import { watchLoopDelay } from "../platform.ts";
import { createBearerTokens } from "../domain/provider-calls/bearer-tokens.ts";
import type { ProviderTransport } from "../domain/provider-calls/port.ts";
import { createAuthenticate } from "../domain/service-clients/authenticate.ts";
import { noTelemetry, type Telemetry } from "../adapters/telemetry/setup.ts";
import { watchExchanges } from "../adapters/telemetry/watched-exchanges.ts";
import type { FactsDeps } from "../domain/proposals/facts.ts";
import { describeDefect } from "../entry/rest/problems.ts";
import { createTenants } from "../domain/tenants/tenants.ts";
import { createWebhooks } from "../domain/webhooks/endpoints.ts";
import type { Config } from "./config.ts";
import { createAgentAuthorizations } from "../domain/agent-sign-in/decisions.ts";
import type { ApprovalPageDeps } from "../domain/approval-page/deps.ts";
import { createAgentSignIn } from "./agent-sign-in.ts";
import { createConnectionServices } from "./connections.ts";
import { createConnectDeps } from "./connect.ts";
import { createEvidence } from "./evidence.ts";
import { createExecuteDeps } from "./executing.ts";
import { createOperatorServices } from "./operators.ts";
import { createProposalServices } from "./proposals.ts";
import { listedOriginsOf } from "./sandbox.ts";
import { registeredProviders } from "./providers.ts";
import type { Resources } from "./resources.ts";
import { createServiceKeys } from "./secrets.ts";
import { webhookParts } from "./webhooks.ts";

/** Dependencies of the services. */
export type ServiceParts = {
  config: Config;
  sandbox: boolean;
  resources: Resources;
  log: Pick<FastifyBaseLogger, "info" | "warn" | "error">;
  lease: Pick<Lease, "ownerId" | "holds">;
  /** Which idempotency keys are rejected after a restore. */
  expiry: Pick<LoadedKeyExpiry, "refuse">;
  /** Whether writes are stopped because the database may have lost some. */
  fence: Pick<FenceWatch, "state" | "dispatchRefused">;
  publicRates: PublicRates;
  transport: ProviderTransport;
  /** Attempts in progress, which a stop waits for. */
  inFlight: Set<Promise<unknown>>;
  /** Executions that this process is working on; its own sweep skips them. */
  inHand: InHand;
  /** Base URL of the Connect pages. */
  connectUrl: string;
  /** Base URL of the API. */
  apiUrl: string;
  /** Overrides of the origins of providers' authorization servers, by slug. */
  authorizationOrigins?: ReadonlyMap<string, string>;
  /** The built-in ones by default. */
  providers?: readonly Provider[];
  /** None by default. */
  telemetry?: Pick<Telemetry, "metrics" | "work">;
  /** The host of a provider's service, or of one of its further origins, for traces. */
  hostOf?: (provider: string, service: string, origin?: string) => string;
};

export type Services = ReturnType<typeof createServices>;

/** Creates the services. Only `loopDelay` and, once used, `operatorSessions` have a timer: stop both at the end. */
export function createServices(given: ServiceParts) {
  const { telemetry = noTelemetry(), hostOf = () => "" } = given;
  const { config, sandbox, resources, log, lease } = given;
  const { store, vault, platform, newId } = resources;
  const { hashes } = vault;
  const { metrics } = telemetry;
  const { monotonicMs } = platform;
  const { callTimeoutMs, databasePoolMax } = config;

  const audit = createAudit(store.audit, { platform, newId });
  const cursors = createCursors(hashes);
  const loopDelay = watchLoopDelay();
  const limits = createLimits(config.limits, {
    sandbox,
    platform,
    transport: watchExchanges(given.transport, { ...telemetry, monotonicMs, hostOf }),
    load: () => ({ loopDelayMs: loopDelay.ms(), databaseWaiting: store.waiting() }),
    publicRates: given.publicRates,
    databasePoolMax,
    callTimeoutMs,
    onShed: metrics.shed,
  });
  const parts = { ...given, telemetry, audit, limits };

  const apps = createKnownApps({
    environment: config.oauthApps,
    store: store.oauthApps,
    secrets: vault.oauthAppSecrets,
    onUnreadable: ({ provider, serviceClientId: service_client }) =>
      log.error(
        { provider, service_client },
        "the secret of an OAuth app doesn't open: its row was changed in the database",
      ),
  });
  const providers = given.providers ?? registeredProviders.map(({ provider }) => provider);
  const catalog = createCatalog({
    providers,
    enabledActions: config.enabledActions,
    isConfigured: (provider, serviceClientId) =>
      !needsApp(provider) || apps.of(provider.slug, serviceClientId).length > 0,
    configurationOf: apps.stateFor,
    origins: listedOriginsOf(providers, config, sandbox),
    digest: (text) => hashes.hash("fingerprint", text).replace(".", "-"),
  });
  const serviceKeys = createServiceKeys(vault, platform);
  const knownOnce = once(() => knownActions(providers));
  const recordRefusal = createRecordRefusal(audit);
  const authenticate = createAuthenticate({
    store: store.serviceClients,
    tokens: store.delegatedTokens,
    keys: serviceKeys,
    actions: knownOnce,
    platform,
    async onEndedToken({ id, clientId, tenantId }) {
      const refused = { clientId, tenantId, subject: id, actor: `token:${id}`, data: { reason: "UNAUTHENTICATED" } };
      await recordRefusal("delegated_token.refused", refused).catch((error: unknown) =>
        log.error({ cause: describeDefect(error) }, "the use of an ended token could not be recorded"),
      );
    },
  });
  const tenants = createTenants({
    store: store.tenants,
    cursors,
    platform,
    newId,
    destroyTenantKey: (tenantId) => vault.destroyTenantKey(tenantId),
  });

  const { credentials, tokenEndpoint, identify, liveCredentials, refusedCredentials, connections } =
    createConnectionServices(parts, { catalog, apps, cursors });

  const keys: KeyDeps = {
    store: store.idempotency,
    hash: hashes,
    nowMs: platform.nowMs,
    ownerId: lease.ownerId,
    expiry: given.expiry,
  };
  const runImport = createImport({
    store: store.connections,
    serviceClients: store.serviceClients,
    catalog,
    credentials,
    apps,
    identify,
    keys,
    slot: limits.slot,
    rate: limits.importRate,
    audit,
    platform,
    newId,
  });
  const bearerTokens = createBearerTokens(platform);
  const calls = { actions: catalog, credentials: liveCredentials, refusedCredentials, bearerTokens };
  const evidence = createEvidence(parts, calls);
  const execute = createExecuteDeps(parts, {
    ...calls,
    keys,
    recordRefusal,
    evidence: evidence.attempt,
    prospectOf: evidence.prospectOf,
  });
  const { proposals, proposalRuns } = createProposalServices(parts, {
    catalog,
    knownActions: knownOnce,
    execute,
    recordRefusal,
  });
  const records = createExecutionRecords({
    store: store.executions,
    platform,
    actions: catalog,
    settle: evidence.settle,
    onResolved: () => metrics.settlement({ by: "person", basis: "" }),
  });

  const connect = createConnectDeps(parts, {
    catalog,
    credentials,
    identify,
    cursors,
    oauth: { tokens: tokenEndpoint, apps },
  });

  const webhooks = createWebhooks({
    store: store.webhooks,
    events: store.events,
    platform,
    ...webhookParts(config, resources, sandbox),
    cursors,
    newId,
    endpointsMax: config.webhooks.endpointsMax,
    deliveryRate: limits.deliveryRate,
  });
  const signIn = createAgentSignIn({ config, resources, sandbox, keys: serviceKeys, apiUrl: given.apiUrl });
  const facts: FactsDeps = {
    connections: store.connections,
    executions: store.executions,
    tenants: store.tenants,
    catalog,
  };
  const approvalPage: ApprovalPageDeps = {
    ...facts,
    signIn,
    proposals,
    store: store.proposals,
    serviceClients: store.serviceClients,
  };
  const operators = createOperatorServices(parts, { serviceKeys, cursors, facts });
  return {
    ...operators,
    agentAuthorizations: createAgentAuthorizations({
      ...signIn,
      tenants,
      connections: store.connections,
      proposals: store.proposals,
      serviceClients: store.serviceClients,
      recordRefusal,
    }),
    signIn,
    approvalPage,
    authenticate,
    auditEvents: createAuditEvents({ trail: store.audit, cursors }),
    catalog,
    connect,
    connections,
    connectSessions: createConnectSessions(connect),
    cursors,
    events: createEvents({ store: store.events, cursors }),
    execute,
    findHostedSession: createFindHostedSession(connect),
    findLogo: store.serviceClients.findLogo,
    findServiceClient: store.serviceClients.find,
    frontend: createConnectFrontend(connect),
    keys,
    limits,
    looks: evidence.looks,
    loopDelay,
    /** Knows the environment's apps; the stored ones after its first `refresh`. */
    oauthApps: apps,
    delegatedTokens: createDelegatedTokens({
      store: store.delegatedTokens,
      tenants,
      connections: store.connections,
      keys: serviceKeys,
      cursors,
      platform,
      newId,
      recordRefusal,
    }),
    prospectOf: evidence.prospectOf,
    proposals,
    proposalRuns,
    providers,
    records,
    runImport,
    tenants,
    webhooks,
  };
}
