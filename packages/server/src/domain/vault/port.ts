/**
 * The vault's rows in the database. Every row is useless without a root key, and the vault trusts none of them: a row
 * that was altered, moved or swapped can't be opened.
 */

import type { HashingKeyRow, TenantKeyRow, WrappedRootKeyRow } from "../generated/rows.ts";
import { VaultError } from "./errors.ts";

export type { HashingKeyRow, TenantKeyRow, WrappedRootKeyRow };

/** What everything that is sealed in this database is bound to. */
export type DeploymentIdentity = {
  deploymentId: string;
  /** Whether a sandbox created the database. A live server refuses it, and the reverse. */
  sandbox: boolean;
};

/** The identity of this database. Written once, at the first start, and never changed. */
export type DeploymentRow = DeploymentIdentity & {
  /** The name of the cell that this database is (contract §1.4); empty outside of cells. */
  cell: string;
};

/** A value that only the holder of the root key can compute; it detects a wrong key at start. */
export type KeyCheckRow = { rootKeyId: string; check: Uint8Array };

/** A key sealed under a root key. */
export type WrappedKey = { wrapped: Uint8Array; rootKeyId: string };

/** A sealed secret of an OAuth app, and the app that it is sealed for. */
export type OAuthAppSecretRow = WrappedKey & {
  serviceClientId: string;
  provider: string;
  appId: string;
  /** When a secret for verifying events was created, in milliseconds since the epoch; null for the client secret. */
  signsSince: number | null;
};

/** The vault's stored rows. Every method is one transaction; "if absent" also holds against other replicas. */
export type VaultStore = {
  loadDeployment(): Promise<DeploymentRow | null>;
  /**
   * Inserts the row if there is none. Returns the row that exists afterwards, which another process may have written.
   */
  createDeployment(row: DeploymentRow): Promise<DeploymentRow>;
  keyChecks(): Promise<KeyCheckRow[]>;
  /** Inserts a check if this root key has none. Returns the row that exists afterwards. */
  putKeyCheck(row: KeyCheckRow): Promise<KeyCheckRow>;
  /** Returns the root keys that key services wrapped. */
  wrappedRootKeys(): Promise<WrappedRootKeyRow[]>;
  /** Inserts a wrapped root key if there is none with this id. Returns the row that exists afterwards. */
  putWrappedRootKey(row: WrappedRootKeyRow): Promise<WrappedRootKeyRow>;
  /** Writes `next` if the row still holds the wrapped bytes of `old`; otherwise writes nothing and returns false. */
  replaceWrappedRootKey(old: WrappedRootKeyRow, next: WrappedRootKeyRow): Promise<boolean>;
  tenantKey(tenantId: string): Promise<TenantKeyRow | null>;
  /**
   * Inserts a key if the tenant has none. Returns the row that exists afterwards. Returns null and writes nothing if
   * the tenant does not exist or is deleted: a destroyed key must not be replaced.
   */
  createTenantKey(row: TenantKeyRow): Promise<TenantKeyRow | null>;
  /** Returns false if there was none. */
  destroyTenantKey(tenantId: string): Promise<boolean>;
  /** Returns every version, in any order. */
  hashingKeys(): Promise<HashingKeyRow[]>;
  /** Inserts a key if this version has none. Returns the row that exists afterwards. */
  createHashingKey(row: HashingKeyRow): Promise<HashingKeyRow>;
  /** Writes `next` if the row still holds exactly `old` (both fields); otherwise writes nothing and returns false. */
  replaceTenantKey(tenantId: string, old: WrappedKey, next: WrappedKey): Promise<boolean>;
  /** Writes `next` if the row still holds exactly `old` (both fields); otherwise writes nothing and returns false. */
  replaceHashingKey(version: number, old: WrappedKey, next: WrappedKey): Promise<boolean>;
  /**
   * Returns tenant keys under a root key, ordered by tenant id.
   * @param afterTenantId only ids greater than this one; "" from the start.
   * @param limit the maximum number of rows.
   */
  listTenantKeysUnder(rootKeyId: string, afterTenantId: string, limit: number): Promise<TenantKeyRow[]>;
  /**
   * Returns tenant keys, ordered by tenant id. @param tenantId only this tenant, unless null. Other parameters as
   * above.
   */
  listTenantKeys(tenantId: string | null, afterTenantId: string, limit: number): Promise<TenantKeyRow[]>;
  /** Returns a tenant's sealed credentials, ordered by id. @param afterId as above; "" from the start. */
  listSealedRecords(tenantId: string, afterId: string, limit: number): Promise<SealedRecord[]>;
  /**
   * Writes `next` if the row still holds exactly this record at this version; otherwise writes nothing and returns
   * false.
   */
  replaceSealedRecord(old: SealedRecord, next: Uint8Array): Promise<boolean>;
  /**
   * Counts the sealed credentials, by the root key that their tenant's key is under. Root keys without any are absent.
   * @param onCounted called after each batch with the number counted so far.
   */
  countSealedRecords(onCounted: (records: number) => void): Promise<{ rootKeyId: string; count: number }[]>;
  /** Returns the sealed secrets of all OAuth apps. */
  oauthAppSecrets(): Promise<OAuthAppSecretRow[]>;
  /** Writes `next` if the row still holds exactly `old` (both fields); otherwise writes nothing and returns false. */
  replaceOAuthAppSecret(old: OAuthAppSecretRow, next: WrappedKey): Promise<boolean>;
  /** Returns the ids of the root keys that tenant keys are under, sorted. */
  rootKeyIds(): Promise<string[]>;
  /** Counts the tenant keys under a root key. @param onCounted as above. */
  countTenantKeys(rootKeyId: string, onCounted: (keys: number) => void): Promise<number>;
};

/**
 * The owner and permitted use of a credential. A record can be opened only in the context that it was sealed for. If
 * someone edits the database to move a connection to another service client, change its provider or add actions, the
 * credential can no longer be opened.
 */
export type CredentialContext = {
  clientId: string;
  tenantId: string;
  connectionId: string;
  /** The connection's credential version, from 1. */
  version: number;
  /**
   * `pending-credential` until the completion is confirmed; then it is opened and sealed again as `credential`.
   * `proposal` for the input of a proposal, with the proposal's id instead of the connection's.
   */
  purpose: "credential" | "pending-credential" | "proposal";
  /** The provider's slug. */
  provider: string;
  /** The name and address of the connection's origin in the operator's list; "" if its provider's origin is fixed. */
  listedOrigin: string;
  /** The actions its connection may use, in the order stored in the connection's row. */
  grantedActions: readonly string[];
};

/** A stored sealed credential. */
export type SealedRecord = {
  /** A connection's id, the session's id while a completion is pending, or a proposal's id. */
  id: string;
  context: CredentialContext;
  record: Uint8Array;
};

/** The vault as the domain uses it. Its errors are VaultError; none contains a key or plaintext. */
export type CredentialVault = {
  /**
   * Seals a plaintext without changing it. Creates the tenant's key if there is none yet.
   * @throws VaultError TENANT_KEY_ABSENT for a deleted tenant; TENANT_KEY_UNREADABLE, KEY_MISSING;
   * ROOT_KEYS_UNAVAILABLE, ROOT_KEYS_DENIED if the tenant's key could not be read, in which case the call can be
   * retried.
   */
  sealCredential(context: CredentialContext, plaintext: Uint8Array): Promise<Uint8Array>;
  /**
   * Opens a record. The caller wipes the result with `fill(0)` when it is done.
   * @throws VaultError RECORD_UNREADABLE, TENANT_KEY_ABSENT, TENANT_KEY_UNREADABLE, KEY_MISSING, ROOT_KEYS_… as above.
   */
  openCredential(context: CredentialContext, record: Uint8Array): Promise<Uint8Array>;
  /**
   * Opens a record synchronously if the tenant's keys are cached.
   * @returns null if it can't; `openCredential` then opens the record or says why not.
   */
  openCredentialFromCache(context: CredentialContext, record: Uint8Array): Uint8Array | null;
  /**
   * Derives an object that creates and compares digests under the tenant's key. Drop it after use.
   * @throws VaultError TENANT_KEY_ABSENT, TENANT_KEY_UNREADABLE, KEY_MISSING, ROOT_KEYS_… as above.
   */
  tenantDigests(tenantId: string): Promise<TenantDigests>;
  /** Destroys the tenant's key, so that none of its records opens again. Returns false if there was none. */
  destroyTenantKey(tenantId: string): Promise<boolean>;
};

/** Keyed digests under a tenant's key, for values that are compared and never read back. */
export type TenantDigests = {
  /** Returns a digest under the tenant's newest key. @param data a list of texts. No two lists have the same digest. */
  digest(data: readonly string[]): string;
  /** Compares in constant time. Null if the key that made the digest is gone and the data can't be compared. */
  isOf(data: readonly string[], digest: string): boolean | null;
};

/**
 * Whether an error means that the root keys couldn't be used. Such an error says nothing about the record to be opened.
 */
export function isRootKeyFault(error: unknown): boolean {
  if (!(error instanceof VaultError)) return false;
  return error.code === "ROOT_KEYS_UNAVAILABLE" || error.code === "ROOT_KEYS_DENIED";
}

/** Whether an error means that the tenant has no key, because the tenant was deleted or its key was lost. */
export function isTenantKeyAbsent(error: unknown): error is VaultError {
  return error instanceof VaultError && error.code === "TENANT_KEY_ABSENT";
}

/** The purpose of a keyed hash. The same data hashes differently for each purpose. */
export type HashPurpose =
  | "row"
  | "service-key"
  | "delegated-token"
  | "proposal"
  | "proposal-decision"
  | "proposal-precondition"
  | "connect-token"
  | "session-secret"
  | "connect-session"
  | "completion-code"
  | "fingerprint"
  | "marker"
  | "sent-value"
  | "cursor"
  | "signing-key"
  | "webhook-secret"
  | "oauth-flow"
  | "oauth-ticket"
  | "oauth-browser"
  | "oauth-form"
  | "oauth-state"
  | "oauth-verifier"
  | "person-session"
  | "person-tokens"
  | "person-sign-in"
  | "person-sign-in-details"
  | "person-browser"
  | "agent-browser"
  | "agent-form"
  | "agent-secret"
  | "agent-code"
  | "agent-refresh"
  | "agent-successor"
  | "agent-request"
  | "operator-token"
  | "operator-session"
  | "operator-form"
  | "proxy-probe";

/**
 * The data to hash: bytes, text in UTF-8, or several texts, each prefixed with its length so that no two lists hash
 * alike.
 */
export type HashData = Uint8Array | string | readonly string[];

/** Keyed hashes, in the text form `<version of the hashing key>.<base64url of HMAC-SHA-256>`. */
export type KeyedHashes = {
  /** Hashes under the newest key. */
  hash(purpose: HashPurpose, data: HashData): string;
  /** Hashes under every key, newest first, for a lookup by hash. */
  hashUnderEveryKey(purpose: HashPurpose, data: HashData): string[];
  /** Compares in constant time. Also false if the hash is malformed or its key unknown. */
  verify(purpose: HashPurpose, data: HashData, hash: string): boolean;
};

/**
 * Texts that svc hands out instead of storing them, and gets back: encrypted, and bound to their subject. Their
 * holders can neither read nor change them.
 */
export type SealedTexts = {
  /** Seals a text, as base64url. @param subject an id that is used once. */
  seal(subject: string, text: string): string;
  /** Returns the text; null if it wasn't sealed here for this subject. */
  open(subject: string, sealed: string): string | null;
};

/** The purpose of a signature. The same text has a different signature for each purpose. */
export type SignaturePurpose = "audit-head" | "audit-anchor";

/** Ed25519 signatures of this deployment. Keys and signatures are base64url without padding. */
export type Signatures = {
  /** The 32 bytes of the public key that belongs to the signing key. */
  publicKey: string;
  sign(purpose: SignaturePurpose, text: string): string;
  /** Whether this deployment signed the text under this public key. Also false if anything is malformed. */
  verify(purpose: SignaturePurpose, text: string, publicKey: string, signature: string): boolean;
};
