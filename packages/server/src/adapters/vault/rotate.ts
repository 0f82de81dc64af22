/**
 * Rewraps keys under the sealing root key, so that an older root key can be removed from the keyring. Credentials stay
 * unchanged.
 */
import type { Binding } from "./binding.ts";
import type { WrappedKey } from "../../domain/vault/port.ts";
import { oauthAppBinding } from "./sealed-texts.ts";
import { hashingKeyBinding } from "./start.ts";
import { tenantKeyBinding, wrapUnderSealingKey, type OpenVaultParts } from "./tenant-keys.ts";

const batchRows = 100;

/** The result of a rotation. */
export type Rotation = {
  sealingKeyId: string;
  /** Keys that were rewrapped. */
  tenantKeys: number;
  hashingKeys: number;
  /** Secrets of OAuth apps that were sealed again. */
  oauthApps: number;
  /**
   * Keys that are not under the sealing key, because they are damaged or were just created. Keep the old root keys
   * until this is 0.
   */
  remaining: number;
};

/**
 * Rewraps in one pass, row by row with compare-and-set. It can be stopped and run again at any point, while servers
 * run.
 * @param onProgress called after each batch with the number of tenant keys rewrapped so far.
 * @throws VaultError if the root keys are unavailable. Finished work is kept.
 */
export async function rotateKeys(
  parts: OpenVaultParts,
  onProgress: (rewrapped: number) => void = () => undefined,
): Promise<Rotation> {
  const hashingKeys = await rewrapHashingKeys(parts);
  const oauthApps = await rewrapOAuthApps(parts);
  const tenantKeys = await rewrapTenantKeys(parts, onProgress);
  const hashingKeysUnder = (await parts.store.hashingKeys()).map(({ rootKeyId }) => rootKeyId);
  const oauthAppsUnder = (await parts.store.oauthAppSecrets()).map(({ rootKeyId }) => rootKeyId);
  const others = [...hashingKeysUnder, ...oauthAppsUnder].filter((id) => id !== parts.sealingKeyId);
  let remaining = others.length;
  for (const id of await otherRootKeyIds(parts)) remaining += await parts.store.countTenantKeys(id, () => undefined);
  return { sealingKeyId: parts.sealingKeyId, tenantKeys, hashingKeys, oauthApps, remaining };
}

async function rewrapHashingKeys(parts: OpenVaultParts): Promise<number> {
  let rewrapped = 0;
  for (const row of await parts.store.hashingKeys()) {
    if (row.rootKeyId === parts.sealingKeyId) continue;
    const next = await rewrap(parts, row, (id) => hashingKeyBinding(parts.deployment, row.version, id));
    if (next === null) continue;
    const old = { wrapped: row.wrapped, rootKeyId: row.rootKeyId };
    if (await parts.store.replaceHashingKey(row.version, old, next)) rewrapped += 1;
  }
  return rewrapped;
}

async function rewrapOAuthApps(parts: OpenVaultParts): Promise<number> {
  let rewrapped = 0;
  for (const row of await parts.store.oauthAppSecrets()) {
    if (row.rootKeyId === parts.sealingKeyId) continue;
    const next = await rewrap(parts, row, (id) => oauthAppBinding(parts.deployment, row, id));
    if (next !== null && (await parts.store.replaceOAuthAppSecret(row, next))) rewrapped += 1;
  }
  return rewrapped;
}

async function rewrapTenantKeys(parts: OpenVaultParts, onProgress: (rewrapped: number) => void): Promise<number> {
  let rewrapped = 0;
  for (const rootKeyId of await otherRootKeyIds(parts)) {
    for (let after = "", count = batchRows; count === batchRows;) {
      const rows = await parts.store.listTenantKeysUnder(rootKeyId, after, batchRows);
      for (const row of rows) {
        const next = await rewrap(parts, row, (id) => tenantKeyBinding(parts.deployment, row.tenantId, id));
        if (next === null) continue;
        const old = { wrapped: row.wrapped, rootKeyId: row.rootKeyId };
        if (await parts.store.replaceTenantKey(row.tenantId, old, next)) rewrapped += 1;
      }
      if (rows.length > 0) onProgress(rewrapped);
      count = rows.length;
      after = rows.at(-1)?.tenantId ?? after;
    }
  }
  return rewrapped;
}

async function otherRootKeyIds({ store, sealingKeyId }: OpenVaultParts): Promise<string[]> {
  return (await store.rootKeyIds()).filter((id) => id !== sealingKeyId);
}

/** Returns null if the key does not open; it is left in place and counted as remaining. */
async function rewrap(
  parts: OpenVaultParts,
  old: WrappedKey,
  bindingFor: (rootKeyId: string) => Binding,
): Promise<WrappedKey | null> {
  if (!parts.rootKeys.keyIds.includes(old.rootKeyId)) return null;
  const key = await parts.rootKeys.unwrap(old.rootKeyId, bindingFor(old.rootKeyId), old.wrapped);
  if (key === null) return null;
  try {
    return await wrapUnderSealingKey(parts, bindingFor, key);
  } finally {
    key.fill(0);
  }
}
