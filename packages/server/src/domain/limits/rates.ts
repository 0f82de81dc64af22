/**
 * The rates of requests, as token buckets by name: of a service client, of each of its tenants and of each delegated token
 * (contract §1.9); and, without a key, of each network address and of Connect tokens. There, each group of routes has its
 * own bucket, so that junk at one doesn't stop the others.
 */
import type { Platform } from "../../platform.ts";
import { minuteMs } from "../clock/units.ts";
import { ServiceError } from "@svc/contract";
import { hash } from "node:crypto";

/** A bucket's verdict on one request. */
type RateVerdict = { allowed: boolean; limit: number; remaining: number; resetSeconds: number };

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

/**
 * The groups, each with its share of the operator's rate. Groups whose requests cost more, or that write something,
 * have less. docs/self-hosting.md lists their paths.
 */
export const publicGroups = {
  /** Connect pages, their API, and the way to a provider and back. They have their own setting. */
  connect: 1,
  /** The pages of agent sign-in. */
  sign_in: 0.2,
  /** The endpoints of agent sign-in for hosts. */
  token: 1,
  /** The pages where a person decides on a proposal. */
  approval: 0.2,
  catalog: 0.4,
  docs: 1,
  /** Documents for discovery under `/.well-known/`. */
  metadata: 1,
  /** Requests whose key or token isn't accepted. Those with a good one aren't counted. */
  key: 1,
  /** Deliveries of providers' events that aren't verified. Verified ones aren't counted. */
  delivery: 1,
  /** Requests to the operator console without a session. */
  console: 0.2,
  /** Paths that don't exist. */
  unknown: 1,
} as const;

/** A group of routes that need no key. */
export type PublicGroup = keyof typeof publicGroups;

/** Requests per second from one network; 0 for no limit. */
export type PublicRateLimits = { perConnectAddress: number; perPublicAddress: number };

export type PublicRates = {
  /** Counts a request. @throws ServiceError RATE_LIMITED. */
  count(group: PublicGroup, network: string): void;
  /** Counts a request that was let through as several more. Those after it wait for that. */
  owe(group: PublicGroup, network: string, requests: number): void;
  /** Takes back the count of a request that was refused for another reason. */
  giveBack(group: PublicGroup, network: string): void;
};

/** No rates. */
export const unlimited: PublicRates = { count: () => undefined, owe: () => undefined, giveBack: () => undefined };

/** Creates the rates, with full buckets. */
export function createPublicRates(limits: PublicRateLimits, platform: Pick<Platform, "monotonicMs">): PublicRates {
  const { perConnectAddress, perPublicAddress } = limits;
  const buckets = new Map<PublicGroup, TokenBuckets>();
  for (const [group, share] of Object.entries(publicGroups) as [PublicGroup, number][]) {
    const perSecond = group === "connect" ? perConnectAddress : Math.ceil(perPublicAddress * share);
    buckets.set(group, createTokenBuckets(perSecond, platform));
  }
  return {
    count(group, network) {
      if (buckets.get(group)?.(network)?.allowed === false) throw limited("from this address");
    },
    owe: (group, network, requests) => void buckets.get(group)?.(network, requests, { isOwed: true }),
    giveBack: (group, network) => void buckets.get(group)?.(network, -1),
  };
}

/** The refusal of a request without a key. @param what names whose rate was exceeded. */
function limited(what: string): ServiceError {
  const detail = `Too many requests ${what}; nothing was done. Wait for \`Retry-After\`, then send the same request.`;
  return new ServiceError("RATE_LIMITED", { detail });
}

/**
 * Returns the address of a connection; for IPv6 the first 64 bits, because one machine has all addresses below them.
 * Headers aren't trusted, so behind a proxy all strangers are one network.
 */
export function toNetwork(address: string): string {
  const mapped = /^::ffff:(\d+(?:\.\d+){3})$/i.exec(address)?.[1];
  if (mapped !== undefined || !address.includes(":")) return mapped ?? address;
  const [front = "", back] = address.split("%", 1).join("").split("::");
  const leading = front === "" ? [] : front.split(":");
  const trailing = back === undefined || back === "" ? 0 : back.split(":").length;
  const zeros = back === undefined ? 0 : Math.max(0, 8 - leading.length - trailing);
  const groups = [...leading, ...Array.from({ length: zeros }, () => "0"), ...(back ?? "").split(":")];
  return `${groups.slice(0, 4).join(":")}::/64`;
}

/**
 * Counts a call that was already counted for its network.
 * @param network the network of the caller.
 * @param token the presented Connect token or session secret, genuine or not; null if there is none.
 * @throws ServiceError RATE_LIMITED.
 */
export type FrontendRate = (network: string, token: string | null) => void;

/**
 * Calls per second with one token, and imports per second of one service client. A page that waits for its user polls
 * at most once per second.
 */
export const submissionsPerSecond = 5;
/** Enough for repeated page reloads, and for one user's tabs. */
export const submissionsBurst = 60;

/** @param rates counted the call for its network. */
export function createFrontendRate(
  rates: Pick<PublicRates, "giveBack">,
  platform: Pick<Platform, "monotonicMs">,
): FrontendRate {
  const tokenBuckets = createTokenBuckets(submissionsPerSecond, platform, { burst: submissionsBurst });
  return (network, token) => {
    if (token === null || tokenBuckets(digest(token))?.allowed !== false) return;
    // Behind a proxy all users share one address, so a flood with one token must not use up the others' calls.
    rates.giveBack("connect", network);
    throw limited("with this token");
  };
}

/** Returns a digest, so that tokens aren't kept in memory, and long invalid ones need no more space than others. */
function digest(token: string): string {
  return hash("sha256", token, "base64url");
}
