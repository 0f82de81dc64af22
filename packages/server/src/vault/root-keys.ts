/**
 * The root keys behind a port. The keyring of this process fills it (keyring.ts); a key-management service can, whose keys
 * never leave it: every method may take its time and may fail.
 */
import type { Binding } from "./binding.ts";
import { VaultError } from "./errors.ts";
import type { DeploymentRow } from "./port.ts";

/**
 * Wraps and unwraps the keys of tenants and of hashes. A method that fails throws VaultError `ROOT_KEYS_UNAVAILABLE` for
 * what may pass, `ROOT_KEYS_DENIED` for what the operator must allow; anything else that it throws counts as the first.
 * Each has a time limit of its own.
 */
export type RootKeys = {
  /** Ids of 1 to 32 letters, digits, `.`, `_` or `-`. The first seals, all open; at least one. */
  readonly keyIds: readonly string[];
  /**
   * Seals key bytes.
   * @param binding what it is bound to: additional data, or a service's encryption context.
   * @param key 32 to 672 bytes; left as they are.
   */
  wrap(keyId: string, binding: Binding, key: Uint8Array): Promise<Uint8Array>;
  /** @returns the key bytes, which the caller wipes; null where root key, binding or a byte of it is another. */
  unwrap(keyId: string, binding: Binding, wrapped: Uint8Array): Promise<Uint8Array | null>;
  /** Makes a value that is kept in the database, tells nothing about the key, and proves it later. */
  makeCheck(keyId: string, deployment: DeploymentRow): Promise<Uint8Array>;
  /** Whether this key made the check for this deployment. */
  verifyCheck(keyId: string, deployment: DeploymentRow, check: Uint8Array): Promise<boolean>;
  /** Resolves if the key that seals could be used now. */
  checkHealth(): Promise<void>;
};

/** The same root keys, of which no foreign error comes out: a service's own words could quote what it was sent. */
export function guarded(rootKeys: RootKeys): RootKeys {
  return {
    keyIds: rootKeys.keyIds,
    wrap: (keyId, binding, key) => asked(() => rootKeys.wrap(keyId, binding, key)),
    unwrap: (keyId, binding, wrapped) => asked(() => rootKeys.unwrap(keyId, binding, wrapped)),
    makeCheck: (keyId, deployment) => asked(() => rootKeys.makeCheck(keyId, deployment)),
    verifyCheck: (keyId, deployment, check) => asked(() => rootKeys.verifyCheck(keyId, deployment, check)),
    checkHealth: () => asked(() => rootKeys.checkHealth()),
  };
}

async function asked<Answer>(work: () => Promise<Answer>): Promise<Answer> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof VaultError ? error : new VaultError("ROOT_KEYS_UNAVAILABLE");
  }
}
