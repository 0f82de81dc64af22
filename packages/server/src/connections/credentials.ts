/** Credentials between their two forms: what a provider's auth takes, and the vault's sealed record. */
import type { CredentialContext, CredentialVault } from "../vault/port.ts";

/** Seals and opens. Opened bytes are wiped as soon as they are read. */
export type Credentials = {
  /** @param credential a submission that passed its provider's schema. @throws VaultError. */
  seal(context: CredentialContext, credential: unknown): Promise<Uint8Array>;
  /** @throws VaultError where the record does not open in this context. */
  open(context: CredentialContext, record: Uint8Array): Promise<unknown>;
};

/** @param vault the part that seals and opens bytes. */
export function createCredentials(vault: Pick<CredentialVault, "sealCredential" | "openCredential">): Credentials {
  return {
    async seal(context, credential) {
      const plaintext = new TextEncoder().encode(JSON.stringify(credential));
      try {
        return await vault.sealCredential(context, plaintext);
      } finally {
        plaintext.fill(0);
      }
    },
    async open(context, record) {
      const plaintext = await vault.openCredential(context, record);
      try {
        return JSON.parse(new TextDecoder().decode(plaintext)) as unknown;
      } finally {
        plaintext.fill(0);
      }
    },
  };
}
