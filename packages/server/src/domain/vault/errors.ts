/**
 * The vault's errors. Their messages are constant or name key ids. They never contain a key, plaintext or a message
 * from the cipher.
 */

const messages = {
  RECORD_UNREADABLE: "The sealed record is damaged, or it was sealed for another context.",
  TENANT_KEY_ABSENT: "The tenant has no key: it does not exist or its key was destroyed.",
  TENANT_KEY_UNREADABLE: "The tenant's key row is damaged, or it belongs to another tenant or deployment.",
  KEY_MISSING: "A required root key is not in the keyring of this process; restart it with every key that is in use.",
  CONTEXT_INVALID:
    "A sealing context needs a service client, a tenant, a connection, a provider and a version of at least 1.",
  TENANT_KEYS_TOO_MANY: "A tenant was given too many keys within an hour; wait, then run the command again.",
  ROOT_KEYS_UNAVAILABLE: "The root keys are temporarily unavailable; try again.",
  ROOT_KEYS_DENIED: "The key service denies access to this process; allow it to wrap and to unwrap.",
} as const;

/** Why sealing or opening failed. */
export type VaultErrorCode = keyof typeof messages;

/** Sealing or opening failed. */
export class VaultError extends Error {
  override readonly name = "VaultError";
  readonly code: VaultErrorCode;

  /** @param code determines the message. */
  constructor(code: VaultErrorCode) {
    super(messages[code]);
    this.code = code;
  }
}

/** Why the vault could not be opened. */
export type VaultStartErrorCode =
  | "KEYRING_INVALID"
  | "KEYRING_EMPTY"
  | "KEY_WRONG"
  | "KEY_MISSING"
  | "SANDBOX_MISMATCH"
  | "CELL_MISMATCH"
  | "HASHING_KEY_MISSING"
  | "HASHING_KEY_UNREADABLE"
  | "ROOT_KEYS_UNAVAILABLE"
  | "ROOT_KEYS_DENIED";

/** The vault could not be opened; the server must not start. */
export class VaultStartError extends Error {
  override readonly name = "VaultStartError";
  readonly code: VaultStartErrorCode;

  /** @param message one line that says what to do; names key ids and positions only. */
  constructor(code: VaultStartErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}
