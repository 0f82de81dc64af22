/**
 * What the vault keeps in the database. Every row is worthless without a root key, and the vault trusts none of them:
 * what was altered, moved or swapped does not open.
 */

import { VaultError } from "./errors.ts";

/** Which database this is. Written once, at the first start, and never changed. */
export type DeploymentRow = {
  deploymentId: string;
  /** Whether the database was made by a sandbox; a live server refuses it, and the reverse. */
  sandbox: boolean;
};

/** A value that only the holder of the root key can compute; it tells a wrong key at start. */
export type KeyCheckRow = { rootKeyId: string; check: Uint8Array };

/** A key sealed under a root key. */
export type WrappedKey = { wrapped: Uint8Array; rootKeyId: string };

/** The key of a tenant, one a tenant. */
export type TenantKeyRow = WrappedKey & { tenantId: string };

/** The hashing key. Versions count from 1. */
export type HashingKeyRow = WrappedKey & { version: number };

/** The vault's rows at rest. Every method is one transaction; "if absent" holds against other replicas as well. */
export type VaultStore = {
  loadDeployment(): Promise<DeploymentRow | null>;
  /** Inserts the one row if there is none; gives the row that is there afterwards, which may be another's. */
  createDeployment(row: DeploymentRow): Promise<DeploymentRow>;
  keyChecks(): Promise<KeyCheckRow[]>;
  /** Inserts if this root key has none; gives the row that is there afterwards. */
  putKeyCheck(row: KeyCheckRow): Promise<KeyCheckRow>;
  tenantKey(tenantId: string): Promise<TenantKeyRow | null>;
  /**
   * Inserts if the tenant has none; gives the row that is there afterwards. Null, and nothing written, where the tenant
   * does not exist or is deleted: a destroyed key is not followed by another.
   */
  createTenantKey(row: TenantKeyRow): Promise<TenantKeyRow | null>;
  /** False where there was none. */
  destroyTenantKey(tenantId: string): Promise<boolean>;
  /** Every version, in any order. */
  hashingKeys(): Promise<HashingKeyRow[]>;
  /** Inserts if this version has none; gives the row that is there afterwards. */
  createHashingKey(row: HashingKeyRow): Promise<HashingKeyRow>;
  /** Writes `next` if the row still holds exactly `old` (both fields); false, and nothing written, otherwise. */
  replaceTenantKey(tenantId: string, old: WrappedKey, next: WrappedKey): Promise<boolean>;
  /** Writes `next` if the row still holds exactly `old` (both fields); false, and nothing written, otherwise. */
  replaceHashingKey(version: number, old: WrappedKey, next: WrappedKey): Promise<boolean>;
  /**
   * Tenant keys under any other root key, ordered by tenant id.
   * @param afterTenantId only ids greater than this one; "" from the beginning.
   * @param limit rows at most.
   */
  listTenantKeysNotUnder(rootKeyId: string, afterTenantId: string, limit: number): Promise<TenantKeyRow[]>;
  /** Tenant keys in order of tenant id. @param tenantId of this tenant alone, unless null. Else as the method above. */
  listTenantKeys(tenantId: string | null, afterTenantId: string, limit: number): Promise<TenantKeyRow[]>;
  /** Sealed credentials of a tenant, in order of their ids. @param afterId as above; "" from the beginning. */
  listSealedRecords(tenantId: string, afterId: string, limit: number): Promise<SealedRecord[]>;
  /** Writes `next` if the row still holds exactly this record of this version; false, and nothing written, otherwise. */
  replaceSealedRecord(old: SealedRecord, next: Uint8Array): Promise<boolean>;
  /** How many sealed credentials have their tenant's key under each root key; root keys without any are absent. */
  countSealedRecords(): Promise<{ rootKeyId: string; count: number }[]>;
  /** How many sealed credentials begin with these bytes. */
  countRecordsBeginning(header: Uint8Array): Promise<number>;
  /** How many tenant keys are under each root key; root keys without any are absent. */
  countTenantKeys(): Promise<{ rootKeyId: string; count: number }[]>;
};

/**
 * Where a credential belongs, and what it may be used for; a record opens only in the context that it was sealed for. Who
 * moves a connection to another service client, sends it to another provider or adds to its actions by writing to the
 * database has nothing that opens.
 */
export type CredentialContext = {
  clientId: string;
  tenantId: string;
  connectionId: string;
  /** The connection's credential version, from 1. */
  version: number;
  /** `pending-credential` until a bound completion; it is opened and sealed again as `credential`. */
  purpose: "credential" | "pending-credential";
  /** The provider's slug. */
  provider: string;
  /** What its connection may do, in the order of the connection's row. */
  grantedActions: readonly string[];
};

/** A sealed credential at rest. */
export type SealedRecord = {
  /** A connection's id, or for a completion that waits its session's. */
  id: string;
  context: CredentialContext;
  record: Uint8Array;
};

/** What the domain asks of the vault. Its errors are VaultError; none holds key or plaintext. */
export type CredentialVault = {
  /**
   * Seals; makes the tenant's key where it has none yet. The plaintext is left as it is.
   * @throws VaultError TENANT_KEY_ABSENT for a tenant that is deleted; TENANT_KEY_UNREADABLE, KEY_MISSING;
   *   ROOT_KEYS_UNAVAILABLE, ROOT_KEYS_DENIED where nothing is known of the tenant's key, and the same may be tried again.
   */
  sealCredential(context: CredentialContext, plaintext: Uint8Array): Promise<Uint8Array>;
  /**
   * Opens. The caller wipes the answer by `fill(0)` when it is done with it.
   * @throws VaultError RECORD_UNREADABLE, TENANT_KEY_ABSENT, TENANT_KEY_UNREADABLE, KEY_MISSING, ROOT_KEYS_… as above.
   */
  openCredential(context: CredentialContext, record: Uint8Array): Promise<Uint8Array>;
  /**
   * The same at once, where the tenant's keys are at hand and the record opens under them.
   * @returns null wherever `openCredential` has to tell.
   */
  openCredentialAtHand(context: CredentialContext, record: Uint8Array): Uint8Array | null;
  /** Destroys the tenant's key: no record of the tenant opens again. False where there was none. */
  destroyTenantKey(tenantId: string): Promise<boolean>;
};

/** Whether an error says that the root keys could not be asked; nothing is known then of what was to be opened. */
export function isRootKeyFault(error: unknown): boolean {
  if (!(error instanceof VaultError)) return false;
  return error.code === "ROOT_KEYS_UNAVAILABLE" || error.code === "ROOT_KEYS_DENIED";
}

/** Whether an error says that the tenant has no key: the tenant was deleted and took its key along, or the key alone is gone. */
export function isTenantKeyAbsent(error: unknown): error is VaultError {
  return error instanceof VaultError && error.code === "TENANT_KEY_ABSENT";
}

/** What a keyed hash is for; the same data hashes differently for each. */
export type HashPurpose =
  | "service-key"
  | "connect-token"
  | "session-secret"
  | "connect-session"
  | "completion-code"
  | "fingerprint"
  | "cursor"
  | "signing-key"
  | "webhook-secret"
  | "oauth-flow"
  | "oauth-ticket"
  | "oauth-browser"
  | "oauth-form"
  | "oauth-state"
  | "oauth-verifier"
  | "operator-token"
  | "operator-session"
  | "operator-form";

/** What is hashed: bytes, a text in UTF-8, or several texts, each behind its length, so that no two lists hash alike. */
export type HashData = Uint8Array | string | readonly string[];

/** Keyed hashes, as text `<version of the hashing key>.<base64url of HMAC-SHA-256>`. */
export type KeyedHashes = {
  /** Hashes under the newest key. */
  hash(purpose: HashPurpose, data: HashData): string;
  /** Hashes under every key, newest first: for a look-up by hash. */
  hashUnderEveryKey(purpose: HashPurpose, data: HashData): string[];
  /** Compares in constant time; false also where the hash is malformed or its key unknown. */
  verify(purpose: HashPurpose, data: HashData, hash: string): boolean;
};

/** What a signature is about; the same text signs differently for each. */
export type SignaturePurpose = "audit-head" | "audit-anchor";

/** Ed25519 signatures of this deployment. Keys and signatures are base64url without padding. */
export type Signatures = {
  /** 32 bytes: the key that signs. */
  publicKey: string;
  sign(purpose: SignaturePurpose, text: string): string;
  /** Whether this deployment signed the text under this public key; false also where anything is malformed. */
  verify(purpose: SignaturePurpose, text: string, publicKey: string, signature: string): boolean;
};
