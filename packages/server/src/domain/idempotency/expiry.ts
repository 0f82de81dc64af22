/**
 * After a restore from a backup, the database has forgotten the keys claimed since that backup, which would act again. The
 * operator sets an expiry; keys that may have acted before it are refused (contract §15.3).
 */
import { idempotencyKeyTimeMs, ServiceError } from "@svc/contract";
import type { Platform } from "../../platform.ts";
import { minuteMs } from "../clock/units.ts";
import type { KeyExpiry, KeyRow, RestoreStore } from "./port.ts";

/** The expiry, as this process last loaded it. */
export type LoadedKeyExpiry = {
  /**
   * Refuses a key that may have acted without this database knowing.
   * @param row the key's row, if it is `freed` and may act again; null for an unknown key.
   * @throws ServiceError IDEMPOTENCY_RESULT_EXPIRED.
   */
  refuse(key: string, row: Pick<KeyRow, "createdAt"> | null): void;
  /** Loads the expiry now. @throws StoreError */
  reload(): Promise<void>;
};

/** How far a caller's clock may be ahead, in milliseconds. The time of a key beyond that is not believed. */
const clockSkewMaxMs = 5 * minuteMs;

/** Why a key is refused: made before the expiry, or without a time. Null if it may act. */
export function whyExpired(
  expiry: KeyExpiry | null,
  key: string,
  row: Pick<KeyRow, "createdAt"> | null,
  nowMs: number,
): "made_before" | "undated" | null {
  if (expiry === null) return null;
  // The row is from before the restore; the key may have acted since.
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

/** How often the expiry has to be loaded again, in milliseconds, so that all replicas obey an operator within a second. */
export const keyExpiryEveryMs = 400;

/** Loads the expiry. While it cannot be loaded again, the last one remains in force. */
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
