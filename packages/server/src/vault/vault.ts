/** The vault: sealing and opening credentials, and the keyed hashes. There is no mode without a key. */
import type { Binding } from "./binding.ts";
import { VaultError } from "./errors.ts";
import { keyedHashes } from "./hashing.ts";
import type { CredentialContext, CredentialVault, KeyedHashes, Signatures } from "./port.ts";
import { openRecord, sealRecord } from "./record.ts";
import { rotateKeys, type Rotation } from "./rotate.ts";
import { createSignatures } from "./signatures.ts";
import { startVault, type VaultConfig } from "./start.ts";
import { TenantKeys, type OpenVaultParts } from "./tenant-keys.ts";

/** What `svc-server vault status` shows. */
export type VaultStatus = {
  deploymentId: string;
  sandbox: boolean;
  /** The root key that seals. */
  sealingKeyId: string;
  /** The keyring's ids, the sealing one first. */
  keyIds: string[];
  /** How many tenant keys are under each root key id. */
  tenantKeysUnder: Record<string, number>;
  /** How many hashing keys are under each root key id. */
  hashingKeysUnder: Record<string, number>;
};

/** An open vault. */
export type Vault = CredentialVault & {
  deploymentId: string;
  sandbox: boolean;
  hashes: KeyedHashes;
  signatures: Signatures;
  status(): Promise<VaultStatus>;
  /** Rewraps every tenant key and hashing key under the first root key; resumable, beside running servers. */
  rotate(): Promise<Rotation>;
};

/**
 * Opens the vault, making the deployment at its first start.
 * @throws VaultStartError where a key is wrong or missing, or a sandbox meets a live database or the reverse.
 */
export async function openVault(config: VaultConfig): Promise<Vault> {
  const { parts, hashingKeys } = await startVault(config);
  const tenantKeys = new TenantKeys(parts);
  const { deployment, platform } = parts;
  const hashes = keyedHashes(hashingKeys);
  return {
    deploymentId: deployment.deploymentId,
    sandbox: deployment.sandbox,
    hashes,
    signatures: createSignatures(hashes),
    async sealCredential(context, plaintext) {
      const binding = credentialBinding(parts, context);
      const tenantKey = await tenantKeys.forSealing(context.tenantId);
      const record = sealRecord(tenantKey, binding, plaintext, platform.randomBytes);
      tenantKey.fill(0);
      return record;
    },
    async openCredential(context, record) {
      const binding = credentialBinding(parts, context);
      const tenantKey = await tenantKeys.forOpening(context.tenantId);
      const plaintext = openRecord(tenantKey, binding, record);
      tenantKey.fill(0);
      if (plaintext === null) throw new VaultError("RECORD_UNREADABLE");
      return plaintext;
    },
    destroyTenantKey: (tenantId) => tenantKeys.destroy(tenantId),
    status: () => readStatus(parts),
    rotate: () => rotateKeys(parts),
  };
}

function credentialBinding({ deployment }: OpenVaultParts, context: CredentialContext): Binding {
  const { tenantId, connectionId, version, purpose } = context;
  const whole = tenantId !== "" && connectionId !== "" && Number.isSafeInteger(version) && version >= 1;
  if (!whole) throw new VaultError("CONTEXT_INVALID");
  return { deployment, tenantId, subject: connectionId, version, purpose };
}

async function readStatus({ deployment, ring, sealingKeyId, store }: OpenVaultParts): Promise<VaultStatus> {
  const hashingKeyCounts = new Map<string, number>();
  for (const { rootKeyId } of await store.hashingKeys()) {
    hashingKeyCounts.set(rootKeyId, (hashingKeyCounts.get(rootKeyId) ?? 0) + 1);
  }
  const tenantKeyCounts = await store.countTenantKeys();
  return {
    deploymentId: deployment.deploymentId,
    sandbox: deployment.sandbox,
    sealingKeyId,
    keyIds: [...ring.keys()],
    tenantKeysUnder: Object.fromEntries(tenantKeyCounts.map(({ rootKeyId, count }) => [rootKeyId, count])),
    hashingKeysUnder: Object.fromEntries(hashingKeyCounts),
  };
}
