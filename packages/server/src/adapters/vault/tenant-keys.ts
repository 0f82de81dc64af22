/**
 * The tenants' keys. Every call needs them, and they may come from a slow service. A row is read again after a second,
 * so that a key destroyed or replaced by another process is gone here within that second. While the row stays the same,
 * its unwrapped keys are kept for at most a minute, and they are overwritten when they are dropped.
 */
import { minuteMs } from "../../domain/clock/units.ts";
import type { Platform } from "../../platform.ts";
import type { Binding } from "./binding.ts";
import { ContentKeys } from "./content-keys.ts";
import { VaultError } from "../../domain/vault/errors.ts";
import { decodeKeyset, wipeKeyset, type Keyset } from "./keyset.ts";
import type {
  DeploymentIdentity,
  DeploymentRow,
  TenantKeyRow,
  VaultStore,
  WrappedKey,
} from "../../domain/vault/port.ts";
import type { RootKeys } from "./keyring.ts";

const cachedKeysMax = 1_000;
/** How long a row is trusted, in milliseconds; also how long another process may still seal under an old key. */
export const rowAgeMsMax = 1_000;
const keyAgeMsMax = minuteMs;

/** Dependencies that the parts of an open vault share. */
export type OpenVaultParts = {
  deployment: DeploymentRow;
  rootKeys: RootKeys;
  /** The root key that seals. */
  sealingKeyId: string;
  store: VaultStore;
  platform: Pick<Platform, "randomBytes" | "monotonicMs" | "nowMs">;
};

/** Returns the binding of a tenant's key under a root key. */
export function tenantKeyBinding(deployment: DeploymentIdentity, tenantId: string, rootKeyId: string): Binding {
  return { deployment, tenantId, subject: rootKeyId, version: 1, purpose: "tenant-key" };
}

/**
 * Wraps a key under the sealing root key.
 * @param bindingFor returns the key's binding under that root key.
 */
export async function wrapUnderSealingKey(
  { rootKeys, sealingKeyId: rootKeyId }: OpenVaultParts,
  bindingFor: (rootKeyId: string) => Binding,
  key: Uint8Array,
): Promise<WrappedKey> {
  return { wrapped: await rootKeys.wrap(rootKeyId, bindingFor(rootKeyId), key), rootKeyId };
}

/**
 * @returns the tenant's keys, which the caller wipes. @throws VaultError KEY_MISSING, TENANT_KEY_UNREADABLE,
 * ROOT_KEYS_…
 */
export async function unwrapTenantKeys({ rootKeys, deployment }: OpenVaultParts, row: TenantKeyRow): Promise<Keyset> {
  if (!rootKeys.keyIds.includes(row.rootKeyId)) throw new VaultError("KEY_MISSING");
  const binding = tenantKeyBinding(deployment, row.tenantId, row.rootKeyId);
  const bytes = await rootKeys.unwrap(row.rootKeyId, binding, row.wrapped);
  const keyset = bytes === null ? null : decodeKeyset(bytes);
  bytes?.fill(0);
  if (keyset === null) throw new VaultError("TENANT_KEY_UNREADABLE");
  return keyset;
}

type Entry = {
  row: TenantKeyRow;
  keyset: Keyset;
  /** Derived from these keys and wiped with them. */
  contentKeys: ContentKeys;
  /** Numbers the reads of rows in this process. */
  readNumber: number;
  readAtMs: number;
  unwrappedAtMs: number;
  isWiped: boolean;
};

/** That read found no row. */
type Absent = { row: null; readNumber: number };

/** `again`: the key was destroyed during the load, so the row must be read again. */
type Loaded = Entry | Absent | "again";

/** Uses a tenant's keys and the cached content keys, and keeps neither. */
export type UseKeys<Result> = (keyset: Keyset, contentKeys: ContentKeys) => Result;

/** Unwraps tenant keys, and creates them on first use. */
export class TenantKeys {
  readonly #parts: OpenVaultParts;
  readonly #cache = new Map<string, Entry>();
  /** Loads in progress, by tenant. A load that a destruction removed from here caches nothing. */
  readonly #loads = new Map<string, Promise<Loaded>>();
  #reads = 0;
  #willSweep = false;

  constructor(parts: OpenVaultParts) {
    this.#parts = parts;
  }

  /** The number of rows read so far, for `useReadAfter`. */
  get reads(): number {
    return this.#reads;
  }

  /**
   * Passes the tenant's keys to `work`, which must not keep them. Creates the first key if the tenant has none.
   * @throws VaultError TENANT_KEY_ABSENT for a deleted tenant, TENANT_KEY_UNREADABLE, KEY_MISSING, ROOT_KEYS_…
   */
  async useOrCreate<Result>(tenantId: string, work: UseKeys<Result>): Promise<Result> {
    const used = await this.#use(tenantId, 0, work);
    if (used !== null) return used.result;
    await this.#make(tenantId);
    // Another process may have been faster, so read the row that was created. A read that another call started before
    // the key existed proves nothing.
    return await this.useReadAfter(tenantId, this.#reads, work);
  }

  /**
   * Passes the tenant's keys to `work`, from a row read after the given number of reads. @throws VaultError as above.
   */
  async useReadAfter<Result>(tenantId: string, reads: number, work: UseKeys<Result>): Promise<Result> {
    const used = await this.#use(tenantId, reads, work);
    if (used === null) throw new VaultError("TENANT_KEY_ABSENT");
    return used.result;
  }

  /** Passes cached keys to `work` synchronously; returns null if none are cached. */
  useCached<Result>(tenantId: string, work: UseKeys<Result>): Result | null {
    const entry = this.#cache.get(tenantId);
    if (entry === undefined || entry.isWiped || !this.#isFresh(entry)) return null;
    return work(entry.keyset, entry.contentKeys);
  }

  /** Destroys the row and drops the cached keys. Returns false if there was none. */
  async destroy(tenantId: string): Promise<boolean> {
    const destroyed = await this.#parts.store.destroyTenantKey(tenantId);
    this.#loads.delete(tenantId);
    this.#drop(tenantId);
    return destroyed;
  }

  /**
   * Returns null if the tenant has no key. Calls `work` synchronously after the keys were found, so they can't be wiped
   * in between.
   */
  async #use<Result>(tenantId: string, reads: number, work: UseKeys<Result>): Promise<{ result: Result } | null> {
    for (;;) {
      const cached = this.#cache.get(tenantId);
      const isGood = cached !== undefined && cached.readNumber > reads && this.#isFresh(cached);
      const entry = isGood ? cached : await (this.#loads.get(tenantId) ?? this.#load(tenantId));
      if (entry === "again" || entry.readNumber <= reads) continue;
      if (entry.row === null) return null;
      if (!entry.isWiped) return { result: work(entry.keyset, entry.contentKeys) };
    }
  }

  #isFresh({ readAtMs, unwrappedAtMs }: Entry): boolean {
    const nowMs = this.#parts.platform.monotonicMs();
    return nowMs - readAtMs < rowAgeMsMax && nowMs - unwrappedAtMs < keyAgeMsMax;
  }

  #load(tenantId: string): Promise<Loaded> {
    const isWanted = (): boolean => this.#loads.get(tenantId) === load;
    const load = this.#read(tenantId, isWanted).finally(() => {
      if (isWanted()) this.#loads.delete(tenantId);
    });
    this.#loads.set(tenantId, load);
    return load;
  }

  /** Reads the row, and reads it again if unwrapping took longer than a row is trusted. */
  async #read(tenantId: string, isWanted: () => boolean): Promise<Loaded> {
    const { store, platform } = this.#parts;
    for (;;) {
      const readAtMs = platform.monotonicMs();
      this.#reads += 1;
      const readNumber = this.#reads;
      const row = await store.tenantKey(tenantId);
      if (!isWanted()) return "again";
      this.#dropUnless(tenantId, row);
      if (row === null) return { row, readNumber };
      const entry = this.#cache.get(tenantId) ?? (await this.#unwrap(row));
      if (!isWanted()) {
        wipe(entry);
        return "again";
      }
      Object.assign(entry, { readNumber, readAtMs });
      this.#remember(entry);
      if (platform.monotonicMs() - readAtMs < rowAgeMsMax) return entry;
    }
  }

  async #unwrap(row: TenantKeyRow): Promise<Entry> {
    const unwrappedAtMs = this.#parts.platform.monotonicMs();
    const keyset = await unwrapTenantKeys(this.#parts, row);
    return { row, keyset, contentKeys: new ContentKeys(), readNumber: 0, readAtMs: 0, unwrappedAtMs, isWiped: false };
  }

  /** Keeps unwrapped keys only for the exact row that was just read, and only until they expire. */
  #dropUnless(tenantId: string, row: TenantKeyRow | null): void {
    const known = this.#cache.get(tenantId);
    if (known === undefined) return;
    const isYoung = this.#parts.platform.monotonicMs() - known.unwrappedAtMs < keyAgeMsMax;
    if (!isYoung || !isSame(known.row, row)) this.#drop(tenantId);
  }

  #remember(entry: Entry): void {
    const { tenantId } = entry.row;
    this.#cache.delete(tenantId);
    this.#cache.set(tenantId, entry);
    const [oldest] = this.#cache.keys();
    if (this.#cache.size > cachedKeysMax && oldest !== undefined) this.#drop(oldest);
    if (!this.#willSweep) this.#sweepLater();
  }

  /** Also drops keys that are no longer requested. */
  #sweepLater(): void {
    this.#willSweep = true;
    const sweep = (): void => {
      this.#willSweep = false;
      const nowMs = this.#parts.platform.monotonicMs();
      for (const [tenantId, { unwrappedAtMs }] of this.#cache) {
        if (nowMs - unwrappedAtMs >= keyAgeMsMax) this.#drop(tenantId);
      }
      if (this.#cache.size > 0) this.#sweepLater();
    };
    setTimeout(sweep, keyAgeMsMax).unref();
  }

  #drop(tenantId: string): void {
    const entry = this.#cache.get(tenantId);
    this.#cache.delete(tenantId);
    if (entry !== undefined) wipe(entry);
  }

  async #make(tenantId: string): Promise<void> {
    const { deployment, platform, store } = this.#parts;
    const key = platform.randomBytes(32);
    try {
      const wrapped = await wrapUnderSealingKey(this.#parts, (id) => tenantKeyBinding(deployment, tenantId, id), key);
      if ((await store.createTenantKey({ tenantId, ...wrapped })) === null) throw new VaultError("TENANT_KEY_ABSENT");
    } finally {
      key.fill(0);
    }
  }
}

function wipe(entry: Entry): void {
  entry.isWiped = true;
  wipeKeyset(entry.keyset);
  entry.contentKeys.wipeAll();
}

function isSame(left: WrappedKey, right: WrappedKey | null): boolean {
  return right !== null && left.rootKeyId === right.rootKeyId && Buffer.from(left.wrapped).equals(right.wrapped);
}
