/** The ground of the services: what is created once, before any of them, and what each of them picks from. */
import type { Provider } from "@svc/provider-kit";
import type { FastifyBaseLogger } from "fastify";
import { createAudit } from "../domain/journal/entry.ts";
import { createRecordRefusal } from "../domain/journal/repeats.ts";
import { hasDocumentApp, needsApp } from "../domain/auth-kinds/table.ts";
import { createCatalog } from "../domain/catalog/catalog.ts";
import { currentCatalog } from "../domain/catalog/current.ts";
import { createProviderRegistry, type ProviderRegistry } from "../domain/providers/registry.ts";
import { knownActions } from "../domain/service-clients/rights.ts";
import type { InHand } from "../domain/executions/sweeper.ts";
import type { Lease } from "../domain/executions/lease.ts";
import type { FenceWatch } from "../domain/failover/watch.ts";
import type { LoadedKeyExpiry } from "../domain/idempotency/key.ts";
import type { KeyDeps } from "../domain/idempotency/run-idempotently.ts";
import { createLimits } from "../domain/limits/limits.ts";
import type { PublicRates } from "../domain/limits/rates.ts";
import { createCursors } from "../domain/listings/page.ts";
import { documentIdOf } from "../domain/oauth/client-document.ts";
import { createKnownApps } from "../domain/oauth/known-apps.ts";
import { createOfferedSecrets } from "../domain/provider-events/offered-secrets.ts";
import { createEventSecrets } from "../domain/provider-events/secrets.ts";
import { watchLoopDelay } from "../platform.ts";
import type { ProviderTransport } from "../domain/provider-calls/port.ts";
import { noTelemetry, type Telemetry } from "../adapters/telemetry/setup.ts";
import { watchExchanges } from "../adapters/telemetry/watched.ts";
import type { Config } from "./config.ts";
import { listedOriginsOf } from "./sandbox.ts";
import { registeredProviders, type RegisteredProvider } from "./providers.ts";
import type { Resources } from "./resources.ts";
import { createServiceKeys } from "./secrets.ts";

/** What the server gives to its services. */
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
  authorizationOrigins?: ReadonlyMap<string, string> | (() => ReadonlyMap<string, string>);
  /** The built-in providers by default. */
  registry?: ProviderRegistry;
  /** The providers that are code, with their sources. The built-in ones by default. */
  coded?: readonly RegisteredProvider[];
  /** None by default. */
  telemetry?: Pick<Telemetry, "metrics" | "work">;
  /** The host of a provider's service, or of one of its further origins, for traces. */
  hostOf?: (provider: string, service: string, origin?: string) => string;
};

/** What the services are built on. */
export type Ground = ReturnType<typeof createGround>;

/** Creates it. Only `loopDelay` has a timer: stop it at the end. */
export function createGround(given: ServiceParts) {
  const { telemetry = noTelemetry(), hostOf = () => "" } = given;
  const { config, sandbox, resources, log } = given;
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
  const registry = given.registry ?? createProviderRegistry(registeredProviders.map(({ provider }) => provider));
  const documentIds = registry.derive(
    ({ providers }) =>
      new Map(providers.filter(hasDocumentApp).map(({ slug }) => [slug, documentIdOf(given.connectUrl, slug)])),
  );
  const apps = createKnownApps({
    environment: config.oauthApps,
    documentId: (provider) => documentIds().get(provider) ?? null,
    store: store.oauthApps,
    secrets: vault.oauthAppSecrets,
    onUnreadable: ({ provider, serviceClientId: service_client }) =>
      log.error(
        { provider, service_client },
        "the secret of an OAuth app doesn't open: its row was changed in the database",
      ),
  });
  const eventSecrets = createEventSecrets({
    environment: config.oauthApps,
    store: store.eventSecrets,
    secrets: vault.oauthAppSecrets,
    platform,
    onUnreadable: ({ provider, serviceClientId: service_client }) =>
      log.error(
        { provider, service_client },
        "an app's secret for events doesn't open: its row was changed in the database",
      ),
  });
  const offeredSecrets = createOfferedSecrets({
    store: store.eventSecrets,
    secrets: vault.oauthAppSecrets,
    platform,
  });
  const common = {
    enabledActions: config.enabledActions,
    isConfigured: (provider: Provider, serviceClientId: string) =>
      !needsApp(provider) || apps.of(provider.slug, serviceClientId).length > 0,
    configurationOf: apps.stateFor,
    origins: listedOriginsOf(registry.current().providers, config, sandbox),
    digest: (text: string) => hashes.hash("fingerprint", text).replace(".", "-"),
  };
  const catalogOf = registry.derive(({ providers }) => createCatalog({ ...common, providers }));
  const catalog = currentCatalog(catalogOf);
  const keys: KeyDeps = {
    store: store.idempotency,
    hash: hashes,
    nowMs: platform.nowMs,
    ownerId: given.lease.ownerId,
    expiry: given.expiry,
  };
  return {
    ...given,
    telemetry,
    audit,
    cursors,
    loopDelay,
    limits,
    apps,
    registry,
    eventSecrets,
    offeredSecrets,
    catalog,
    keys,
    serviceKeys: createServiceKeys(vault, platform),
    knownActions: registry.derive(({ providers }) => knownActions(providers)),
    recordRefusal: createRecordRefusal(audit),
  };
}
