/**
 * The rates of requests without a key, per network address, and of Connect tokens. Each group of routes has its own
 * bucket, so that junk at one doesn't stop the others.
 */
import { ServiceError } from "@svc/contract";
import type { Platform } from "../../platform.ts";
import { createTokenBuckets, type TokenBuckets } from "./rate-limit.ts";
import { hash } from "node:crypto";

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
export function limited(what: string): ServiceError {
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
