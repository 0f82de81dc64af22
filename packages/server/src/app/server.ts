/** From a configuration to a server that can be started and stopped. */
import type { FastifyInstance } from "fastify";
import { every } from "./background.ts";
import { prune, retentionTable } from "./retention.ts";
import { logClock } from "../clock/log.ts";
import type { Address, Config } from "./config.ts";
import { automaticCompletionWarning } from "../connect/automatic-completion.ts";
import { sessionEnd } from "../connect/session-end.ts";
import { newOwnerId, openResources, type Resources } from "./resources.ts";
import { createEgress, defaultLimits, type Egress, type EgressTarget } from "../egress/index.ts";
import { leaseTimes, takeLease } from "../executions/lease.ts";
import { createInHand } from "../executions/in-hand.ts";
import type { FenceState } from "../failover/watch.ts";
import { startFenceWatch } from "./failover.ts";
import { timestamp } from "../listing/timestamp.ts";
import { keyExpiryEveryMs, loadKeyExpiry } from "../idempotency/expiry.ts";
import { StoreStartError } from "../store/errors.ts";
import { createSweep, sweepEveryMs } from "../executions/sweeper.ts";
import { createApp, createInbound, type Inbound, type ServerPhase } from "../http/app.ts";
import type { LogLines } from "../http/log-lines.ts";
import { createMetricsListener, type MetricsListener } from "../http/metrics-listener.ts";
import { traceOf } from "../http/problems.ts";
import { createTraffic } from "../http/traffic.ts";
import { startTelemetry, type Telemetry } from "../telemetry/setup.ts";
import { registeredProviders } from "./providers.ts";
import { patternsWithoutAction } from "../service-clients/policy.ts";
import type { BackgroundWork } from "../telemetry/port.ts";
import { version } from "./version.ts";
import { startWebhooks } from "./webhooks.ts";
import { wireRoutes, type Wired } from "./services.ts";

/** What `serve` adds to the configuration. @property log where the doors' log lines go, as for a door. */
export type ServerOptions = { sandbox: boolean; targets: readonly EgressTarget[]; log?: LogLines };

/** A composed server. */
export type Server = {
  app: FastifyInstance;
  /** Begins to listen everywhere; gives the API's address. */
  listen(): Promise<string>;
  /** Stops in order: readiness first, then requests in flight, then the lease and the database. */
  stop(): Promise<void>;
  /** Shortens a stop: what was sent and has no answer yet becomes unknown, by its record, and its caller is told. */
  hurry(): void;
};

/** How long a stop waits for what is in flight, beyond the longest provider call, in milliseconds. */
const drainExtraMs = 5000;

/** Opens the deployment and wires the server over it; it does not listen yet. */
export async function composeServer(config: Config, options: ServerOptions): Promise<Server> {
  const deployment = await openResources(config, { sandbox: options.sandbox, serve: true });
  try {
    await refuseUnmarkedCopy(deployment);
    return await compose(config, options, deployment);
  } catch (error) {
    await deployment.store.close();
    throw error;
  }
}

/** A copy does not know what was done since it was made, so it serves only when its operator has said from when on. */
async function refuseUnmarkedCopy({ store }: Resources): Promise<void> {
  const copiedAt = await store.restores.copiedAt();
  if (copiedAt === null) return;
  throw new StoreStartError(
    `This database is a backup made at ${timestamp(copiedAt)}: before it serves, run svc-server idempotency-keys expire ` +
      "--before now, so that keys used since then cannot act again (docs/backup.md).",
  );
}

async function compose(config: Config, options: ServerOptions, deployment: Resources): Promise<Server> {
  const { store, platform, clock } = deployment;
  const apiUrl = baseUrlOf(config);
  const docsUrl = config.docsUrl ?? apiUrl;
  let phase: ServerPhase = "open";
  const traffic = createTraffic(platform.monotonicMs);
  const observation: Telemetry = await startTelemetry({
    hasMetrics: config.metricsListen !== null,
    traces: config.traces,
    version,
    platform,
    onTracesLost: () =>
      app.log.warn("the collector of OTEL_EXPORTER_OTLP_ENDPOINT does not take traces; they are lost"),
  });
  const { metrics } = observation;
  const inbound = createInbound();
  const door = {
    inbound,
    docsUrl,
    sandbox: options.sandbox,
    logLevel: config.logLevel,
    ...(options.log === undefined ? {} : { log: options.log }),
    newRequestId: () => `req_${Buffer.from(platform.randomBytes(12)).toString("hex")}`,
    phase: () => phase,
    traffic,
    watch: observation,
  };
  const app = createApp(door);
  const connectApp = config.connectListen === null ? app : createApp(door);
  const adminApp = config.adminListen === null ? null : createApp(door);
  const apps = adminApp === null ? [app, connectApp] : [app, connectApp, adminApp];
  for (const pattern of patternsWithoutAction(
    config.enabledActions,
    registeredProviders.map(({ provider }) => provider),
  )) {
    app.log.warn({ pattern }, "no action of this version matches this pattern of SVC_ENABLED_ACTIONS");
  }
  for (const warning of store.warnings) app.log.warn(warning);
  const { requireConfirmedCompletion } = config;
  const { serviceClients } = store;
  const parts = { sandbox: options.sandbox, requireConfirmedCompletion, serviceClients };
  const automatic = await automaticCompletionWarning(parts);
  if (automatic !== null) app.log.warn(automatic);
  store.tell(({ level, message }) => app.log[level](message));
  // The class, code and place of an error, never its message.
  const told = (what: BackgroundWork, level: "warn" | "error", message: string) => (error: unknown) => {
    metrics.backgroundFailure(what);
    // What the store has told already is not told again with every round.
    if (store.faultCode() !== null) return;
    app.log[level]({ cause: traceOf(error) }, message);
  };
  logClock(clock, app.log, told("clock", "warn", "the clock could not be compared with the database's"));
  const expiry = await loadKeyExpiry({ store: store.restores, platform });
  const fence = await startFenceWatch(config, deployment, {
    log: app.log,
    expiry,
    onFailure: told("failover", "warn", "the database could not be watched for failovers"),
  });
  const lease = await takeLease({ store: store.owners, platform, newOwnerId: () => newOwnerId(platform) });
  const inHand = createInHand();
  const sweep = createSweep({
    executions: store.executions,
    owners: store.owners,
    idempotency: store.idempotency,
    connectSessions: store.connectSessions,
    sessionExpired(session) {
      metrics.connectSession("expired");
      return sessionEnd(deployment, session, { status: "expired", actor: "system" });
    },
    clock,
    platform,
    ownerId: lease.ownerId,
    inHand,
    onSettled(count, whose) {
      metrics.swept(count);
      app.log.warn(
        count,
        `settled what ${whose === "dead" ? "a dead process had left" : "this process had lost hold of"}`,
      );
    },
  });
  await sweep();
  let stoppedChains = 0;
  const table = retentionTable(config, {
    store,
    signing: { deploymentId: deployment.vault.deploymentId, signatures: deployment.vault.signatures },
    onStopped(chains) {
      stoppedChains = chains.length;
      for (const { clientId, fault } of chains) {
        app.log.error(
          { serviceClient: clientId || null, seq: fault.seq, reason: fault.reason },
          "the audit trail was altered: retention of this chain has stopped; run svc-server audit verify (docs/audit.md)",
        );
      }
    },
  });
  const renewing = every(
    leaseTimes.renewEveryMs,
    () => lease.renew(),
    told("lease", "warn", "the lease could not be renewed"),
  );
  const background = [
    every(
      keyExpiryEveryMs,
      () => expiry.reload(),
      told("key_expiry", "warn", "the mark of keys that are too old could not be looked up"),
    ),
    every(sweepEveryMs, sweep, told("sweep", "error", "a sweep failed")),
    ...table.map((row) =>
      every(
        row.everyMs,
        (stopping) => prune(row, clock, stopping),
        told(row.work, "error", `retention of ${row.what} failed`),
      ),
    ),
  ];
  const onFailure = told("webhooks", "error", "a round of webhook deliveries failed");
  const webhooks = startWebhooks(config, deployment, { sandbox: options.sandbox, onFailure });
  const egress = egressOf(config, options, deployment);
  const inFlight = new Set<Promise<unknown>>();
  const { sandbox } = options;
  const hurrying = new AbortController();
  const hurried = async (): Promise<void> => {
    await egress.close();
    await traffic.idle(drainExtraMs, new AbortController().signal);
  };
  const draining = (): boolean => phase !== "open";
  const wired = wireRoutes({
    config,
    sandbox,
    deployment,
    app,
    connectApp,
    ...(adminApp === null ? {} : { adminApp }),
    lease,
    expiry,
    fence,
    transport: egress,
    inFlight,
    inHand,
    apiUrl,
    connectUrl: connectUrlOf(config),
    docsUrl,
    draining,
    observation,
    hostOf: hostsOf(options.targets),
    authorizationOrigins: authorizationOriginsOf(options.targets),
  });
  const scraped = metricsListenerOf(observation, {
    deployment,
    wired,
    ageMs: lease.ageMs,
    fence: fence.state,
    draining,
    sandbox,
    inbound,
    stoppedChains: () => stoppedChains,
  });
  return {
    app,
    async listen() {
      const at = await app.listen(config.listen);
      if (config.connectListen !== null) await connectApp.listen(config.connectListen);
      if (config.adminListen !== null) await adminApp?.listen(config.adminListen);
      if (config.metricsListen !== null) await scraped?.listen(config.metricsListen);
      return at;
    },
    hurry: () => hurrying.abort(),
    async stop() {
      const drainMs = config.callTimeoutMs + drainExtraMs;
      phase = "draining";
      // Who goes by readiness sends requests until it has asked again, however quiet it is just now.
      if (traffic.isWatched()) await pause(config.drainGraceMs, hurrying.signal);
      else await traffic.idle(config.drainGraceMs, hurrying.signal);
      phase = "closed";
      await traffic.idle(drainMs, hurrying.signal);
      if (hurrying.signal.aborted) await hurried();
      await withinMs(Promise.all(apps.map((one) => one.close())), drainExtraMs);
      // A connection that never sent a request is not idle to Node, and would hold the process for a minute.
      for (const { server } of apps) server.closeAllConnections();
      await withinMs(Promise.allSettled(inFlight), drainMs);
      await egress.close();
      await Promise.all(background.map((job) => job.stop()));
      // The last chance for what could not be written; afterwards its owner has ended.
      await inHand.writeUnwritten();
      await webhooks?.stop();
      await fence.stop();
      await renewing.stop();
      await lease.end();
      await scraped?.close();
      await observation.tracing.stop();
      await store.close();
    },
  };
}

/** The listener of the metrics, which asks this process at each scrape; null where nobody may scrape. */
function metricsListenerOf(
  { registry }: Telemetry,
  parts: {
    deployment: Resources;
    wired: Wired;
    ageMs: () => number;
    fence: () => FenceState;
    draining: () => boolean;
    sandbox: boolean;
    inbound: Inbound;
    stoppedChains: () => number;
  },
): MetricsListener | null {
  if (registry === null) return null;
  const { deployment, wired } = parts;
  const { limits, loopDelayMs, readiness } = wired;
  registry.watch({
    requestsInFlight: () => limits.now().requests,
    executionsInFlight: () => limits.now().executions,
    openCircuits: () => limits.now().circuits,
    databaseWaiting: deployment.store.waiting,
    loopDelayMs,
    leaseAgeMs: parts.ageMs,
    clock: () => deployment.clock.standing(),
    fence: parts.fence,
    auditChainsStopped: parts.stoppedChains,
    isReady: () => !parts.draining(),
    unknownOutcomes: deployment.store.unknownOutcomes,
    sqliteLogBytes: deployment.store.logBytes,
  });
  const { text, contentType } = registry;
  return createMetricsListener({ text, contentType, sandbox: parts.sandbox, readiness }, parts.inbound.connections);
}

/** The hosts that are called, by provider and service. */
function hostsOf(targets: readonly EgressTarget[]): (provider: string, service: string) => string {
  const hosts = new Map(
    targets.map(({ provider, service, origin }) => [`${provider} ${service}`, new URL(origin).host]),
  );
  return (provider, service) => hosts.get(`${provider} ${service}`) ?? "";
}

/** Where each provider's authorization server is reached, by slug. */
function authorizationOriginsOf(targets: readonly EgressTarget[]): ReadonlyMap<string, string> {
  const servers = targets.filter(({ service }) => service === "authorization");
  return new Map(servers.map(({ provider, origin }) => [provider, origin]));
}

function egressOf(config: Config, options: ServerOptions, { platform }: Resources): Egress {
  const { connectTimeoutMs, callTimeoutMs } = config;
  return createEgress({
    targets: options.targets,
    limits: {
      ...defaultLimits,
      connectTimeoutMs,
      headersTimeoutMs: callTimeoutMs,
      totalTimeoutMs: callTimeoutMs,
    },
    userAgent: `svc/${version}`,
    monotonicMs: platform.monotonicMs,
    nowMs: platform.nowMs,
  });
}

/** Waits, or until it is to hurry. */
async function pause(ms: number, hurry: AbortSignal): Promise<void> {
  if (hurry.aborted) return;
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms);
    hurry.addEventListener("abort", () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

async function withinMs(work: Promise<unknown>, ms: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  await Promise.race([work, limit]);
  clearTimeout(timer);
}

/** The server's external base URL: as configured, else made from where it listens. */
export function baseUrlOf({ publicUrl, listen }: Pick<Config, "publicUrl" | "listen">): string {
  return publicUrl ?? urlOf(listen);
}

/** Where browsers find the Connect pages: as configured; at the public URL, behind which paths may be parted; else where they are. */
export function connectUrlOf(config: Pick<Config, "publicUrl" | "listen" | "connectUrl" | "connectListen">): string {
  const { connectUrl, publicUrl, connectListen, listen } = config;
  return connectUrl ?? publicUrl ?? urlOf(connectListen ?? listen);
}

/** The URL of a listener, without a trailing slash. */
export function urlOf({ host, port }: Address): string {
  return `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
}
