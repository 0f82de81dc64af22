/**
 * A connection's credential in its two forms: the object for a provider's auth, and the vault's sealed record, with what
 * the vault binds it to.
 */
import type { Provider, ProviderAuth } from "@svc/provider-kit";
import { type CredentialContext, type CredentialVault, isRootKeyFault } from "../vault/port.ts";
import type { ConnectionRow } from "./port.ts";
import { ServiceError } from "@svc/contract";

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
type BoundColumns = Pick<
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

/** Seals and opens credentials. Opened bytes are wiped as soon as they are parsed. */
export type Credentials = {
  /**
   * @param credential a submission that passed its provider's schema.
   * @throws ServiceError OVERLOADED if the key service is unavailable; VaultError.
   */
  seal(context: CredentialContext, credential: unknown): Promise<Uint8Array>;
  /** @throws VaultError if the record can't be opened in this context. */
  open(context: CredentialContext, record: Uint8Array): Promise<unknown>;
  /** Opens synchronously if the vault has cached its keys. Otherwise null; then use `open`. */
  openFromCache(context: CredentialContext, record: Uint8Array): { credential: unknown } | null;
};

/** The error detail while the key service is unavailable. */
export const rootKeysUnavailableDetail =
  "The keys that seal credentials are temporarily unavailable, and nothing was stored. Wait for `Retry-After`, then send the same request.";

/** @param vault the part that seals and opens bytes. */
export function createCredentials(
  vault: Pick<CredentialVault, "sealCredential" | "openCredential" | "openCredentialFromCache">,
): Credentials {
  return {
    async seal(context, credential) {
      const plaintext = new TextEncoder().encode(JSON.stringify(credential));
      try {
        return await vault.sealCredential(context, plaintext);
      } catch (error) {
        throw isRootKeyFault(error) ? new ServiceError("OVERLOADED", { detail: rootKeysUnavailableDetail }) : error;
      } finally {
        plaintext.fill(0);
      }
    },
    async open(context, record) {
      return readAndWipe(await vault.openCredential(context, record));
    },
    openFromCache(context, record) {
      const plaintext = vault.openCredentialFromCache(context, record);
      return plaintext === null ? null : { credential: readAndWipe(plaintext) };
    },
  };
}

const utf8 = new TextDecoder();

function readAndWipe(plaintext: Uint8Array): unknown {
  try {
    return JSON.parse(utf8.decode(plaintext));
  } finally {
    plaintext.fill(0);
  }
}
