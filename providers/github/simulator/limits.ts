/**
 * Primary and secondary rate limits, and the answers about them.
 * Follows docs.github.com/en/rest/using-the-rest-api/rate-limits-for-the-rest-api.
 */
import { limitHeaders, RateLimits } from "@svc/simulator";
import type { LimitRule, SimResponse } from "@svc/simulator";
import type { Caller } from "./access.ts";
import type { Switches } from "./switches.ts";
import type { GithubWorld } from "./world.ts";

/** The primary limit that a request counts against. */
export type Resource = "core" | "search";

const page = "https://docs.github.com/rest/using-the-rest-api/rate-limits-for-the-rest-api";

const primary = (limitOf: (switches: Switches) => number, secondsMax: number): LimitRule<Switches> => ({
  limit: (switches, caller) =>
    caller === "anonymous" ? Math.min(switches.anonymousPerWindow, limitOf(switches)) : limitOf(switches),
  windowMs: ({ windowSeconds }) => Math.min(secondsMax, windowSeconds) * 1000,
});

/** All counts. A caller is a user ("user 1"), whatever the app, or "anonymous". `content` is a secondary limit. */
export function githubLimits(): RateLimits<Resource | "content", Switches> {
  return new RateLimits({
    core: primary(({ corePerWindow }) => corePerWindow, Infinity),
    search: primary(({ searchPerWindow }) => searchPerWindow, 60),
    content: { limit: ({ contentPerMinute }) => contentPerMinute, windowMs: () => 60_000, window: "sliding" },
  });
}

/** The name under which a caller's requests are counted: all apps of a user count together. */
export function callerKey(caller: Caller | null): string {
  return caller === null ? "anonymous" : `user ${caller.user.id}`;
}

/**
 * Answers within the limits, and counts the response against the primary one unless it's a 304.
 * @param resource null for a request that isn't counted
 */
export function limited(
  { world, caller, nowMs }: { readonly world: GithubWorld; readonly caller: Caller | null; readonly nowMs: number },
  { resource, createsContent }: { readonly resource: Resource | null; readonly createsContent: boolean },
  run: () => SimResponse,
): SimResponse {
  const { limits, switches } = world;
  const key = callerKey(caller);
  const counted = resource ?? "core";
  const shown = (): Record<string, string> => {
    const window = limits.window(key, counted, nowMs, switches);
    const own = { "x-ratelimit-used": String(window.used), "x-ratelimit-resource": counted };
    return { ...limitHeaders(window, nowMs), ...own };
  };
  const { limit, used } = limits.window(key, counted, nowMs, switches);
  if (resource !== null && used >= limit) return rateLimited(world, caller, shown());
  if (limits.isBlocked(key, nowMs) || (createsContent && !limits.take(key, "content", nowMs, switches))) {
    return secondaryLimited(world, shown());
  }
  const response = run();
  if (resource !== null && response.status !== 304) limits.take(key, resource, nowMs, switches);
  return { ...response, headers: { ...shown(), ...response.headers } };
}

/** The primary limit is exhausted: `x-ratelimit-remaining` is 0, and there is no `retry-after`. */
function rateLimited(world: GithubWorld, caller: Caller | null, headers: Record<string, string>): SimResponse {
  const status = world.switches.rateLimitStatus;
  const message =
    caller === null
      ? "API rate limit exceeded for 127.0.0.1. (But here's the good news: Authenticated requests get a higher rate limit. Check out the documentation for more details.)"
      : `API rate limit exceeded for user ID ${caller.user.id}.`;
  const documentation_url = `${page}#about-primary-rate-limits`;
  return { status, headers, json: { message, documentation_url, status: String(status) } };
}

/** A secondary limit applies; the primary one isn't exhausted. */
function secondaryLimited(world: GithubWorld, headers: Record<string, string>): SimResponse {
  const { rateLimitStatus: status, secondaryRetryAfterSeconds: seconds } = world.switches;
  const message = "You have exceeded a secondary rate limit. Please wait a few minutes before you try again.";
  const documentation_url = `${page}#about-secondary-rate-limits`;
  const wait = seconds === 0 ? {} : { "retry-after": String(seconds) };
  return { status, headers: { ...headers, ...wait }, json: { message, documentation_url, status: String(status) } };
}
