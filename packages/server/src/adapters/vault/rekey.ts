/**
 * Replaces tenants' keys, in case the old ones leaked: every tenant gets a new key, and every credential is sealed
 * again under it with a new data key. It works while servers run and can be killed at any point, because progress
 * is read from the rows.
 *
 * First it adds the new keys; the old ones are retired and still open. Then it waits until no process seals under an
 * old row anymore. Then it seals again, with compare-and-set, each record that the sealing key does not open. A
 * credential that was refreshed, replaced or destroyed in between is left alone. A write that was delayed longer may
 * still store a record under the retired key; it opens, and the next run finds it. This is why a retired key is removed
 * only after an hour, and only if no record needs it.
 */
import { setTimeout as wait } from "node:timers/promises";
import { hourMs } from "../../domain/clock/units.ts";
import { credentialBinding, type Binding } from "./binding.ts";
import { VaultError } from "../../domain/vault/errors.ts";
import { encodeKeyset, allKeys, retiredKeysMax, wipeKeyset, type Keyset } from "./keyset.ts";
import type { SealedRecord, TenantKeyRow } from "../../domain/vault/port.ts";
import { openRecord, sealRecord } from "./record.ts";
import {
  rowAgeMsMax,
  tenantKeyBinding,
  unwrapTenantKeys,
  wrapUnderSealingKey,
  type OpenVaultParts,
} from "./tenant-keys.ts";

const batchRows = 100;
const passesMax = 5;
/** How long a retired key is kept, in milliseconds: far longer than any write under it can be in flight. */
const retiredForMs = hourMs;

/** Options of {@link rekeyTenants}. */
export type RekeyOptions = {
  /** One tenant; null for all tenants. */
  tenantId: string | null;
  /**
   * Milliseconds since the epoch. A tenant that got a new key since then keeps it. Pass the start of an interrupted
   * run, or the current time.
   */
  sinceMs: number;
  /** Called after each batch of tenants with the number of new keys and of resealed credentials so far. */
  onProgress: (done: { tenantKeys: number; credentials: number }) => void;
  /** Waits for `ms` milliseconds; a timer by default. */
  pause?: (ms: number) => Promise<unknown>;
};

/** The result of a run. */
export type Rekeying = {
  /** Tenants that have a key. */
  tenants: number;
  /** Tenants that got a new key in this run. */
  tenantKeys: number;
  /** Credentials that were sealed again. */
  credentials: number;
  /**
   * Credentials that are not under their tenant's newest key, because they are damaged or were just written. Run it
   * again.
   */
  remaining: number;
  /** Tenants whose key does not open. */
  unreadable: number;
};

/** @throws VaultError if the root keys are unavailable. Finished work is kept. */
export async function rekeyTenants(parts: OpenVaultParts, options: RekeyOptions): Promise<Rekeying> {
  const done: Rekeying = { tenants: 0, tenantKeys: 0, credentials: 0, remaining: 0, unreadable: 0 };
  const onBatch = (): void => options.onProgress(done);
  await eachTenant(parts, options.tenantId, onBatch, async (row) => {
    done.tenants += 1;
    const outcome = await addSealingKey(parts, row, options.sinceMs);
    if (outcome === "put") done.tenantKeys += 1;
    if (outcome === "unreadable") done.unreadable += 1;
  });
  await (options.pause ?? wait)(rowAgeMsMax * 1.5);
  await eachTenant(parts, options.tenantId, onBatch, async ({ tenantId }) => {
    const { sealed, remaining } = await resealTenant(parts, tenantId);
    done.credentials += sealed;
    done.remaining += remaining;
  });
  return done;
}

async function eachTenant(
  { store }: OpenVaultParts,
  tenantId: string | null,
  onBatch: () => void,
  work: (row: TenantKeyRow) => Promise<void>,
): Promise<void> {
  let after = "";
  for (;;) {
    const rows = await store.listTenantKeys(tenantId, after, batchRows);
    for (const row of rows) {
      after = row.tenantId;
      await work(row);
    }
    if (rows.length > 0) onBatch();
    if (rows.length < batchRows) return;
  }
}

/** `kept`: the tenant already has its new key, or was deleted. */
async function addSealingKey(
  parts: OpenVaultParts,
  listed: TenantKeyRow,
  sinceMs: number,
): Promise<"put" | "kept" | "unreadable"> {
  let row: TenantKeyRow | null = listed;
  for (; row !== null; row = await parts.store.tenantKey(listed.tenantId)) {
    const keyset = await unwrapOrNull(parts, row);
    if (keyset === null) return "unreadable";
    try {
      if (keyset.retired.some(({ retiredAtMs }) => retiredAtMs >= sinceMs)) return "kept";
      if (keyset.retired.length >= retiredKeysMax) throw new VaultError("TENANT_KEYS_TOO_MANY");
      const retired = [{ key: keyset.sealing, retiredAtMs: parts.platform.nowMs() }, ...keyset.retired];
      const sealing = parts.platform.randomBytes(32);
      const isPut = await replaceKeyset(parts, row, { sealing, retired });
      sealing.fill(0);
      if (isPut) return "put";
    } finally {
      wipeKeyset(keyset);
    }
  }
  return "kept";
}

/** Returns null if the row does not open, which says nothing about other tenants. @throws VaultError ROOT_KEYS_… */
async function unwrapOrNull(parts: OpenVaultParts, row: TenantKeyRow): Promise<Keyset | null> {
  try {
    return await unwrapTenantKeys(parts, row);
  } catch (error) {
    if (error instanceof VaultError && /^(?:TENANT_KEY_UNREADABLE|KEY_MISSING)$/.test(error.code)) return null;
    throw error;
  }
}

async function replaceKeyset(parts: OpenVaultParts, row: TenantKeyRow, keyset: Keyset): Promise<boolean> {
  const { tenantId, wrapped, rootKeyId } = row;
  const bytes = encodeKeyset(keyset);
  const bindingFor = (id: string): Binding => tenantKeyBinding(parts.deployment, tenantId, id);
  const next = await wrapUnderSealingKey(parts, bindingFor, bytes).finally(() => bytes.fill(0));
  return await parts.store.replaceTenantKey(tenantId, { wrapped, rootKeyId }, next);
}

type ResealCount = { sealed: number; remaining: number };

/** Repeats over the tenant's records until none is left to seal, then removes retired keys that are old enough. */
async function resealTenant(parts: OpenVaultParts, tenantId: string): Promise<ResealCount> {
  const row = await parts.store.tenantKey(tenantId);
  const keyset = row === null ? null : await unwrapOrNull(parts, row);
  if (row === null || keyset === null) return { sealed: 0, remaining: 0 };
  try {
    let sealed = 0;
    let remaining = 0;
    for (let pass = 0; pass < passesMax; pass += 1) {
      const done = await resealOnce(parts, tenantId, keyset);
      sealed += done.sealed;
      remaining = done.remaining;
      if (done.sealed === 0 && done.remaining === 0) break;
    }
    if (remaining === 0) await dropRetired(parts, row, keyset);
    return { sealed, remaining };
  } finally {
    wipeKeyset(keyset);
  }
}

async function dropRetired(parts: OpenVaultParts, row: TenantKeyRow, { sealing, retired }: Keyset): Promise<void> {
  const nowMs = parts.platform.nowMs();
  const kept = retired.filter(({ retiredAtMs }) => nowMs - retiredAtMs < retiredForMs);
  // If the row has changed, another run takes care of it.
  if (kept.length < retired.length) await replaceKeyset(parts, row, { sealing, retired: kept });
}

async function resealOnce(parts: OpenVaultParts, tenantId: string, keyset: Keyset): Promise<ResealCount> {
  const { store } = parts;
  let sealed = 0;
  let remaining = 0;
  let after = "";
  for (;;) {
    const records = await store.listSealedRecords(tenantId, after, batchRows);
    for (const old of records) {
      after = old.id;
      const next = reseal(parts, keyset, old);
      if (next === "done") continue;
      if (next !== null && (await store.replaceSealedRecord(old, next))) sealed += 1;
      else remaining += 1;
    }
    if (records.length < batchRows) return { sealed, remaining };
  }
}

/** `done` if it is already under the sealing key; null if it does not open. */
function reseal(parts: OpenVaultParts, keyset: Keyset, old: SealedRecord): Uint8Array | "done" | null {
  const binding = credentialBinding(parts.deployment, old.context);
  for (const key of allKeys(keyset)) {
    const plaintext = openRecord(key, binding, old.record);
    if (plaintext === null) continue;
    if (key === keyset.sealing) {
      plaintext.fill(0);
      return "done";
    }
    const next = sealRecord(keyset.sealing, binding, plaintext, parts.platform.randomBytes);
    plaintext.fill(0);
    return next;
  }
  return null;
}
