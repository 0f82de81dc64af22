/**
 * What the vault keeps in the database. Every row is worthless without a root key, and the vault trusts none of them:
 * what was altered, moved or swapped does not open.
 */

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
  /** How many tenant keys are under each root key; root keys without any are absent. */
  countTenantKeys(): Promise<{ rootKeyId: string; count: number }[]>;
};
