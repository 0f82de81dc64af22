/**
 * The rate of one Connect token. Anyone with a token may call the frontend API, so calls are counted before any lookup.
 */
import { hash } from "node:crypto";
import type { Platform } from "../../platform.ts";
import { limited, type PublicRates } from "./public-rates.ts";
import { createTokenBuckets } from "./token-buckets.ts";

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
