/** The vault: it seals and opens credentials and computes keyed hashes. It never works without a key. */
import { credentialBinding, type CredentialBinding } from "./binding.ts";
import { type ContentKeys, contentRef } from "./content-keys.ts";
import { VaultError } from "../../domain/vault/errors.ts";
import { keyedHashes, tenantDigests } from "./hashing.ts";
import { allKeys, type Keyset } from "./keyset.ts";
import type { CredentialContext, CredentialVault, KeyedHashes, Signatures } from "../../domain/vault/port.ts";
import type { OAuthAppSecrets } from "../../domain/oauth/app.ts";
import { createOAuthAppSecrets } from "./sealed-texts.ts";
import { deriveContentKey, openContent, sealRecord } from "./record.ts";
import { rekeyTenants, type Rekeying, type RekeyOptions } from "./rekey.ts";
import { noHeldKeys, type HeldKeyReport, type HeldKeys } from "./key-services/held-keys.ts";
import { rotateKeys, type Rotation } from "./rotate.ts";
import { createSignatures } from "./signatures.ts";
import { startVault, type VaultConfig } from "./start.ts";
import { TenantKeys, type OpenVaultParts, type UseKeys } from "./tenant-keys.ts";

/** The output of `svc-server vault status`. */
export type VaultStatus = {
  deploymentId: string;
  sandbox: boolean;
  /** The root key that seals. */
  sealingKeyId: string;
  /** The keyring's ids, the sealing one first. */
  keyIds: string[];
  /** Where each key of the keyring is: `literal`, or the key service's key that wraps it. */
  places: Record<string, string>;
  /** How many sealed credentials, of connections and of pending completions, each root key id opens. */
  credentialsUnder: Record<string, number>;
  /** How many tenant keys are under each root key id. */
  tenantKeysUnder: Record<string, number>;
  /** How many hashing keys are under each root key id. */
  hashingKeysUnder: Record<string, number>;
  /** How many secrets of OAuth apps are under each root key id. */
  oauthAppsUnder: Record<string, number>;
};

/** Called after each batch with what is being counted and the number so far. */
export type OnCounted = (what: string, counted: number) => void;

/** An open vault. */
export type Vault = CredentialVault & {
  deploymentId: string;
  sandbox: boolean;
  /** The cell's name; empty outside of cells. */
  cell: string;
  hashes: KeyedHashes;
  signatures: Signatures;
  oauthAppSecrets: OAuthAppSecrets;
  /**
   * Counts what each key seals. It reads every tenant key and credential.
   */
  status(onProgress?: OnCounted): Promise<VaultStatus>;
  /** Whether the root keys are usable now; always true if they are in this process. */
  isHealthy(): Promise<boolean>;
  /** Tries each key service's key, and reads whether it is about to be lost. None if the keyring names no service. */
  examineKeyServices(): Promise<HeldKeyReport[]>;
  /**
   * Rewraps every tenant key and hashing key under the first root key, and that one, if a key service wraps it, with the
   * newest version of the service's key. It can run while servers run, and be resumed.
   * @param onProgress called after each batch with the number of keys rewrapped so far.
   */
  rotate(onProgress?: (rewrapped: number) => void): Promise<Rotation>;
  /**
   * Gives every tenant a new key, and every credential a new data key under it. It can run while servers run, and be
   * resumed.
   */
  rekey(options: RekeyOptions): Promise<Rekeying>;
};

/**
 * Opens the vault, and creates the deployment at its first start.
 * @throws VaultStartError if a key is wrong or missing, or the database is of the other kind, sandbox or live, or of another cell.
 */
export async function openVault(config: VaultConfig & { held?: HeldKeys }): Promise<Vault> {
  const { held = noHeldKeys } = config;
  const { parts, hashingKeys } = await startVault(config);
  const tenantKeys = new TenantKeys(parts);
  const { deployment, platform } = parts;
  const hashes = keyedHashes(hashingKeys);
  return {
    deploymentId: deployment.deploymentId,
    sandbox: deployment.sandbox,
    cell: deployment.cell,
    hashes,
    signatures: createSignatures(hashes),
    oauthAppSecrets: createOAuthAppSecrets(parts),
    async sealCredential(context, plaintext) {
      const binding = checkedBinding(parts, context);
      return await tenantKeys.useOrCreate(context.tenantId, ({ sealing }) =>
        sealRecord(sealing, binding, plaintext, platform.randomBytes),
      );
    },
    async openCredential(context, record) {
      const binding = checkedBinding(parts, context);
      const open: UseKeys<Uint8Array | null> = (keyset, known) => openUnderAny(keyset, known, binding, record);
      const reads = tenantKeys.reads;
      // A record may be under a key that the tenant got a moment ago, so read the keys again before giving up.
      const plaintext =
        (await tenantKeys.useReadAfter(context.tenantId, 0, open)) ??
        (await tenantKeys.useReadAfter(context.tenantId, reads, open));
      if (plaintext === null) throw new VaultError("RECORD_UNREADABLE");
      return plaintext;
    },
    openCredentialFromCache(context, record) {
      const binding = checkedBinding(parts, context);
      return tenantKeys.useCached(context.tenantId, (keyset, known) => openUnderAny(keyset, known, binding, record));
    },
    tenantDigests: (tenantId) => tenantKeys.useReadAfter(tenantId, 0, (keyset) => tenantDigests(keyset, tenantId)),
    destroyTenantKey: (tenantId) => tenantKeys.destroy(tenantId),
    status: (onProgress = silent) => readStatus(parts, held, onProgress),
    examineKeyServices: () => held.examine(),
    isHealthy: () =>
      parts.rootKeys.checkHealth().then(
        () => true,
        () => false,
      ),
    async rotate(onProgress) {
      const rotation = await rotateKeys(parts, onProgress);
      await held.rewrap(parts.sealingKeyId);
      return rotation;
    },
    rekey: (options) => rekeyTenants(parts, options),
  };
}

function openUnderAny(
  keyset: Keyset,
  contentKeys: ContentKeys,
  binding: CredentialBinding,
  record: Uint8Array,
): Uint8Array | null {
  const { aad, name } = contentRef(binding, record);
  const known = contentKeys.find(name);
  if (known !== undefined) return openContent(known, aad, record);
  for (const key of allKeys(keyset)) {
    const contentKey = deriveContentKey(key, binding, record);
    if (contentKey === null) continue;
    const plaintext = openContent(contentKey, aad, record);
    if (plaintext === null) contentKey.fill(0);
    else contentKeys.keep(name, contentKey);
    return plaintext;
  }
  return null;
}

function checkedBinding({ deployment }: OpenVaultParts, context: CredentialContext): CredentialBinding {
  const { clientId, tenantId, connectionId, version, provider } = context;
  const named = [clientId, tenantId, connectionId, provider].every((text) => text !== "");
  if (!named || !Number.isSafeInteger(version) || version < 1) throw new VaultError("CONTEXT_INVALID");
  return credentialBinding(deployment, context);
}

const silent: OnCounted = () => undefined;

async function readStatus(parts: OpenVaultParts, held: HeldKeys, onProgress: OnCounted): Promise<VaultStatus> {
  const { deployment, rootKeys, sealingKeyId, store } = parts;
  const tenantKeysUnder: Record<string, number> = {};
  for (const id of await store.rootKeyIds())
    tenantKeysUnder[id] = await store.countTenantKeys(id, (keys) => onProgress("tenant keys", keys));
  const credentials = await store.countSealedRecords((records) => onProgress("credentials", records));
  return {
    deploymentId: deployment.deploymentId,
    sandbox: deployment.sandbox,
    sealingKeyId,
    keyIds: [...rootKeys.keyIds],
    places: { ...held.places },
    credentialsUnder: Object.fromEntries(credentials.map(({ rootKeyId, count }) => [rootKeyId, count])),
    tenantKeysUnder,
    hashingKeysUnder: countEach(await store.hashingKeys()),
    oauthAppsUnder: countEach(await store.oauthAppSecrets()),
  };
}

function countEach(rows: readonly { rootKeyId: string }[]): Record<string, number> {
  const counts = new Map<string, number>();
  for (const { rootKeyId } of rows) counts.set(rootKeyId, (counts.get(rootKeyId) ?? 0) + 1);
  return Object.fromEntries(counts);
}
