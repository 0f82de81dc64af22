/**
 * Registers every entry point from the services: REST, tools for agents, the Connect pages, the documentation, the
 * console.
 */
import { buildOpenApi, idRandomBytes, makeIdempotencyKey } from "@svc/contract";
import type { FastifyInstance } from "fastify";
import { createAuthorizationPages } from "../entry/connect/authorization-site.ts";
import { serveLogos, serveConnectPage } from "../entry/connect/site.ts";
import { takeProviderResponse } from "../domain/connect-sessions/authorization-response.ts";
import { decideAuthorization, openAuthorization } from "../domain/connect-sessions/authorization.ts";
import { serveDocs } from "../entry/docs/site.ts";
import { isBuiltIn } from "./providers.ts";
import { hasDocumentApp, takesApp } from "../domain/auth-kinds/table.ts";
import { callbackUrl, clientDocument } from "../domain/oauth/client-document.ts";
import { registerAppFor, type SendRegistration } from "../domain/oauth/registering.ts";
import { createStoredOAuthApps } from "../domain/oauth/known-apps.ts";
import { execute } from "../domain/executions/execute.ts";
import type { InspectNewServer } from "../domain/providers/reviews.ts";
import type { FenceWatch } from "../domain/failover/watch.ts";
import type { PublicRates } from "../domain/limits/rates.ts";
import { countBytes, ratePublicRoutes } from "../entry/rest/public-rates.ts";
import { type Readiness, serveHealth } from "../entry/rest/readiness.ts";
import { serveAudit, serveEvents, serveWebhooks } from "../entry/rest/routes/events.ts";
import { serveCatalog } from "../entry/rest/routes/catalog.ts";
import { serveConnectSessions, serveConnections } from "../entry/rest/routes/connections.ts";
import { serveDelegatedTokens, serveTenants } from "../entry/rest/routes/tenants.ts";
import { serveAgentSignIn } from "../entry/rest/routes/agent-sign-in.ts";
import { createSignInPages } from "../entry/connect/sign-in-page.ts";
import { serveApprovalPage } from "../entry/rest/routes/approval-page.ts";
import { createApprovalPages } from "../entry/connect/approval-page.ts";
import { serveProviderEvents } from "../entry/rest/routes/provider-events.ts";
import { serveExecutions } from "../entry/rest/routes/executions.ts";
import { serveProxyProbe } from "../entry/rest/routes/proxy-probe.ts";
import { serveProposals } from "../entry/rest/routes/proposals.ts";
import { serveFrontend } from "../entry/rest/routes/frontend.ts";
import { serveAuthorization } from "../entry/rest/routes/oauth.ts";
import { shedUnderLoad } from "../entry/rest/shedding.ts";
import { serveMcp } from "../entry/mcp/endpoint.ts";
import { mcpActions } from "../entry/mcp/tools.ts";
import { serveConsole } from "../entry/console/endpoint.ts";
import { serveAdmin } from "../entry/admin/endpoint.ts";
import type { Config } from "./config.ts";
import type { Resources } from "./resources.ts";
import type { Services } from "./services.ts";
import { version } from "./own-process.ts";

/** The listeners of a server. */
export type Apps = {
  app: FastifyInstance;
  /** The listener of the Connect pages and their API; `app` unless they have their own. */
  connectApp: FastifyInstance;
  /** The listener of the operator console; null if there is none. */
  adminApp: FastifyInstance | null;
};

/** The facts about the server that its routes need. */
export type RouteParts = {
  config: Pick<Config, "listen" | "brand" | "adminUrl" | "registersAgentHosts">;
  sandbox: boolean;
  resources: Resources;
  publicRates: PublicRates;
  readiness: Readiness;
  fence: Pick<FenceWatch, "state">;
  inspectServer: InspectNewServer;
  registerApp: SendRegistration;
  draining: () => boolean;
  apiUrl: string;
  docsUrl: string;
};

export function registerRoutes({ app, connectApp, adminApp }: Apps, services: Services, parts: RouteParts): void {
  const { sandbox, readiness } = parts;
  for (const one of new Set([app, connectApp, ...(adminApp === null ? [] : [adminApp])])) {
    ratePublicRoutes(one, parts.publicRates);
  }
  for (const one of new Set([app, connectApp])) {
    shedUnderLoad(one, services.limits.gate);
    serveHealth({ app: one }, { sandbox, readiness });
  }
  serveProxyProbe(app, { hashes: parts.resources.vault.hashes, nowMs: parts.resources.platform.nowMs });
  app.addHook("onClose", async () => services.loopDelay.stop());
  registerApi(app, services, parts);
  // The pages of agent sign-in and approval show logos too, and allow none from another origin.
  if (connectApp !== app) serveLogos(app, services.findLogo, parts.config.brand.logo);
  registerConnect(connectApp, services, parts);
  if (adminApp !== null) registerConsole(adminApp, services, parts);
}

function registerApi(app: FastifyInstance, services: Services, parts: RouteParts): void {
  const { tenants, keys, catalog, connections, records, cursors, limits, registry } = services;
  const { config, apiUrl, docsUrl } = parts;
  const { platform } = parts.resources;
  const newKey = (): string => makeIdempotencyKey(platform.nowMs(), platform.randomBytes(idRandomBytes));
  const routes = {
    app,
    authenticate: services.authenticate,
    rateLimit: limits.rateLimit,
    tenants,
  };
  serveTenants(routes, { tenants, keys });
  serveCatalog(routes, { catalog, tenants });
  serveConnectSessions(routes, { connectSessions: services.connectSessions, tenants, keys });
  serveConnections(routes, { connections, runImport: services.runImport, tenants, keys, slot: limits.slot });
  const { proposals } = services;
  serveExecutions(routes, { tenants, execute: services.execute, proposals, records, cursors });
  serveProposals(routes, { tenants, execute: services.execute, proposals, cursors });
  serveDelegatedTokens(routes, { tokens: services.delegatedTokens, tenants, keys, newKey });
  serveAgentSignIn(routes, {
    signIn: services.signIn,
    authorizations: services.agentAuthorizations,
    pages: createSignInPages({ brand: config.brand, sandbox: parts.sandbox }),
    registers: config.registersAgentHosts,
  });
  serveApprovalPage(app, {
    approvals: services.approvalPage,
    pages: createApprovalPages({ brand: config.brand, sandbox: parts.sandbox, logos: `${apiUrl}/connect/logo/` }),
  });
  serveProviderEvents(app, { deliveries: services.deliveries, rates: parts.publicRates });
  serveEvents(routes, { events: services.events });
  serveWebhooks(routes, { webhooks: services.webhooks, keys, newKey });
  serveAudit(routes, { auditEvents: services.auditEvents });
  const actions = registry.derive(({ providers }) => mcpActions(providers));
  // Providers that break a rule of tools fail here, and not a request.
  actions();
  serveMcp(routes, {
    services: {
      tenants,
      connections,
      records,
      proposals,
      execute: (request) => execute(services.execute, request),
      prospectOf: services.prospectOf,
      isEffective: catalog.isEffective,
      actions,
      newUuid: newKey,
      docsUrl,
    },
    monotonicMs: platform.monotonicMs,
    draining: parts.draining,
    offersSignIn: services.signIn.pages.isUsed,
    publicUrl: apiUrl,
    listenHost: config.listen.host,
    version,
  });
  serveDocs(
    app,
    registry.derive(({ providers }) => ({
      providers,
      ownProviders: providers.filter(({ slug }) => !isBuiltIn(slug)),
      docsUrl,
      apiUrl,
      openApi: () => buildOpenApi({ serverUrl: apiUrl, docsUrl, version }),
    })),
    (request, bytes) => countBytes(parts.publicRates, "docs", request, bytes),
  );
}

function registerConnect(app: FastifyInstance, services: Services, { config, sandbox }: RouteParts): void {
  const { connect, limits } = services;
  const { publicUrl } = connect;
  const { brand } = config;
  serveFrontend({ app, publicUrl }, { frontend: services.frontend, countCall: limits.countFrontendCall });
  serveAuthorization({
    app,
    authorizations: {
      open: (holder) => openAuthorization(connect, holder),
      decide: (holder, form) => decideAuthorization(connect, holder, form),
      take: (response) => takeProviderResponse(connect, response),
    },
    pages: createAuthorizationPages({ brand, sandbox, publicUrl }),
    clientDocument: (slug) => {
      const provider = services.catalog.provider(slug);
      if (provider === null || !hasDocumentApp(provider)) return null;
      return clientDocument(publicUrl(), slug, brand.name || "svc");
    },
    publicUrl,
  });
  serveConnectPage(app, { find: services.findHostedSession, findLogo: services.findLogo, brand, sandbox });
}

function registerConsole(app: FastifyInstance, services: Services, parts: RouteParts): void {
  const { config, sandbox, readiness, resources, fence } = parts;
  const {
    operatorSessions,
    companySignIn,
    overview,
    search,
    dashboard,
    connections,
    records,
    webhooks,
    delegatedTokens,
    proposals,
  } = services;
  app.addHook("onClose", async () => void (await Promise.all([operatorSessions.stop(), companySignIn?.stop()])));
  serveHealth({ app }, { sandbox, readiness });
  serveAdmin({ app, sessions: operatorSessions, administrationBy: services.administrationBy });
  serveConsole({
    app,
    adminUrl: config.adminUrl,
    publicRates: parts.publicRates,
    services: {
      sessions: operatorSessions,
      company: companySignIn,
      overview,
      search,
      dashboard,
      connections,
      records,
      webhooks,
      delegatedTokens,
      proposals,
      webhookOperations: services.webhookOperationsBy,
      serviceClients: services.serviceClientsBy,
      administration: services.administrationBy,
      actions: () => services.registry.current().providers,
      appProviders: () =>
        services.registry
          .current()
          .providers.filter(takesApp)
          .map(({ slug, events }) => ({
            slug,
            hasEvents: events !== undefined,
            offersSecret: events?.offeredSecret !== undefined,
            redirectUri: callbackUrl(services.connect.publicUrl(), slug),
          })),
      oauthApps: () => resources.store.oauthApps.list(),
      eventSecrets: () => resources.store.eventSecrets.list(),
      operatorTokens: services.listOperatorTokens,
      findClient: services.findServiceClient,
      platform: resources.platform,
      clock: resources.clock,
      fence,
      providerReviews: services.providerReviews,
      inspectServer: parts.inspectServer,
      registerApp: async (slug, actor) => {
        const { review } = await services.providerReviews.find(slug);
        const { store, vault, platform } = resources;
        const stored = { store: store.oauthApps, secrets: vault.oauthAppSecrets, platform, actor };
        await registerAppFor(review, { name: "", apps: createStoredOAuthApps(stored), send: parts.registerApp });
      },
      providers: () => services.registry.current().providers.map(({ slug }) => slug),
      logos: new Map(
        services.registry
          .current()
          .providers.flatMap(({ slug, logo }) => (logo === undefined ? [] : [[slug, logo] as const])),
      ),
      sandbox,
    },
  });
}
