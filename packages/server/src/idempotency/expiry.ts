/**
 * After a restore from a backup, keys made since that backup are unknown here, and would act again. The operator sets a
 * mark; what may have acted before it is refused (contract §15.3).
 */
import { idempotencyKeyTimeMs, ServiceError } from "@svc/contract";
import type { Platform } from "../platform.ts";
import type { KeyExpiry, KeyRow, RestoreStore } from "./port.ts";

/** The mark, as this process knows it. */
export type LoadedKeyExpiry = {
  /**
   * Refuses a key that may have acted unknown to this database.
   * @param row the key's row, where its attempt proved that nothing happened and it may act again; null for an unknown key.
   * @throws ServiceError IDEMPOTENCY_RESULT_EXPIRED.
   */
  refuse(key: string, row: Pick<KeyRow, "createdAt"> | null): void;
  /** Loads the mark now. @throws StoreError */
  reload(): Promise<void>;
};

/** How far a caller's clock may be ahead, in milliseconds; a key from further on carries no time to be believed. */
const clockSkewMaxMs = 5 * 60_000;

/** Why a key is refused: made before the mark, or carrying no time. Null where it may act. */
export function whyExpired(
  expiry: KeyExpiry | null,
  key: string,
  row: Pick<KeyRow, "createdAt"> | null,
  nowMs: number,
): "made_before" | "undated" | null {
  if (expiry === null) return null;
  // What is known of it here was so before the mark; since then it may have acted.
  if (row !== null) return row.createdAt < expiry.before ? "made_before" : null;
  const madeAt = idempotencyKeyTimeMs(key);
  if (madeAt === null || madeAt > nowMs + clockSkewMaxMs) return nowMs < expiry.undatedUntil ? "undated" : null;
  return madeAt < expiry.before ? "made_before" : null;
}

const details = {
  made_before:
    "This key was made before this service was restored from a backup, and whether it acted is no longer known here. Nothing was done now. Look for the effect before using a new key.",
  undated:
    "This service was restored from a backup, and whether this key acted before is no longer known here: it carries no time. Nothing was done now. Look for the effect, then use a new key that is a UUIDv7.",
} as const;

/** How often the mark has to be loaded again, in milliseconds, so that all replicas obey an operator within a second. */
export const keyExpiryEveryMs = 400;

/** Loads the mark. While it cannot be loaded again, the last one holds. */
export async function loadKeyExpiry(deps: {
  store: Pick<RestoreStore, "keyExpiry">;
  platform: Pick<Platform, "nowMs">;
}): Promise<LoadedKeyExpiry> {
  let expiry = await deps.store.keyExpiry();
  return {
    refuse(key, row) {
      const why = whyExpired(expiry, key, row, deps.platform.nowMs());
      if (why !== null) throw new ServiceError("IDEMPOTENCY_RESULT_EXPIRED", { detail: details[why] });
    },
    async reload() {
      expiry = await deps.store.keyExpiry();
    },
  };
}
