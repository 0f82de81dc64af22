/** Converts credentials between their two forms: the object for a provider's auth, and the vault's sealed record. */
import { ServiceError } from "@svc/contract";
import { isRootKeyFault, type CredentialContext, type CredentialVault } from "../vault/port.ts";

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
