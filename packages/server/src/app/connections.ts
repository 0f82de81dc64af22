/** Creates the services for connections: their credentials, and the Connect sessions that create them. */
import { countSessions } from "../adapters/telemetry/watched.ts";
import { hasTokenForm, makeToken } from "../adapters/vault/service-key.ts";
import { authorizationOrigin } from "../domain/auth-kinds/table.ts";
import type { ConnectDeps } from "../domain/connect-sessions/deps.ts";
import { sealSessions } from "../domain/connect-sessions/session-seals.ts";
import { createUserEvents } from "../domain/connect-sessions/user-events.ts";
import { createConnections, type Connections } from "../domain/connections/connections.ts";
import type { CredentialProvider } from "../domain/connections/credential-provider.ts";
import { createCredentials, type Credentials } from "../domain/connections/sealed-credential.ts";
import { createRefusedCredentials, type RefusedCredentials } from "../domain/connections/refused-credential.ts";
import { createPrepareRevocation } from "../domain/connections/revoke.ts";
import { createRevokeToken } from "../domain/oauth/revocation.ts";
import { createTokenEndpoint, tokenTimeoutMs } from "../domain/oauth/token-endpoint.ts";
import { createIdentify, type Identify } from "../domain/provider-calls/identify.ts";
import { readRetryDefaults } from "../domain/provider-calls/reads.ts";
import { createProviderCredentials } from "./executing.ts";
import type { Ground } from "./ground.ts";

export type ConnectionServices = {
  /** Seals and opens credentials. */
  credentials: Credentials;
  tokenEndpoint: ReturnType<typeof createTokenEndpoint>;
  identify: Identify;
  /** Credentials for calls, refreshed in time. */
  liveCredentials: CredentialProvider;
  /** Checks of credentials that an action's 401 refused. */
  refusedCredentials: RefusedCredentials;
  connections: Connections;
};

export function createConnectionServices(ground: Ground): ConnectionServices {
  const { config, resources, limits, audit, log, catalog, apps, cursors } = ground;
  const { store, vault, platform, clock } = resources;
  const { transport } = limits;
  const { callTimeoutMs } = config;
  const credentials = createCredentials(vault);
  const tokenEndpoint = createTokenEndpoint({ transport, platform, timeoutMs: tokenTimeoutMs });
  const identify = createIdentify({
    transport,
    platform,
    trustedNowMs: () => (clock.state().jump === null ? clock.nowMs() : null),
    retry: readRetryDefaults,
    timeoutMs: callTimeoutMs,
    onEcho: (provider) =>
      log.error({ provider }, "a provider repeated the credential as its account; it wasn't stored"),
    onUnreadable: (provider) =>
      log.error(
        { provider },
        "a provider's code can't read its response about an account, so no user can connect; the code needs a change",
      ),
  });
  const liveCredentials = createProviderCredentials(ground, { credentials, tokenEndpoint });
  const refusedCredentials = createRefusedCredentials({ identify, credentials: liveCredentials, platform });
  const connections = createConnections({
    store: store.connections,
    credentials: liveCredentials,
    identify,
    callTimeoutMs,
    cursors,
    platform,
    provider: catalog.provider,
    origins: catalog.origins,
    prepareRevocation: createPrepareRevocation({
      credentials,
      apps,
      revoke: createRevokeToken({ transport, platform, timeoutMs: tokenTimeoutMs }),
      audit,
      provider: catalog.provider,
      isWanted: (provider) => config.revokesOnDisconnect.has(provider),
      onFault: (connection_id, what) => log.error({ connection_id, what }, "a token could not be revoked properly"),
    }),
  });
  return { credentials, tokenEndpoint, identify, liveCredentials, refusedCredentials, connections };
}

/** Creates the dependencies of Connect sessions. */
export function createConnectDeps(
  ground: Ground,
  { credentials, identify, tokenEndpoint }: Pick<ConnectionServices, "credentials" | "identify" | "tokenEndpoint">,
): ConnectDeps {
  const { config, resources, sandbox, connectUrl, authorizationOrigins, telemetry, audit, limits, log } = ground;
  const { catalog, cursors, apps } = ground;
  const moved = () => (typeof authorizationOrigins === "function" ? authorizationOrigins() : authorizationOrigins);
  const { store, vault, platform, newId } = resources;
  const { hashes } = vault;
  const { metrics } = telemetry;
  const onAlteredSession = (session_id: string): void => {
    metrics.alteredRow("connect_sessions");
    log.error({ session_id }, "a Connect session was changed in the database, so it can't be used");
  };
  return {
    catalog,
    credentials,
    identify,
    cursors,
    store: countSessions(sealSessions(store.connectSessions, hashes, onAlteredSession), metrics),
    connections: store.connections,
    tenants: store.tenants,
    serviceClients: store.serviceClients,
    requireConfirmedCompletion: config.requireConfirmedCompletion,
    slot: limits.slot,
    oauth: {
      tokens: tokenEndpoint,
      apps,
      flows: store.oauthFlows,
      authorizationOrigin: (provider) =>
        moved()?.get(provider.slug) ?? authorizationOrigin(provider) ?? provider.origin,
    },
    audit,
    ...createUserEvents({ audit, platform }),
    platform,
    newId,
    hashes,
    makeToken: (prefix) => makeToken(prefix, platform.randomBytes, platform.cellMark()),
    hasTokenForm,
    publicUrl: () => connectUrl,
    givesLink: sandbox,
  };
}
