/** Creates every domain service once. The entry points in routes.ts use them. */
import { createAuditEvents, createEvents } from "../domain/journal/events.ts";
import { createConnectFrontend } from "../domain/connect-sessions/frontend.ts";
import { createFindHostedSession } from "../domain/connect-sessions/present.ts";
import { createConnectSessions } from "../domain/connect-sessions/sessions.ts";
import { createImport } from "../domain/connections/import.ts";
import { createDelegatedTokens } from "../domain/service-clients/tokens.ts";
import { createExecutionRecords } from "../domain/executions/records.ts";
import { createBearerTokens } from "../domain/provider-calls/bearer.ts";
import { createAuthenticate } from "../domain/service-clients/authenticate.ts";
import type { FactsDeps } from "../domain/proposals/facts.ts";
import { describeDefect } from "../entry/rest/problems.ts";
import { checkDue } from "../domain/providers/checks.ts";
import { loadingOf } from "./described-providers.ts";
import { createInspectServer } from "./inspecting.ts";
import { createProviderReviews } from "../domain/providers/reviews.ts";
import { createTenants } from "../domain/tenants/tenants.ts";
import { createWebhooks } from "../domain/webhooks/endpoints.ts";
import { createAgentAuthorizations } from "../domain/agent-sign-in/decisions.ts";
import type { ApprovalPageDeps } from "../domain/approvals/review.ts";
import { verifyDelivery } from "../adapters/vault/delivery-signatures.ts";
import { receiveAtMost } from "../domain/provider-events/at-once.ts";
import { createReceive } from "../domain/provider-events/receive.ts";
import { createConnectionServices, createConnectDeps } from "./connections.ts";
import { createEvidence } from "./evidence.ts";
import { createExecuteDeps, createProposalServices } from "./executing.ts";
import { createAgentSignIn, createOperatorServices } from "./people.ts";
import { documentUrlRules, webhookParts } from "./webhooks.ts";
import { createGround, type ServiceParts } from "./ground.ts";

export type Services = ReturnType<typeof createServices>;

/** Creates the services. Only `loopDelay` and, once used, `operatorSessions` have a timer: stop both at the end. */
export function createServices(given: ServiceParts) {
  const ground = createGround(given);
  const { config, sandbox, resources, log, audit, cursors, limits, apps, catalog, keys, recordRefusal } = ground;
  const { store, vault, platform, newId } = resources;
  const authenticate = createAuthenticate({
    store: store.serviceClients,
    tokens: store.delegatedTokens,
    keys: ground.serviceKeys,
    actions: ground.knownActions,
    platform,
    async onEndedToken({ id, clientId, tenantId }) {
      const refused = {
        clientId,
        tenantId,
        subject: id,
        actor: `token:${id}`,
        data: { reason: "UNAUTHENTICATED" },
      } as const;
      await recordRefusal({ type: "delegated_token.refused", ...refused }).catch((error: unknown) =>
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
    createConnectionServices(ground);

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
  const evidence = createEvidence(ground, calls);
  const execute = createExecuteDeps(ground, {
    ...calls,
    evidence: evidence.attempt,
    prospectOf: evidence.prospectOf,
  });
  const { proposals, proposalRuns } = createProposalServices(ground, execute);
  const records = createExecutionRecords({
    store: store.executions,
    platform,
    actions: catalog,
    settle: evidence.settle,
    onResolved: () => ground.telemetry.metrics.settlement({ by: "person", basis: "" }),
  });

  const connect = createConnectDeps(ground, { credentials, identify, tokenEndpoint });

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
  const signIn = createAgentSignIn(ground);
  const facts: FactsDeps = {
    connections: store.connections,
    executions: store.executions,
    tenants: store.tenants,
    catalog,
    vault,
    hashes: vault.hashes,
  };
  const approvalPage: ApprovalPageDeps = {
    ...facts,
    signIn,
    proposals,
    store: store.proposals,
    serviceClients: store.serviceClients,
  };
  const places = documentUrlRules(config, sandbox);
  const reviews = createProviderReviews({
    store: store.describedProviders,
    platform,
    places,
    coded: new Set(ground.registry.current().providers.map(({ slug }) => slug)),
  });
  const loadProviders = loadingOf(resources, ground.registry, { places, log });
  const operators = createOperatorServices(ground, facts, { reviews, loadProviders });
  const receive = createReceive({
    provider: catalog.provider,
    secrets: ground.eventSecrets,
    offered: ground.offeredSecrets,
    verify: verifyDelivery,
    store: store.providerEvents,
    metrics: ground.telemetry.metrics,
    platform,
  });
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
    deliveries: receiveAtMost(receive, { onShed: () => ground.telemetry.metrics.shed("deliveries") }),
    events: createEvents({ store: store.events, cursors }),
    execute,
    eventSecrets: ground.eventSecrets,
    offeredSecrets: ground.offeredSecrets,
    findHostedSession: createFindHostedSession(connect),
    findLogo: store.serviceClients.findLogo,
    findServiceClient: store.serviceClients.find,
    frontend: createConnectFrontend(connect),
    keys,
    limits,
    looks: evidence.looks,
    loopDelay: ground.loopDelay,
    /** Knows the environment's apps; the stored ones after its first `refresh`. */
    oauthApps: apps,
    delegatedTokens: createDelegatedTokens({
      store: store.delegatedTokens,
      tenants,
      connections: store.connections,
      keys: ground.serviceKeys,
      cursors,
      platform,
      newId,
      recordRefusal,
    }),
    prospectOf: evidence.prospectOf,
    proposals,
    proposalRuns,
    registry: ground.registry,
    /** Compares the MCP servers whose check is due with their reviews. */
    checkProviders: (stopping: AbortSignal) =>
      checkDue(
        { store: store.describedProviders, platform, inspect: createInspectServer(ground, liveCredentials) },
        stopping,
        (provider, { fault, disabled }) => {
          if (fault !== "")
            log.warn({ provider }, `the tools of an MCP server could not be compared with their review: ${fault}`);
          if (disabled.length > 0)
            log.warn(
              { provider, tools: disabled.length },
              "tools of an MCP server changed after their review, and are disabled",
            );
        },
      ),
    providerReviews: reviews,
    /** Loads the providers of MCP servers that have changed. */
    loadProviders,
    records,
    runImport,
    tenants,
    webhooks,
  };
}
