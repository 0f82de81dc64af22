/** The vault's rows in memory. Each method copies, as a database would. */
import type {
  DeploymentRow,
  HashingKeyRow,
  KeyCheckRow,
  OAuthAppSecretRow,
  SealedRecord,
  TenantKeyRow,
  VaultStore,
  WrappedKey,
  WrappedRootKeyRow,
} from "../../../src/domain/vault/port.ts";

/** The tables, which tests can alter. */
export type VaultTables = {
  deployment: DeploymentRow | null;
  keyChecks: Map<string, KeyCheckRow>;
  wrappedRootKeys: Map<string, WrappedRootKeyRow>;
  tenantKeys: Map<string, TenantKeyRow>;
  hashingKeys: Map<number, HashingKeyRow>;
  deletedTenants: Set<string>;
  /** Sealed credentials by id. */
  sealedRecords: Map<string, SealedRecord>;
  oauthApps: OAuthAppSecretRow[];
  /** How often a tenant key was read. */
  tenantKeyReads: number;
};

/** An empty database. */
export function emptyTables(): VaultTables {
  return {
    deployment: null,
    keyChecks: new Map(),
    wrappedRootKeys: new Map(),
    tenantKeys: new Map(),
    hashingKeys: new Map(),
    deletedTenants: new Set(),
    sealedRecords: new Map(),
    oauthApps: [],
    tenantKeyReads: 0,
  };
}

/**
 * A store over the tables. Several stores may share them, as replicas do. Each call yields first, so that callers
 * interleave.
 */
export function memoryStore(tables: VaultTables): VaultStore {
  const later = async <Value>(read: () => Value): Promise<Value> => {
    await Promise.resolve();
    return structuredClone(read());
  };
  return {
    loadDeployment: () => later(() => tables.deployment),
    createDeployment: (row) => later(() => (tables.deployment ??= structuredClone(row))),
    oauthAppSecrets: () => later(() => tables.oauthApps),
    replaceOAuthAppSecret: (old, next) =>
      later(() => {
        const at = tables.oauthApps.findIndex(
          (row) =>
            row.provider === old.provider &&
            row.serviceClientId === old.serviceClientId &&
            row.rootKeyId === old.rootKeyId &&
            Buffer.compare(row.wrapped, old.wrapped) === 0,
        );
        const row = tables.oauthApps[at];
        if (row === undefined) return false;
        tables.oauthApps[at] = { ...row, ...structuredClone(next) };
        return true;
      }),
    keyChecks: () => later(() => [...tables.keyChecks.values()]),
    putKeyCheck: (row) => later(() => insertIfAbsent(tables.keyChecks, row.rootKeyId, row)),
    wrappedRootKeys: () => later(() => [...tables.wrappedRootKeys.values()]),
    putWrappedRootKey: (row) => later(() => insertIfAbsent(tables.wrappedRootKeys, row.rootKeyId, row)),
    replaceWrappedRootKey: (old, next) =>
      later(() => {
        const row = tables.wrappedRootKeys.get(old.rootKeyId);
        if (row === undefined || !Buffer.from(row.wrapped).equals(old.wrapped)) return false;
        tables.wrappedRootKeys.set(old.rootKeyId, { ...row, ...structuredClone(next), createdAt: row.createdAt });
        return true;
      }),
    tenantKey: (tenantId) =>
      later(() => {
        tables.tenantKeyReads += 1;
        return tables.tenantKeys.get(tenantId) ?? null;
      }),
    createTenantKey: (row) =>
      later(() =>
        tables.deletedTenants.has(row.tenantId) ? null : insertIfAbsent(tables.tenantKeys, row.tenantId, row),
      ),
    destroyTenantKey: (tenantId) =>
      later(() => {
        tables.deletedTenants.add(tenantId);
        return tables.tenantKeys.delete(tenantId);
      }),
    hashingKeys: () => later(() => [...tables.hashingKeys.values()]),
    createHashingKey: (row) => later(() => insertIfAbsent(tables.hashingKeys, row.version, row)),
    replaceTenantKey: (tenantId, old, next) => later(() => compareAndSet(tables.tenantKeys, tenantId, old, next)),
    replaceHashingKey: (version, old, next) => later(() => compareAndSet(tables.hashingKeys, version, old, next)),
    listTenantKeysUnder: (rootKeyId, afterTenantId, limit) =>
      later(() =>
        [...tables.tenantKeys.values()]
          .filter((row) => row.rootKeyId === rootKeyId && row.tenantId > afterTenantId)
          .sort((left, right) => (left.tenantId < right.tenantId ? -1 : 1))
          .slice(0, limit),
      ),
    listTenantKeys: (tenantId, afterTenantId, limit) =>
      later(() =>
        [...tables.tenantKeys.values()]
          .filter((row) => (tenantId === null || row.tenantId === tenantId) && row.tenantId > afterTenantId)
          .sort((left, right) => (left.tenantId < right.tenantId ? -1 : 1))
          .slice(0, limit),
      ),
    listSealedRecords: (tenantId, afterId, limit) =>
      later(() =>
        [...tables.sealedRecords.values()]
          .filter(({ id, context }) => context.tenantId === tenantId && id > afterId)
          .sort((left, right) => (left.id < right.id ? -1 : 1))
          .slice(0, limit),
      ),
    replaceSealedRecord: (old, next) =>
      later(() => {
        const row = tables.sealedRecords.get(old.id);
        if (row === undefined || !Buffer.from(row.record).equals(old.record)) return false;
        tables.sealedRecords.set(old.id, { ...row, record: Uint8Array.from(next) });
        return true;
      }),
    countSealedRecords: () =>
      later(() => {
        const counts = new Map<string, number>();
        for (const { context } of tables.sealedRecords.values()) {
          const rootKeyId = tables.tenantKeys.get(context.tenantId)?.rootKeyId ?? "";
          counts.set(rootKeyId, (counts.get(rootKeyId) ?? 0) + 1);
        }
        return [...counts].map(([rootKeyId, count]) => ({ rootKeyId, count }));
      }),
    rootKeyIds: () =>
      later(() => [...new Set([...tables.tenantKeys.values()].map(({ rootKeyId }) => rootKeyId))].sort()),
    countTenantKeys: (rootKeyId) =>
      later(() => [...tables.tenantKeys.values()].filter((row) => row.rootKeyId === rootKeyId).length),
  };
}

function insertIfAbsent<Key, Row>(table: Map<Key, Row>, key: Key, row: Row): Row {
  const present = table.get(key) ?? structuredClone(row);
  table.set(key, present);
  return present;
}

function compareAndSet<Key, Row extends WrappedKey>(
  table: Map<Key, Row>,
  key: Key,
  old: WrappedKey,
  next: WrappedKey,
): boolean {
  const row = table.get(key);
  if (row === undefined || row.rootKeyId !== old.rootKeyId || !Buffer.from(row.wrapped).equals(old.wrapped)) {
    return false;
  }
  table.set(key, { ...row, ...structuredClone(next) });
  return true;
}
