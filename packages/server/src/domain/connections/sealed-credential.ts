/** A connection's sealed credential, and what the vault binds it to. */
import type { Provider, ProviderAuth } from "@svc/provider-kit";
import type { CredentialContext } from "../vault/port.ts";
import type { ConnectionRow } from "./port.ts";

/** A connection's sealed credential, read together with the connection. */
export type SealedCredential = {
  clientId: string;
  tenantId: string;
  connectionId: string;
  version: number;
  record: Uint8Array;
  provider: Provider;
  auth: ProviderAuth;
  listedOrigin: string;
  grantedActions: readonly string[];
};

/** Joins a connection's record with its provider's current declaration. */
export function sealedCredential(found: {
  connection: ConnectionRow;
  record: Uint8Array;
  provider: Provider;
  auth: ProviderAuth;
}): SealedCredential {
  const { connection, record, provider, auth } = found;
  const { clientId, tenantId, id: connectionId, credentialVersion: version, listedOrigin, grantedActions } = connection;
  return { clientId, tenantId, connectionId, version, record, provider, auth, listedOrigin, grantedActions };
}

/** The columns of a connection that its credential is bound to. */
export type BoundColumns = Pick<
  ConnectionRow,
  "id" | "clientId" | "tenantId" | "provider" | "listedOrigin" | "grantedActions" | "credentialVersion"
>;

/** Returns the vault's context for a connection's current credential, or for one that awaits confirmation. */
export function vaultContext(
  connection: BoundColumns,
  purpose: "credential" | "pending-credential" = "credential",
): CredentialContext {
  const { clientId, tenantId, id: connectionId, credentialVersion: version } = connection;
  const { provider, listedOrigin, grantedActions } = connection;
  return { clientId, tenantId, connectionId, version, purpose, provider, listedOrigin, grantedActions };
}

/** Returns the vault's context for another version of a sealed credential, with the same grants. */
export function contextOfVersion(
  sealed: Omit<SealedCredential, "version" | "record" | "auth">,
  version: number,
): CredentialContext {
  return vaultContext({
    ...sealed,
    id: sealed.connectionId,
    provider: sealed.provider.slug,
    credentialVersion: version,
  });
}

/** Returns what a call to the provider needs of a credential that was opened. */
export function openedFor(
  { provider, auth, connectionId, listedOrigin }: SealedCredential,
  { credential, version }: { credential: unknown; version: number },
) {
  return { provider, auth, connectionId, listedOrigin, credential, credentialVersion: version };
}
