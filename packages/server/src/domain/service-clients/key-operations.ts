/** The operator's operations on the keys of a service client: add, rotate, revoke, and change their rights. */
import { ServiceError, tenantLabelPattern, type IdPrefix } from "@svc/contract";
import type { TenantReach } from "../records/documents.ts";
import type { KeyRights, ServiceClientRow, ServiceKeyRow, ServiceKeys, ServiceClientStore } from "./port.ts";
import type { Actor } from "../journal/port.ts";
import type { Platform } from "../../platform.ts";
import { stale, unlessStale } from "../versions/version.ts";

/** Dependencies of the operations. */
export type ServiceClientDeps = {
  store: ServiceClientStore;
  keys: ServiceKeys;
  platform: Platform;
  newId: (prefix: IdPrefix) => string;
  /** Every loaded provider with its actions, for warnings. */
  known: () => readonly { slug: string; actions: readonly { id: string }[] }[];
  /** The actor for the audit trail: `operator` on the command line by default, `operator:<token id>` in the console. */
  actor?: Actor;
};

/** A new key. This is the only time that it can be shown. */
export type NewKey = { keyId: string; keyName: string; key: string };

/** The keys that expire after a rotation, and when (milliseconds since the epoch). */
export type Rotated = { oldKeyIds: readonly string[]; oldExpireAt: number };

/** The maximum number of tenants that a key can be restricted to. */
const keyTenantsMax = 100;
const labelForm = new RegExp(tenantLabelPattern);
const overlapSecondsDefault = 24 * 60 * 60;
const overlapSecondsMax = 7 * 24 * 60 * 60;

/** Adds a key to a client. @throws ServiceError INVALID_REQUEST if an active key has this name. */
export async function addKey(
  deps: ServiceClientDeps,
  client: ServiceClientRow,
  keyName: string,
  rights?: KeyRights,
): Promise<NewKey> {
  const { store, platform, actor = "operator" } = deps;
  const taken = activeKeys(await store.keys(client.id), platform.nowMs()).some(({ name }) => name === keyName);
  if (taken) throw takenName();
  if (rights !== undefined) await checkReach(deps, client, rights.tenants);
  const made = makeKey(deps, client.id, keyName, rights);
  if ((await store.addKey(made.row, actor, true)) === stale) throw takenName();
  return made.shown;
}

/**
 * Rotates a key of a client: adds a new one with the same name and rights, and lets the old ones expire.
 * @param options as for `ServiceClients.rotateKey`.
 */
export async function rotateKey(
  deps: ServiceClientDeps,
  client: ServiceClientRow,
  options: { keyName?: string; overlapSeconds?: number },
): Promise<NewKey & Rotated> {
  const { overlapSeconds = overlapSecondsDefault } = options;
  if (!Number.isInteger(overlapSeconds) || overlapSeconds < 0 || overlapSeconds > overlapSecondsMax) {
    throw new ServiceError("INVALID_REQUEST", { detail: "The overlap must be 0 to 604800 seconds (7 days)." });
  }
  const nowMs = deps.platform.nowMs();
  const active = activeKeys(await deps.store.keys(client.id), nowMs);
  const names = [...new Set(active.map(({ name }) => name))];
  const keyName = options.keyName ?? (names.length === 1 ? names[0] : undefined);
  const old = active.filter(({ name }) => name === keyName);
  if (keyName === undefined || old.length === 0) {
    throw new ServiceError("INVALID_REQUEST", {
      detail: `Name the key to rotate. Active keys of the client: ${names.length === 0 ? "none" : names.join(", ")}.`,
    });
  }
  const oldExpireAt = nowMs + overlapSeconds * 1000;
  const oldKeyIds = old.map(({ id }) => id);
  const { tenants, policyRules, mayDecide } = old.at(-1) ?? { tenants: null, policyRules: [], mayDecide: false };
  const made = makeKey(deps, client.id, keyName, { tenants, policyRules, mayDecide });
  const rotated = { ids: oldKeyIds, expireAt: oldExpireAt };
  if (!(await deps.store.rotateKey(made.row, rotated, deps.actor ?? "operator"))) throw alteredKey();
  return { ...made.shown, oldKeyIds, oldExpireAt };
}

/** Revokes a client's active key. @param key its public id or name. */
export async function revokeKey(
  deps: ServiceClientDeps,
  client: ServiceClientRow,
  key: string,
  expectedVersion?: string,
): Promise<{ keyId: string }> {
  const keyId = await findActiveKey(deps, client, key, { altered: true });
  unlessStale(await deps.store.revokeKey(keyId, deps.platform.nowMs(), deps.actor ?? "operator", expectedVersion));
  return { keyId };
}

/** Changes what a client's active key may do. @param key its public id or name. */
export async function updateKey(
  deps: ServiceClientDeps,
  client: ServiceClientRow,
  key: string,
  change: Partial<KeyRights>,
  expectedVersion?: string,
): Promise<{ keyId: string }> {
  if (change.tenants !== undefined) await checkReach(deps, client, change.tenants);
  const keyId = await findActiveKey(deps, client, key);
  const isChanged = unlessStale(await deps.store.updateKey(keyId, change, deps.actor ?? "operator", expectedVersion));
  if (!isChanged) throw alteredKey();
  return { keyId };
}

/** Checks a reach. A label that no tenant has yet is fine. @throws ServiceError INVALID_REQUEST, NOT_FOUND. */
export async function checkReach(
  deps: ServiceClientDeps,
  client: Pick<ServiceClientRow, "id">,
  reach: TenantReach,
): Promise<void> {
  if (reach === null) return;
  if ("label" in reach) {
    if (labelForm.test(reach.label)) return;
    const detail =
      "A label has 1 to 63 lowercase letters, digits, dots, underscores and hyphens, and begins with a letter or digit.";
    throw new ServiceError("INVALID_REQUEST", { detail });
  }
  const { ids } = reach;
  if (ids.length === 0 || ids.length > keyTenantsMax) {
    throw new ServiceError("INVALID_REQUEST", { detail: `Name 1 to ${String(keyTenantsMax)} tenants.` });
  }
  const missing = await deps.store.missingTenants(client.id, ids);
  if (missing.length > 0) {
    throw new ServiceError("NOT_FOUND", { detail: `The client has no tenant with the id ${missing.join(", ")}.` });
  }
}

/** What the audit trail records of a key's new rights. */
export function rightsData({ tenants, policyRules, mayDecide }: Partial<KeyRights>): Readonly<Record<string, string>> {
  return {
    ...(mayDecide === undefined ? {} : { mayDecide: mayDecide ? "on" : "off" }),
    ...(policyRules === undefined ? {} : { policyRules: String(policyRules.length) }),
    ...(tenants === undefined ? {} : reachData(tenants)),
  };
}

function reachData(reach: TenantReach): { tenants: string } | { tenantLabel: string } {
  if (reach === null) return { tenants: "*" };
  return "ids" in reach ? { tenants: reach.ids.join(",") } : { tenantLabel: reach.label };
}

function takenName(): ServiceError {
  return new ServiceError("INVALID_REQUEST", { detail: "The client already has a key with this name; rotate it." });
}

/** A changed row of a key isn't sealed again: that would accept what another program wrote. */
function alteredKey(): ServiceError {
  const detail = "Another program changed this key in the database. Revoke it, and add a new one.";
  return new ServiceError("INVALID_REQUEST", { detail });
}

/** Returns the public id of a client's active key. @param key its public id or name. */
async function findActiveKey(
  deps: ServiceClientDeps,
  client: ServiceClientRow,
  key: string,
  options?: { altered: boolean },
): Promise<string> {
  const active = activeKeys(await deps.store.keys(client.id, options), deps.platform.nowMs());
  const matching = active.filter(({ id, name }) => id === key || name === key);
  const [found] = matching;
  if (found === undefined)
    throw new ServiceError("NOT_FOUND", { detail: "The client has no active key with this id or name." });
  if (matching.length > 1) {
    const ids = matching.map(({ id }) => id).join(", ");
    throw new ServiceError("INVALID_REQUEST", { detail: `Several active keys have this name; use an id: ${ids}.` });
  }
  return found.id;
}

function activeKeys(keys: readonly ServiceKeyRow[], nowMs: number): ServiceKeyRow[] {
  return keys.filter(({ revokedAt, expiresAt }) => revokedAt === null && (expiresAt === null || expiresAt > nowMs));
}

/** Generates a key, which isn't stored yet. @param given its rights; without limits by default. */
export function makeKey(
  deps: ServiceClientDeps,
  clientId: string,
  name: string,
  given: Partial<KeyRights> = {},
): { row: ServiceKeyRow; shown: NewKey } {
  const { id, key } = deps.keys.makeServiceKey();
  const hash = deps.keys.hash({ clientId, id }, key);
  const createdAt = deps.platform.nowMs();
  const rights = { tenants: null, policyRules: [], mayDecide: false, ...given };
  const row = { id, clientId, name, hash, ...rights, createdAt, expiresAt: null, revokedAt: null };
  return { row, shown: { keyId: id, keyName: name, key } };
}
