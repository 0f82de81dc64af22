/** Registers all routes of a server over an open database, without background work except for the lease. */
import { unlimited, type PublicRates } from "../../src/domain/limits/rates.ts";
import { InspectionFault } from "@svc/mcp-provider";
import type { Provider } from "@svc/provider-kit";
import type { SendRegistration } from "../../src/domain/oauth/registering.ts";
import type { InspectNewServer } from "../../src/domain/providers/reviews.ts";
import type { FastifyInstance } from "fastify";
import { every } from "../../src/app/background.ts";
import { createServerReadiness } from "../../src/app/readiness.ts";
import { newOwnerId } from "../../src/app/resources.ts";
import { registerRoutes } from "../../src/app/routes.ts";
import type { ServiceParts } from "../../src/app/ground.ts";
import { createServices } from "../../src/app/services.ts";
import { createProviderRegistry } from "../../src/domain/providers/registry.ts";
import { createInHand } from "../../src/domain/executions/sweeper.ts";
import { leaseTimes, takeLease } from "../../src/domain/executions/lease.ts";
import { systemPlatform } from "../../src/platform.ts";
import { openFence } from "../domain/failover/fences.ts";

/** What a test can set. */
export type RoutesGiven = Pick<ServiceParts, "config" | "resources" | "transport" | "authorizationOrigins"> & {
  /** The built-in ones by default. */
  providers?: readonly Provider[];
  app: FastifyInstance;
  connectApp?: FastifyInstance;
  adminApp?: FastifyInstance;
  apiUrl: string;
  docsUrl: string;
  draining?: () => boolean;
  /** None by default. */
  publicRates?: PublicRates;
  fence?: ServiceParts["fence"];
  /** Finds no server by default. */
  inspectServer?: InspectNewServer;
  registerApp?: SendRegistration;
};

/**
 * Registers the routes. @returns `close`, which ends the lease: call it before the database closes; and `refresh`, which
 * reads what servers learn of each other within seconds.
 */
export async function serveRoutes(given: RoutesGiven): Promise<{ close(): Promise<void>; refresh(): Promise<void> }> {
  const { config, resources, app, connectApp = app, adminApp = null, apiUrl, docsUrl, draining = () => false } = given;
  const { fence = openFence } = given;
  const lease = await takeLease({
    store: resources.store.owners,
    platform: systemPlatform,
    newOwnerId: () => newOwnerId(systemPlatform),
  });
  const renewing = every(
    leaseTimes.renewEveryMs,
    () => lease.renew(),
    () => {},
  );
  const { publicRates = unlimited } = given;
  const shared = { config, sandbox: false, resources, log: app.log, lease, fence, publicRates };
  const services = createServices({
    ...given,
    ...(given.providers === undefined ? {} : { registry: createProviderRegistry(given.providers) }),
    ...shared,
    expiry: { refuse: () => undefined },
    inFlight: new Set(),
    inHand: createInHand(),
    connectUrl: apiUrl,
  });
  const readiness = createServerReadiness({ ...shared, draining, missingProviders: () => [], failingTasks: () => [] });
  const unreachable = () => Promise.reject(new InspectionFault("It can't be reached."));
  const { inspectServer = unreachable, registerApp = unreachable } = given;
  registerRoutes({ app, connectApp, adminApp }, services, {
    ...shared,
    inspectServer,
    registerApp,
    readiness,
    draining,
    apiUrl,
    docsUrl,
  });
  return {
    refresh: () => services.offeredSecrets.refresh(),
    async close() {
      await renewing.stop();
      await lease.end();
    },
  };
}
