/** The server: its listeners, and how it starts and stops. */
import type { FastifyInstance } from "fastify";
import type { EgressTarget } from "../adapters/egress/index.ts";
import { waitAtMost } from "../domain/clock/units.ts";
import { createPublicRates } from "../domain/limits/rates.ts";
import { createUnknownPage } from "../entry/connect/unknown-page.ts";
import { createApp, createInbound, type Inbound, type ServerPhase } from "../entry/rest/app.ts";
import type { LogLines } from "../entry/rest/log-lines.ts";
import { createMetricsListener, type MetricsListener } from "../entry/rest/metrics-listener.ts";
import type { Readiness } from "../entry/rest/readiness.ts";
import { createRequestTracker } from "../entry/rest/connections.ts";
import { runsEveryMs } from "../domain/proposals/run.ts";
import { looksEveryMs } from "../domain/evidence/looks.ts";
import { timestamp } from "../domain/clock/timestamp.ts";
import { StoreStartError } from "../adapters/store/errors.ts";
import { startTelemetry, type Telemetry } from "../adapters/telemetry/setup.ts";
import { retentionTask, startBackground, type Background } from "./background.ts";
import { listenAddresses, type Config } from "./config.ts";
import { closeApps, drainExtraMs, drainGrace, checkAddresses, listenAt, toBaseUrl, toConnectUrl } from "./listening.ts";
import { buildEgress, openResources, type Resources } from "./resources.ts";
import { digestsOf, registeredProviders, type RegisteredProvider } from "./providers.ts";
import { describedEveryMs } from "./described-providers.ts";
import { currentTargets } from "./described-targets.ts";
import { createAnnouncements } from "../domain/providers/announced.ts";
import { followSessions } from "../domain/providers/sessions.ts";
import { createProviderRegistry } from "../domain/providers/registry.ts";
import { createAppRegistration, createOperatorInspection } from "./inspecting.ts";
import { createServerReadiness } from "./readiness.ts";
import { registerRoutes } from "./routes.ts";
import { watchAlteredRows, logWarnings, missingProviders } from "./startup-log.ts";
import { createServices, type Services } from "./services.ts";
import type { Variables } from "./own-variables.ts";
import { version } from "./own-process.ts";
import { createWaitingServer } from "./waiting.ts";

/** Options that `serve` adds to the configuration. */
export type ServerOptions = {
  sandbox: boolean;
  targets: readonly EgressTarget[];
  /** The built-in ones by default. */
  providers?: readonly RegisteredProvider[];
  /** Where to write log lines; standard output by default. */
  log?: LogLines;
  /** The environment that the configuration was read from, to warn of variables without effect; none by default. */
  variables?: Variables;
};

/** A server that is ready to listen. */
export type Server = {
  app: FastifyInstance;
  /** Starts to listen on every address. Returns the API's URL. */
  listen(): Promise<string>;
  /** Stops in order: readiness first, then requests in flight, then the lease and the database. */
  stop(): Promise<void>;
  /** Shortens a stop: requests that were sent and have no response yet become unknown outcomes. */
  forceStop(): void;
};

/** How soon an app that the operator sets or removes takes effect, in milliseconds. */
const oauthAppsEveryMs = 2000;

/** How often to look for MCP servers whose daily check is due, in milliseconds. */
const checksEveryMs = 60_000;

/**
 * Opens the database and creates the server, without listening. While a key service can't be used, it waits, and says so
 * at the server's addresses. It checks the addresses first: otherwise a start that
 * can't listen would leave a new database, sealed with a key that the operator may not keep.
 * @throws ConfigError, StoreStartError, VaultStartError
 */
export async function createServer(config: Config, options: ServerOptions): Promise<Server> {
  await checkAddresses(listenAddresses(config));
  const resources = await openWaiting(config, options);
  try {
    await refuseUnmarkedCopy(resources);
    return await buildServer(resources, config, options);
  } catch (error) {
    await resources.store.close();
    throw error;
  }
}

/** Opens the resources as soon as every key service can be used. */
async function openWaiting(config: Config, options: ServerOptions): Promise<Resources> {
  const waiting = createWaitingServer(config, options);
  const { sandbox } = options;
  try {
    return await openResources(config, { sandbox, serve: true, onKeysAway: (reason) => waiting.wait(reason) });
  } finally {
    await waiting.close();
  }
}

/**
 * Refuses a backup until its operator has expired old idempotency keys, because it can't tell which were used since.
 */
async function refuseUnmarkedCopy({ store }: Resources): Promise<void> {
  const copiedAt = await store.restores.copiedAt();
  if (copiedAt === null) return;
  throw new StoreStartError(
    `This database is a backup made at ${timestamp(copiedAt)}: before it serves, run svc-server idempotency-keys expire ` +
      "--before now, so that keys used since then cannot act again (docs/backup.md).",
  );
}

async function buildServer(resources: Resources, config: Config, options: ServerOptions): Promise<Server> {
  const { platform } = resources;
  const { sandbox, targets } = options;
  const apiUrl = toBaseUrl(config);
  const docsUrl = config.docsUrl ?? apiUrl;
  let phase: ServerPhase = "open";
  const draining = (): boolean => phase !== "open";
  const requests = createRequestTracker(platform.monotonicMs);
  const telemetry: Telemetry = await startTelemetry({
    hasMetrics: config.metricsListen !== null,
    traces: config.traces,
    version,
    platform,
    onTracesLost: () =>
      app.log.warn("the collector of OTEL_EXPORTER_OTLP_ENDPOINT doesn't accept traces; they are lost"),
  });
  const inbound = createInbound(createPublicRates(config.limits.rates, platform), resources.machine.note);
  const unknownPage = createUnknownPage({
    brand: config.brand,
    sandbox,
    logos: `${new URL(toBaseUrl(config)).pathname.replace(/\/$/, "")}/connect/logo/`,
  });
  const listener = (): FastifyInstance =>
    createApp({
      inbound,
      docsUrl,
      sandbox,
      cell: resources.vault.cell,
      logLevel: config.logLevel,
      ...(options.log === undefined ? {} : { log: options.log }),
      newRequestId: () => `req_${Buffer.from(platform.randomBytes(12)).toString("hex")}`,
      phase: () => phase,
      requests,
      watch: telemetry,
      unknownPage,
    });
  const app = listener();
  const connectApp = config.connectListen === null ? app : listener();
  const adminApp = config.adminListen === null ? null : listener();
  const { log } = app;
  watchAlteredRows(resources.seals, telemetry.metrics, log);
  await logWarnings(resources, config, options, log);
  const background = await startBackground({
    config,
    resources,
    sandbox,
    digests: digestsOf(options.providers ?? []),
    metrics: telemetry.metrics,
    log,
  });
  const { lease, expiry, fence, inHand } = background;
  const coded = options.providers ?? registeredProviders;
  const registry = createProviderRegistry(coded.map(({ provider }) => provider));
  const { targets: targetsNow, hostOf, authorizationOrigins } = currentTargets(registry, targets, { config, sandbox });
  const egress = buildEgress(config, targetsNow(), resources, sandbox);
  registry.onReplaced(() => egress.retarget(targetsNow()));
  const inFlight = new Set<Promise<unknown>>();
  const services = createServices({
    config,
    sandbox,
    resources,
    log,
    lease,
    expiry,
    fence,
    publicRates: inbound.publicRates,
    transport: followSessions({
      transport: egress,
      platform,
      onToolsChanged: createAnnouncements({
        store: resources.store.describedProviders,
        platform,
        onFault: (provider) => log.warn({ provider }, "the check of an MCP server couldn't be brought forward"),
      }),
    }),
    inFlight,
    inHand,
    connectUrl: toConnectUrl(config),
    apiUrl,
    authorizationOrigins,
    registry,
    coded,
    telemetry,
    hostOf,
  });
  await services.loadProviders();
  background.add({
    what: "described_providers",
    everyMs: describedEveryMs,
    failure: "the providers of MCP servers could not be read",
    run: services.loadProviders,
  });
  background.add({
    what: "provider_checks",
    everyMs: checksEveryMs,
    failure: "the tools of MCP servers could not be compared with their reviews",
    run: async (stopping) => (draining() ? undefined : await services.checkProviders(stopping)),
  });
  const refreshApps = async (): Promise<void> => {
    await services.oauthApps.refresh();
    await services.eventSecrets.refresh();
    await services.offeredSecrets.refresh();
  };
  await refreshApps();
  background.add({
    what: "oauth_apps",
    everyMs: oauthAppsEveryMs,
    failure: "the OAuth apps could not be read",
    run: refreshApps,
  });
  if (config.settle.mode === "automatic") {
    background.add({
      what: "looks",
      everyMs: looksEveryMs,
      failure: "looks for unknown outcomes could not be leased",
      run: async (stopping) => (draining() ? undefined : await services.looks(stopping)),
    });
  }
  background.add({
    what: "proposals",
    everyMs: runsEveryMs,
    failure: "approved proposals could not be picked up",
    run: async (stopping) => (draining() ? undefined : await services.proposalRuns(stopping)),
  });
  const described = await resources.store.describedProviders.versions();
  const known = [...coded.map(({ provider }) => provider), ...described].map(({ slug }) => slug);
  const missing = await missingProviders(resources, known, log);
  const readiness = createServerReadiness({
    resources,
    lease,
    fence,
    draining,
    missingProviders: () => missing,
    failingTasks: background.failing,
    log,
  });
  const apps = { app, connectApp, adminApp };
  registerRoutes(apps, services, {
    config,
    sandbox,
    resources,
    publicRates: inbound.publicRates,
    readiness,
    draining,
    fence,
    inspectServer: createOperatorInspection(config, sandbox),
    registerApp: createAppRegistration(config, toConnectUrl(config), sandbox),
    apiUrl,
    docsUrl,
  });
  const parts = { resources, services, background, readiness, draining, sandbox, inbound };
  const metricsListener = buildMetricsListener(telemetry, parts);
  const force = new AbortController();
  return {
    app,
    async listen() {
      const { connectListen, adminListen, metricsListen } = config;
      const url = await listenAt("SVC_LISTEN", config.listen, (at) => app.listen(at));
      if (connectListen !== null) await listenAt("SVC_CONNECT_LISTEN", connectListen, (at) => connectApp.listen(at));
      if (adminListen !== null && adminApp !== null)
        await listenAt("SVC_ADMIN_LISTEN", adminListen, (at) => adminApp.listen(at));
      if (metricsListen !== null && metricsListener !== null)
        await listenAt("SVC_METRICS_LISTEN", metricsListen, (at) => metricsListener.listen(at));
      return url;
    },
    forceStop: () => force.abort(),
    async stop() {
      phase = "draining";
      await drainGrace(requests, config.drainGraceMs, force.signal);
      phase = "closed";
      const drainMs = config.callTimeoutMs + drainExtraMs;
      await requests.idle(drainMs, force.signal);
      if (force.signal.aborted) {
        await egress.close();
        await requests.idle(drainExtraMs, new AbortController().signal);
      }
      await closeApps(apps);
      await waitAtMost(Promise.allSettled(inFlight), drainMs);
      await egress.close();
      try {
        // It writes, so it fails without the database.
        await background.stop();
      } finally {
        await metricsListener?.close();
        await telemetry.tracing.stop();
        await resources.store.close();
      }
    },
  };
}

/** Creates the listener of the metrics; null if there is none. */
function buildMetricsListener(
  { registry }: Telemetry,
  parts: {
    resources: Resources;
    services: Services;
    background: Background;
    readiness: Readiness;
    draining: () => boolean;
    sandbox: boolean;
    inbound: Inbound;
  },
): MetricsListener | null {
  if (registry === null) return null;
  const { resources, services, background, readiness, sandbox, inbound } = parts;
  const { store, clock } = resources;
  const { limits, loopDelay } = services;
  registry.watch({
    requestsInFlight: () => limits.now().requests,
    executionsInFlight: () => limits.now().executions,
    openCircuits: () => limits.now().circuits,
    databaseWaiting: store.waiting,
    loopDelayMs: loopDelay.ms,
    leaseAgeMs: background.lease.ageMs,
    clock: () => clock.state(),
    fence: background.fence.state,
    auditRetentionStopped: () => ({
      altered: background.stoppedChains(),
      failed: Number(background.failing().includes(retentionTask("audit events"))),
    }),
    failingTasks: background.failing,
    isReady: () => !parts.draining(),
    openLooks: store.looks.open,
    unknownOutcomes: store.unknownOutcomes,
    sqliteLogBytes: store.logBytes,
  });
  const { text, contentType } = registry;
  return createMetricsListener({ text, contentType, sandbox, readiness }, inbound.connections);
}
