/** Creates the dependencies of Connect sessions. */
import { authorizationOrigin } from "../domain/auth-kinds/table.ts";
import type { ConnectDeps } from "../domain/connect-sessions/deps.ts";
import { sealSessions } from "../domain/connect-sessions/session-seals.ts";
import { createUserEvents } from "../domain/connect-sessions/user-events.ts";
import { countSessions } from "../adapters/telemetry/counted-sessions.ts";
import { hasTokenForm, makeToken } from "../adapters/vault/token.ts";
import type { AttemptParts } from "./executing.ts";

/** The services that Connect sessions use. */
export type ConnectServices = Pick<ConnectDeps, "catalog" | "credentials" | "identify" | "cursors"> & {
  oauth: Pick<ConnectDeps["oauth"], "tokens" | "apps">;
};

/** Creates them. */
export function createConnectDeps(
  { config, resources, sandbox, connectUrl, authorizationOrigins, telemetry, audit, limits, log }: AttemptParts,
  { oauth, ...services }: ConnectServices,
): ConnectDeps {
  const { store, vault, platform, newId } = resources;
  const { hashes } = vault;
  const { metrics } = telemetry;
  const onAlteredSession = (session_id: string): void => {
    metrics.alteredRow("connect_sessions");
    log.error({ session_id }, "a Connect session was changed in the database, so it can't be used");
  };
  return {
    ...services,
    store: countSessions(sealSessions(store.connectSessions, hashes, onAlteredSession), metrics),
    connections: store.connections,
    tenants: store.tenants,
    serviceClients: store.serviceClients,
    requireConfirmedCompletion: config.requireConfirmedCompletion,
    slot: limits.slot,
    oauth: {
      ...oauth,
      flows: store.oauthFlows,
      authorizationOrigin: (provider) =>
        authorizationOrigins?.get(provider.slug) ?? authorizationOrigin(provider) ?? provider.origin,
    },
    audit,
    ...createUserEvents({ audit, platform }),
    platform,
    newId,
    hashes,
    makeToken: (prefix) => makeToken(prefix, platform.randomBytes),
    hasTokenForm,
    publicUrl: () => connectUrl,
    givesLink: sandbox,
  };
}
