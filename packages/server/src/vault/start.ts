/**
 * Opening the vault at start. A wrong or missing key is found here, before the first request, and nothing that the
 * database knows is added to before every key it needs has proved itself.
 */
import { createSecretKey, hkdfSync, timingSafeEqual, type KeyObject } from "node:crypto";
import { lengthPrefixed, type Binding } from "./binding.ts";
import { VaultStartError } from "./errors.ts";
import type { RootKey } from "./keyring.ts";
import type { DeploymentRow, HashingKeyRow } from "./port.ts";
import { unwrapKey } from "./record.ts";
import { wrapUnderSealingKey, type OpenVaultParts } from "./tenant-keys.ts";

/** What opening takes: the parsed keyring, whether this process is a sandbox, the vault's rows and the machine. */
export type VaultConfig = Pick<OpenVaultParts, "store" | "platform"> & { keys: readonly RootKey[]; sandbox: boolean };

/**
 * Loads or makes the deployment and its hashing key, and proves every root key.
 * @throws VaultStartError
 */
export async function startVault(
  config: VaultConfig,
): Promise<{ parts: OpenVaultParts; hashingKeys: ReadonlyMap<number, KeyObject> }> {
  const { keys, store, platform } = config;
  const [sealing] = keys;
  if (sealing === undefined) throw new VaultStartError("KEYRING_EMPTY", "There is no vault key.");
  const ring = new Map(keys.map(({ id, key }) => [id, key]));
  const deployment = await loadOrCreateDeployment(config);
  const parts = { deployment, ring, sealingKeyId: sealing.id, store, platform };
  const checked = await proveCheckedKeys(parts);
  const hashingRows = await store.hashingKeys();
  await requireNeededKeys(parts, hashingRows);
  const rows = hashingRows.length > 0 ? hashingRows : [await createFirstHashingKey(parts)];
  const hashingKeys = new Map(rows.map((row) => [row.version, openHashingKey(parts, row, checked)]));
  for (const [id, key] of ring) {
    if (checked.has(id)) continue;
    const check = keyCheck(deployment, id, key);
    const kept = await store.putKeyCheck({ rootKeyId: id, check });
    if (!sameBytes(kept.check, check)) throw wrongKey(id);
  }
  return { parts, hashingKeys };
}

/** The binding of a hashing key under a root key. */
export function hashingKeyBinding(deployment: DeploymentRow, version: number, rootKeyId: string): Binding {
  return { deployment, tenantId: "", subject: rootKeyId, version, purpose: "hashing-key" };
}

async function loadOrCreateDeployment({ store, sandbox, platform }: VaultConfig): Promise<DeploymentRow> {
  const deploymentId = `dep_${Buffer.from(platform.randomBytes(16)).toString("hex")}`;
  const deployment = (await store.loadDeployment()) ?? (await store.createDeployment({ deploymentId, sandbox }));
  if (deployment.sandbox === sandbox) return deployment;
  throw new VaultStartError(
    "SANDBOX_MISMATCH",
    deployment.sandbox
      ? "This database belongs to a sandbox: start with --sandbox, or give a live server a database of its own."
      : "This database belongs to a live server: start without --sandbox, or give the sandbox a database of its own.",
  );
}

/** Refuses a key that differs from the one the database was used with under its id; gives the ids that proved right. */
async function proveCheckedKeys({ deployment, ring, store }: OpenVaultParts): Promise<ReadonlySet<string>> {
  const checked = new Set<string>();
  for (const row of await store.keyChecks()) {
    const key = ring.get(row.rootKeyId);
    if (key === undefined) continue;
    if (!sameBytes(row.check, keyCheck(deployment, row.rootKeyId, key))) throw wrongKey(row.rootKeyId);
    checked.add(row.rootKeyId);
  }
  return checked;
}

/** Refuses where something is sealed under a key that the keyring lacks, or where the hashing key has gone. */
async function requireNeededKeys({ ring, store }: OpenVaultParts, hashingRows: HashingKeyRow[]): Promise<void> {
  const tenantKeys = await store.countTenantKeys();
  for (const { rootKeyId } of [...hashingRows, ...tenantKeys]) {
    if (!ring.has(rootKeyId)) throw missingKey(rootKeyId);
  }
  if (hashingRows.length === 0 && tenantKeys.length > 0) {
    throw new VaultStartError(
      "HASHING_KEY_MISSING",
      "The database has tenant keys but no hashing key, so part of it is lost: restore the database from a backup.",
    );
  }
}

async function createFirstHashingKey(parts: OpenVaultParts): Promise<HashingKeyRow> {
  const key = parts.platform.randomBytes(32);
  const wrapped = wrapUnderSealingKey(parts, (id) => hashingKeyBinding(parts.deployment, 1, id), key);
  key.fill(0);
  return await parts.store.createHashingKey({ version: 1, ...wrapped });
}

/** The row may be another replica's, which started at the same moment with another keyring. */
function openHashingKey(parts: OpenVaultParts, row: HashingKeyRow, checked: ReadonlySet<string>): KeyObject {
  const rootKey = parts.ring.get(row.rootKeyId);
  if (rootKey === undefined) throw missingKey(row.rootKeyId);
  const bytes = unwrapKey(rootKey, hashingKeyBinding(parts.deployment, row.version, row.rootKeyId), row.wrapped);
  if (bytes !== null) {
    const key = createSecretKey(bytes);
    bytes.fill(0);
    return key;
  }
  if (!checked.has(row.rootKeyId)) throw wrongKey(row.rootKeyId);
  throw new VaultStartError(
    "HASHING_KEY_UNREADABLE",
    "The hashing key does not open although its root key is right, so the database was altered: restore a backup.",
  );
}

/** HKDF under a label of its own: it tells nothing about the key and cannot be turned into another use of it. */
function keyCheck(deployment: DeploymentRow, rootKeyId: string, key: KeyObject): Uint8Array {
  const label = lengthPrefixed(["svc-vault/v1 key check", rootKeyId]);
  return new Uint8Array(hkdfSync("sha512", key, deployment.deploymentId, label, 32));
}

function sameBytes(left: Uint8Array, right: Uint8Array): boolean {
  return left.length === right.length && timingSafeEqual(left, right);
}

function wrongKey(id: string): VaultStartError {
  return new VaultStartError(
    "KEY_WRONG",
    `The vault key "${id}" is not the one that this database was sealed with: put the right key under this id.`,
  );
}

function missingKey(id: string): VaultStartError {
  return new VaultStartError(
    "KEY_MISSING",
    `The keyring lacks the vault key "${id}", under which this database has keys: add it, after the key that is to seal.`,
  );
}
