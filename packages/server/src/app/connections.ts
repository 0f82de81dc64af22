/** Creates the services for connections: credentials, the identification of accounts, and the operations. */
import type { Catalog } from "../domain/catalog/catalog.ts";
import { createConnections, type Connections } from "../domain/connections/connections.ts";
import type { CredentialProvider } from "../domain/connections/credential-provider.ts";
import { createCredentials, type Credentials } from "../domain/connections/credentials.ts";
import { createRefusedCredentials, type RefusedCredentials } from "../domain/connections/refused-credential.ts";
import { createPrepareRevocation } from "../domain/connections/revoke.ts";
import type { KnownApps } from "../domain/oauth/known-apps.ts";
import { createRevokeToken } from "../domain/oauth/revocation.ts";
import { createTokenEndpoint, tokenTimeoutMs } from "../domain/oauth/token-endpoint.ts";
import type { Cursors } from "../domain/paging/cursor.ts";
import { createIdentify, type Identify } from "../domain/provider-calls/identify.ts";
import { readRetryDefaults } from "../domain/provider-calls/reads.ts";
import { createProviderCredentials, type AttemptParts } from "./executing.ts";

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

/** Creates them. */
export function createConnectionServices(
  parts: AttemptParts,
  { catalog, apps, cursors }: { catalog: Catalog; apps: KnownApps; cursors: Cursors },
): ConnectionServices {
  const { config, resources, limits, audit, log } = parts;
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
  });
  const liveCredentials = createProviderCredentials(parts, { credentials, tokenEndpoint, apps });
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
