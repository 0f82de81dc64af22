/**
 * Opens the vault at start. It detects a wrong or missing key before the first request, and adds nothing to the
 * database until every required key has been verified.
 */
import { createSecretKey, type KeyObject } from "node:crypto";
import type { Binding } from "./binding.ts";
import { VaultError, VaultStartError } from "../../domain/vault/errors.ts";
import {
  isRootKeyFault,
  type DeploymentIdentity,
  type DeploymentRow,
  type HashingKeyRow,
} from "../../domain/vault/port.ts";
import { guarded, type RootKeys } from "./keyring.ts";
import { wrapUnderSealingKey, type OpenVaultParts } from "./tenant-keys.ts";

/**
 * Options for opening the vault: the root keys, whether this process is a sandbox, the vault's rows and the platform.
 */
export type VaultConfig = Pick<OpenVaultParts, "store" | "platform"> & {
  rootKeys: RootKeys;
  sandbox: boolean;
  /** The cell's name as configured; null, the default, if it isn't. A new database then is in no cell. */
  cell?: string | null;
};

/**
 * Loads or creates the deployment and its hashing key, and verifies every root key.
 * @throws VaultStartError
 */
export async function startVault(
  config: VaultConfig,
): Promise<{ parts: OpenVaultParts; hashingKeys: ReadonlyMap<number, KeyObject> }> {
  try {
    return await start(config);
  } catch (error) {
    if (error instanceof VaultError && isRootKeyFault(error)) throw unusable(error);
    throw error;
  }
}

async function start(config: VaultConfig): ReturnType<typeof startVault> {
  const { store, platform } = config;
  const rootKeys = guarded(config.rootKeys);
  const [sealingKeyId] = rootKeys.keyIds;
  if (sealingKeyId === undefined) throw new VaultStartError("KEYRING_EMPTY", "There is no vault key.");
  const deployment = await loadOrCreateDeployment(config);
  const parts = { deployment, rootKeys, sealingKeyId, store, platform };
  const checked = await proveCheckedKeys(parts);
  const hashingRows = await store.hashingKeys();
  await requireNeededKeys(parts, hashingRows);
  const rows = hashingRows.length > 0 ? hashingRows : [await createFirstHashingKey(parts)];
  const hashingKeys = new Map<number, KeyObject>();
  for (const row of rows) hashingKeys.set(row.version, await openHashingKey(parts, row, checked));
  for (const id of rootKeys.keyIds) {
    if (checked.has(id)) continue;
    const kept = await store.putKeyCheck({ rootKeyId: id, check: await rootKeys.makeCheck(id, deployment) });
    if (!(await rootKeys.verifyCheck(id, deployment, kept.check))) throw wrongKey(id);
  }
  return { parts, hashingKeys };
}

/** Returns the binding of a hashing key under a root key. */
export function hashingKeyBinding(deployment: DeploymentIdentity, version: number, rootKeyId: string): Binding {
  return { deployment, tenantId: "", subject: rootKeyId, version, purpose: "hashing-key" };
}

/** @throws VaultStartError SANDBOX_MISMATCH, CELL_MISMATCH. */
export async function loadOrCreateDeployment({
  store,
  sandbox,
  platform,
  cell = null,
}: Pick<VaultConfig, "store" | "sandbox" | "platform" | "cell">): Promise<DeploymentRow> {
  const deploymentId = `dep_${Buffer.from(platform.randomBytes(16)).toString("hex")}`;
  const deployment =
    (await store.loadDeployment()) ?? (await store.createDeployment({ deploymentId, sandbox, cell: cell ?? "" }));
  if (cell !== null && deployment.cell !== cell) {
    throw new VaultStartError(
      "CELL_MISMATCH",
      deployment.cell === ""
        ? `This database is in no cell, and its ids have no mark: start without SVC_CELL, and name it as the cell of unmarked requests to the router, or give cell ${cell} a new database.`
        : `This database is cell ${deployment.cell}, and that never changes: correct SVC_CELL or SVC_DATABASE_URL.`,
    );
  }
  if (deployment.sandbox === sandbox) return deployment;
  throw new VaultStartError(
    "SANDBOX_MISMATCH",
    deployment.sandbox
      ? "This database belongs to a sandbox: start with --sandbox, or give the live server its own database."
      : "This database belongs to a live server: start without --sandbox, or give the sandbox its own database.",
  );
}

/** Rejects a key that differs from the one previously used under its id. Returns the ids of the verified keys. */
async function proveCheckedKeys({ deployment, rootKeys, store }: OpenVaultParts): Promise<ReadonlySet<string>> {
  const checked = new Set<string>();
  for (const { rootKeyId, check } of await store.keyChecks()) {
    if (!rootKeys.keyIds.includes(rootKeyId)) continue;
    if (!(await rootKeys.verifyCheck(rootKeyId, deployment, check))) throw wrongKey(rootKeyId);
    checked.add(rootKeyId);
  }
  return checked;
}

/** Throws if something is sealed under a key that the keyring lacks, or if the hashing key is missing. */
async function requireNeededKeys({ rootKeys, store }: OpenVaultParts, hashingRows: HashingKeyRow[]): Promise<void> {
  const tenantKeysUnder = await store.rootKeyIds();
  const others = [...hashingRows, ...(await store.oauthAppSecrets())].map(({ rootKeyId }) => rootKeyId);
  for (const rootKeyId of [...others, ...tenantKeysUnder]) {
    if (!rootKeys.keyIds.includes(rootKeyId)) throw missingKey(rootKeyId);
  }
  if (hashingRows.length === 0 && tenantKeysUnder.length > 0) {
    throw new VaultStartError(
      "HASHING_KEY_MISSING",
      "The database has tenant keys but no hashing key, so part of it is lost: restore the database from a backup.",
    );
  }
}

async function createFirstHashingKey(parts: OpenVaultParts): Promise<HashingKeyRow> {
  const key = parts.platform.randomBytes(32);
  const wrapped = await wrapUnderSealingKey(parts, (id) => hashingKeyBinding(parts.deployment, 1, id), key);
  key.fill(0);
  return await parts.store.createHashingKey({ version: 1, ...wrapped });
}

/** The row may come from another replica that started at the same moment with another keyring. */
async function openHashingKey(
  { rootKeys, deployment }: OpenVaultParts,
  row: HashingKeyRow,
  checked: ReadonlySet<string>,
): Promise<KeyObject> {
  if (!rootKeys.keyIds.includes(row.rootKeyId)) throw missingKey(row.rootKeyId);
  const binding = hashingKeyBinding(deployment, row.version, row.rootKeyId);
  const bytes = await rootKeys.unwrap(row.rootKeyId, binding, row.wrapped);
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

function unusable(error: VaultError): VaultStartError {
  const isDenied = error.code === "ROOT_KEYS_DENIED";
  return new VaultStartError(isDenied ? "ROOT_KEYS_DENIED" : "ROOT_KEYS_UNAVAILABLE", error.message);
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
    `The keyring lacks the vault key "${id}", which this database uses: add it after the sealing key.`,
  );
}
