/** Credentials between their two forms: what a provider's auth takes, and the vault's sealed record. */
import { ServiceError } from "@svc/contract";
import { isRootKeyFault, type CredentialContext, type CredentialVault } from "../vault/port.ts";

/** Seals and opens. Opened bytes are wiped as soon as they are read. */
export type Credentials = {
  /**
   * @param credential a submission that passed its provider's schema.
   * @throws ServiceError OVERLOADED where the keeper of the root keys could not be asked; VaultError.
   */
  seal(context: CredentialContext, credential: unknown): Promise<Uint8Array>;
  /** @throws VaultError where the record does not open in this context. */
  open(context: CredentialContext, record: Uint8Array): Promise<unknown>;
  /** The same at once, where the vault has its keys at hand; null wherever `open` has to tell. */
  openAtHand(context: CredentialContext, record: Uint8Array): { credential: unknown } | null;
};

/** What a caller is told while the keeper of the root keys is away. */
export const rootKeysAwayDetail =
  "The keys that seal credentials cannot be used just now, and nothing was stored. Wait for `Retry-After`, then send the same request.";

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
        throw isRootKeyFault(error) ? new ServiceError("OVERLOADED", { detail: rootKeysAwayDetail }) : error;
      } finally {
        plaintext.fill(0);
      }
    },
    async open(context, record) {
      return readAndWipe(await vault.openCredential(context, record));
    },
    openAtHand(context, record) {
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
