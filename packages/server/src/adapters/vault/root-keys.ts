/**
 * The port for root keys. The keyring of this process implements it (keyring.ts). A key-management service, whose keys
 * never leave it, can do so too: every method may be slow and may fail.
 */
import type { Binding } from "./binding.ts";
import { VaultError } from "../../domain/vault/errors.ts";
import type { DeploymentRow } from "../../domain/vault/port.ts";

/**
 * Wraps and unwraps tenant keys and hashing keys. A method throws VaultError `ROOT_KEYS_UNAVAILABLE` for a temporary
 * failure and `ROOT_KEYS_DENIED` if the operator must grant access; any other error counts as `ROOT_KEYS_UNAVAILABLE`.
 * Each implementation applies its own time limit.
 */
export type RootKeys = {
  /** Ids of 1 to 32 letters, digits, `.`, `_` or `-`; at least one. The first seals, all of them open. */
  readonly keyIds: readonly string[];
  /**
   * Seals key bytes.
   * @param binding the additional data, or the encryption context of a service.
   * @param key 32 to 672 bytes; not changed.
   */
  wrap(keyId: string, binding: Binding, key: Uint8Array): Promise<Uint8Array>;
  /** @returns the key bytes, which the caller wipes; null if the root key, the binding or any byte differs. */
  unwrap(keyId: string, binding: Binding, wrapped: Uint8Array): Promise<Uint8Array | null>;
  /** Creates a value to store in the database that reveals nothing about the key and proves it later. */
  makeCheck(keyId: string, deployment: DeploymentRow): Promise<Uint8Array>;
  /** Whether this key made the check for this deployment. */
  verifyCheck(keyId: string, deployment: DeploymentRow, check: Uint8Array): Promise<boolean>;
  /** Resolves if the sealing key is usable now. */
  checkHealth(): Promise<void>;
};

/** Wraps root keys so that no foreign error escapes: a service's own message could quote what it was sent. */
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

async function asked<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof VaultError ? error : new VaultError("ROOT_KEYS_UNAVAILABLE");
  }
}
