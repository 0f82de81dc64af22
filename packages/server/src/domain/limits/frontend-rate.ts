/** The rate of the frontend API. Anyone with a Connect token may call it, so calls are counted before any lookup. */
import { hash } from "node:crypto";
import { ServiceError } from "@svc/contract";
import type { Platform } from "../../platform.ts";
import { createTokenBuckets } from "./token-buckets.ts";

/**
 * Counts a call.
 * @param address the IP address of the connection.
 * @param token the presented Connect token or session secret, genuine or not; null if there is none.
 * @throws ServiceError RATE_LIMITED.
 */
export type FrontendRate = (address: string, token: string | null) => void;

/**
 * Calls per second with one token, and imports per second of one service client. A page that waits for its user polls
 * at most once per second.
 */
export const submissionsPerSecond = 5;
/** Enough for repeated page reloads, and for one user's tabs. */
export const submissionsBurst = 60;

/** @param perAddress calls per second from one address; 0 for no limit. */
export function createFrontendRate(perAddress: number, platform: Pick<Platform, "monotonicMs">): FrontendRate {
  const addressBuckets = createTokenBuckets(perAddress, platform);
  const tokenBuckets = createTokenBuckets(submissionsPerSecond, platform, { burst: submissionsBurst });
  return (address, token) => {
    const network = toNetwork(address);
    if (addressBuckets(network)?.allowed === false) throw limited("from this address");
    if (token === null || tokenBuckets(digest(token))?.allowed !== false) return;
    // Behind a proxy all users share one address, so a flood with one token must not use up the others' calls.
    addressBuckets(network, -1);
    throw limited("with this token");
  };
}

function limited(what: string): ServiceError {
  const detail = `Too many requests ${what}; nothing was done. Wait for \`Retry-After\`, then send the same request.`;
  return new ServiceError("RATE_LIMITED", { detail });
}

/** Returns a digest, so that tokens aren't kept in memory, and long invalid ones need no more space than others. */
function digest(token: string): string {
  return hash("sha256", token, "base64url");
}

/** Returns an IPv4 address, or the /64 network of an IPv6 address, which most providers assign to one customer. */
function toNetwork(address: string): string {
  const mapped = /^::ffff:(\d+(?:\.\d+){3})$/i.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  if (!address.includes(":")) return address;
  const [start = "", end = ""] = address.replace(/%.*$/, "").split("::");
  const first = start === "" ? [] : start.split(":");
  const last = end === "" ? [] : end.split(":");
  const zeros = Array.from({ length: Math.max(0, 8 - first.length - last.length) }, () => "0");
  return `${[...first, ...zeros, ...last].slice(0, 4).join(":")}::/64`;
}
