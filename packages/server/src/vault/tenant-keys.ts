/**
 * The tenants' keys. Only wrapped bytes are cached, and only for a second: a tenant key that another process destroyed
 * is gone here within that second, and no unwrapped key outlives the call that asked for it.
 */
import type { KeyObject } from "node:crypto";
import type { Platform } from "../platform.ts";
import type { Binding } from "./binding.ts";
import { VaultError } from "./errors.ts";
import type { DeploymentRow, TenantKeyRow, VaultStore, WrappedKey } from "./port.ts";
import { unwrapKey, wrapKey } from "./record.ts";

const cacheRowsMax = 1_000;
const cacheAgeMsMax = 1_000;

/** What the vault's parts share once it is open. */
export type OpenVaultParts = {
  deployment: DeploymentRow;
  /** Root keys by id. */
  ring: ReadonlyMap<string, KeyObject>;
  /** The root key that seals. */
  sealingKeyId: string;
  store: VaultStore;
  platform: Pick<Platform, "randomBytes" | "monotonicMs">;
};

/** The binding of a tenant's key under a root key. */
export function tenantKeyBinding(deployment: DeploymentRow, tenantId: string, rootKeyId: string): Binding {
  return { deployment, tenantId, subject: rootKeyId, version: 1, purpose: "tenant-key" };
}

/**
 * Wraps under the root key that seals.
 * @param bindingFor the key's binding under that root key.
 */
export function wrapUnderSealingKey(
  parts: OpenVaultParts,
  bindingFor: (rootKeyId: string) => Binding,
  key: Uint8Array,
): WrappedKey {
  const rootKeyId = parts.sealingKeyId;
  const rootKey = parts.ring.get(rootKeyId);
  if (rootKey === undefined) throw new VaultError("KEY_MISSING");
  return { wrapped: wrapKey(rootKey, bindingFor(rootKeyId), key, parts.platform.randomBytes), rootKeyId };
}

/** Unwraps tenant keys, and makes them where they are first needed. */
export class TenantKeys {
  readonly #parts: OpenVaultParts;
  readonly #cache = new Map<string, { row: TenantKeyRow; readAtMs: number }>();
  /** Counts destructions, so that a read that began before one does not fill the cache after it. */
  #destructions = 0;

  constructor(parts: OpenVaultParts) {
    this.#parts = parts;
  }

  /** @returns the tenant's key, made where it has none; the caller wipes it. */
  async forSealing(tenantId: string): Promise<Uint8Array> {
    return this.#unwrap((await this.#load(tenantId)) ?? (await this.#create(tenantId)));
  }

  /** @returns the tenant's key; the caller wipes it. */
  async forOpening(tenantId: string): Promise<Uint8Array> {
    const row = await this.#load(tenantId);
    if (row === null) throw new VaultError("TENANT_KEY_ABSENT");
    return this.#unwrap(row);
  }

  /** Destroys the row and forgets it. False where there was none. */
  async destroy(tenantId: string): Promise<boolean> {
    const destroyed = await this.#parts.store.destroyTenantKey(tenantId);
    this.#destructions += 1;
    this.#cache.delete(tenantId);
    return destroyed;
  }

  async #load(tenantId: string): Promise<TenantKeyRow | null> {
    const nowMs = this.#parts.platform.monotonicMs();
    const cached = this.#cache.get(tenantId);
    if (cached !== undefined && nowMs - cached.readAtMs < cacheAgeMsMax) return cached.row;
    this.#cache.delete(tenantId);
    const destructionsBefore = this.#destructions;
    const row = await this.#parts.store.tenantKey(tenantId);
    if (row !== null && this.#destructions === destructionsBefore) this.#remember(row, nowMs);
    return row;
  }

  #remember(row: TenantKeyRow, readAtMs: number): void {
    this.#cache.delete(row.tenantId);
    this.#cache.set(row.tenantId, { row, readAtMs });
    const [oldest] = this.#cache.keys();
    if (this.#cache.size > cacheRowsMax && oldest !== undefined) this.#cache.delete(oldest);
  }

  async #create(tenantId: string): Promise<TenantKeyRow> {
    const { deployment, platform, store } = this.#parts;
    const key = platform.randomBytes(32);
    const wrapped = wrapUnderSealingKey(this.#parts, (id) => tenantKeyBinding(deployment, tenantId, id), key);
    key.fill(0);
    const row = await store.createTenantKey({ tenantId, ...wrapped });
    if (row === null) throw new VaultError("TENANT_KEY_ABSENT");
    return row;
  }

  #unwrap(row: TenantKeyRow): Uint8Array {
    const rootKey = this.#parts.ring.get(row.rootKeyId);
    if (rootKey === undefined) throw new VaultError("KEY_MISSING");
    const key = unwrapKey(rootKey, tenantKeyBinding(this.#parts.deployment, row.tenantId, row.rootKeyId), row.wrapped);
    if (key === null) throw new VaultError("TENANT_KEY_UNREADABLE");
    return key;
  }
}
