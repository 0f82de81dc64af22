/** A token bucket a service client (contract §1, Rate limit). */
import type { Platform } from "../platform.ts";

/** What the bucket says of one request. */
export type RateVerdict = { allowed: boolean; limit: number; remaining: number; resetSeconds: number };

/** Counts a request. Null where no limit is set. */
export type RateLimiter = (clientId: string) => RateVerdict | null;

/** Buckets kept at most; a full bucket carries nothing, so the oldest may go. */
const bucketsMax = 10_000;

/** @param perSecond tokens a second and the bucket's size; 0 for no limit. */
export function createRateLimiter(perSecond: number, platform: Pick<Platform, "monotonicMs">): RateLimiter {
  if (perSecond === 0) return () => null;
  const buckets = new Map<string, { tokens: number; atMs: number }>();
  return (clientId) => {
    const nowMs = platform.monotonicMs();
    const bucket = buckets.get(clientId) ?? { tokens: perSecond, atMs: nowMs };
    const refilled = Math.min(perSecond, bucket.tokens + ((nowMs - bucket.atMs) * perSecond) / 1000);
    const allowed = refilled >= 1;
    const tokens = allowed ? refilled - 1 : refilled;
    buckets.delete(clientId);
    buckets.set(clientId, { tokens, atMs: nowMs });
    if (buckets.size > bucketsMax) for (const oldest of buckets.keys()) if (buckets.delete(oldest)) break;
    return {
      allowed,
      limit: perSecond,
      remaining: Math.floor(tokens),
      resetSeconds: Math.max(1, Math.ceil((perSecond - tokens) / perSecond)),
    };
  };
}
