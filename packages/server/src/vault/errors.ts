/** The vault's errors. Their messages are constant or name key ids: never key, plaintext or a cipher's own words. */

const messages = {
  RECORD_UNREADABLE: "The sealed record is damaged, or it was sealed for another place.",
  TENANT_KEY_ABSENT: "The tenant has no key: it does not exist or its key was destroyed.",
  TENANT_KEY_UNREADABLE: "The tenant's key row is damaged, or it belongs to another tenant or deployment.",
  KEY_MISSING:
    "A root key that is needed is not in the keyring of this process; restart it with every key that is used.",
  CONTEXT_INVALID: "A sealing context needs a service client, a tenant, a connection, a provider and a version from 1.",
  TENANT_KEYS_TOO_MANY: "A tenant was given too many keys within an hour; wait, and run the command again.",
  ROOT_KEYS_UNAVAILABLE: "The root keys cannot be used just now; the same work may be tried again.",
  ROOT_KEYS_DENIED: "The keeper of the root keys refuses this process; allow it to wrap and to unwrap.",
} as const;

/** Why sealing or opening failed. */
export type VaultErrorCode = keyof typeof messages;

/** Sealing or opening failed. */
export class VaultError extends Error {
  override readonly name = "VaultError";
  readonly code: VaultErrorCode;

  /** @param code decides the message. */
  constructor(code: VaultErrorCode) {
    super(messages[code]);
    this.code = code;
  }
}

/** Why the vault does not open. */
export type VaultStartErrorCode =
  | "KEYRING_INVALID"
  | "KEYRING_EMPTY"
  | "KEY_WRONG"
  | "KEY_MISSING"
  | "SANDBOX_MISMATCH"
  | "HASHING_KEY_MISSING"
  | "HASHING_KEY_UNREADABLE"
  | "ROOT_KEYS_UNAVAILABLE"
  | "ROOT_KEYS_DENIED";

/** The vault does not open; the server must not start. */
export class VaultStartError extends Error {
  override readonly name = "VaultStartError";
  readonly code: VaultStartErrorCode;

  /** @param message one line that says what to do; key ids and positions only. */
  constructor(code: VaultStartErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}
