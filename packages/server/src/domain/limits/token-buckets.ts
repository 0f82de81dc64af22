/** Token buckets by name: the arithmetic behind every rate limit here. */
import type { Platform } from "../../platform.ts";

/** A bucket's verdict on one request. */
export type RateVerdict = { allowed: boolean; limit: number; remaining: number; resetSeconds: number };

/**
 * Takes `count` tokens (1 by default) from the bucket with this name; a negative count returns them. Null if no rate is
 * set.
 * @param options.isOwed takes them even if there are too few; the bucket then owes them, up to as many as it holds.
 */
export type TokenBuckets = (name: string, count?: number, options?: { isOwed?: boolean }) => RateVerdict | null;

/**
 * The default maximum number of buckets. A full bucket carries no information, so the least recently used one can be
 * dropped.
 */
const bucketsMaxDefault = 10_000;

/**
 * @param perSecond tokens per second; 0 for no limit.
 * @param options.burst tokens in a full bucket; one second's by default.
 * @param options.bucketsMax the maximum number of buckets.
 */
export function createTokenBuckets(
  perSecond: number,
  platform: Pick<Platform, "monotonicMs">,
  { burst = perSecond, bucketsMax = bucketsMaxDefault }: { burst?: number; bucketsMax?: number } = {},
): TokenBuckets {
  if (perSecond === 0) return () => null;
  const buckets = new Map<string, { tokens: number; atMs: number }>();
  return (name, count = 1, { isOwed = false } = {}) => {
    const nowMs = platform.monotonicMs();
    const bucket = buckets.get(name) ?? { tokens: burst, atMs: nowMs };
    const refilled = Math.min(burst, bucket.tokens + ((nowMs - bucket.atMs) * perSecond) / 1000);
    const allowed = isOwed || refilled >= count;
    const tokens = allowed ? Math.max(-burst, Math.min(burst, refilled - count)) : refilled;
    buckets.delete(name);
    buckets.set(name, { tokens, atMs: nowMs });
    if (buckets.size > bucketsMax) for (const oldest of buckets.keys()) if (buckets.delete(oldest)) break;
    return {
      allowed,
      limit: perSecond,
      remaining: Math.max(0, Math.floor(tokens)),
      resetSeconds: Math.max(1, Math.ceil((burst - tokens) / perSecond)),
    };
  };
}
