/**
 * The rate of a service client, of each of its tenants, and of each delegated token (contract §1.9), with token buckets
 * by name: the arithmetic behind every rate limit here.
 */
import type { Platform } from "../../platform.ts";
import { minuteMs } from "../clock/units.ts";

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

/** Requests per second; 0 for no limit. */
export type RateLimits = {
  perClient: number;
  perTenant: number;
  /** Of a delegated token, together with the tokens that were created with it. */
  perToken: number;
  /** Whether a tenant's bucket counts only while another tenant of its client calls too. */
  tenantOnlyWhenShared: boolean;
};

/**
 * Counts a request.
 * @param tenantId the tenant in the path, or that of the token; null if there is none.
 * @param tokenId the oldest token in the caller's chain; null for a service key.
 * @returns the verdict of the deciding bucket; null if no rate is set.
 */
export type RateLimiter = (clientId: string, tenantId: string | null, tokenId?: string | null) => RateVerdict | null;

/** How long a tenant counts as active after a call. */
const sharedForMs = minuteMs;

/** Creates a limiter with full buckets. */
export function createRateLimiter(limits: RateLimits, platform: Pick<Platform, "monotonicMs">): RateLimiter {
  const clientBuckets = createTokenBuckets(limits.perClient, platform);
  const tenantBuckets = createTokenBuckets(limits.perTenant, platform);
  const tokenBuckets = createTokenBuckets(limits.perToken, platform);
  const isShared = limits.tenantOnlyWhenShared ? createSharing(platform) : () => true;
  return (clientId, tenantId, tokenId = null) => {
    // An agent that asks as fast as it can must not use up the rate of its client's backend.
    const ofToken = tokenId === null ? null : tokenBuckets(tokenId);
    if (ofToken?.allowed === false) return ofToken;
    if (tenantId !== null && isShared(clientId, tenantId)) {
      const verdict = tenantBuckets(`${clientId} ${tenantId}`);
      // A tenant's requests over its own rate must not use up the client's rate.
      if (verdict?.allowed === false) return verdict;
    }
    return clientBuckets(clientId);
  };
}

type Seen = { tenantId: string; atMs: number };

/** The maximum number of clients remembered. A forgotten client counts as having one tenant until another calls. */
const clientsMax = 10_000;

/** Notes the caller. @returns whether another tenant of the same client called recently. */
function createSharing(platform: Pick<Platform, "monotonicMs">): (clientId: string, tenantId: string) => boolean {
  // The last tenant that called, and the last other one: enough to know for any tenant whether there is another.
  const callers = new Map<string, { last: Seen; other: Seen | null }>();
  return (clientId, tenantId) => {
    const nowMs = platform.monotonicMs();
    const known = callers.get(clientId);
    const other = known === undefined || known.last.tenantId === tenantId ? (known?.other ?? null) : known.last;
    callers.delete(clientId);
    callers.set(clientId, { last: { tenantId, atMs: nowMs }, other });
    if (callers.size > clientsMax) for (const oldest of callers.keys()) if (callers.delete(oldest)) break;
    return other !== null && nowMs - other.atMs < sharedForMs;
  };
}
