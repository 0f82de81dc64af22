/**
 * The rates of requests without a key, per network address. Each group of routes has its own bucket, so that junk at one
 * doesn't stop the others.
 */
import { ServiceError } from "@svc/contract";
import type { Platform } from "../../platform.ts";
import { createTokenBuckets, type TokenBuckets } from "./token-buckets.ts";

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
