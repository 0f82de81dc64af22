/**
 * Primary and secondary rate limits, and the responses about them.
 * Follows docs.github.com/en/rest/using-the-rest-api/rate-limits-for-the-rest-api.
 */
import { limitHeaders, RateLimits } from "@svc/simulator";
import type { SimResponse } from "@svc/simulator";
import type { Switches } from "./switches.ts";

const page = "https://docs.github.com/rest/using-the-rest-api/rate-limits-for-the-rest-api";

type Limits = RateLimits<"core" | "search" | "content", Switches>;

/** All counts. A caller is a user ("user 1"), whatever the app. `content` is a secondary limit. */
export function githubLimits(): Limits {
  return new RateLimits({
    core: { limit: ({ corePerWindow }) => corePerWindow, windowMs: () => 3_600_000 },
    search: { limit: ({ searchPerWindow }) => searchPerWindow, windowMs: () => 60_000 },
    content: { limit: ({ contentPerMinute }) => contentPerMinute, windowMs: () => 60_000, window: "sliding" },
  });
}

/** Responds within the limits, and counts the response against the primary one unless it's a 304. */
export function limited(
  {
    world,
    userId,
    nowMs,
  }: {
    readonly world: { readonly limits: Limits; readonly switches: Switches };
    readonly userId: number;
    readonly nowMs: number;
  },
  { resource, createsContent }: { readonly resource: "core" | "search"; readonly createsContent: boolean },
  run: () => SimResponse,
): SimResponse {
  const { limits, switches } = world;
  const key = `user ${userId}`;
  const shown = () => {
    const window = limits.window(key, resource, nowMs, switches);
    const own = { "x-ratelimit-used": String(window.used), "x-ratelimit-resource": resource };
    return { ...limitHeaders(window, nowMs), ...own };
  };
  const refusal = (message: string, about: string, more: Readonly<Record<string, string>> = {}): SimResponse => {
    const status = switches.rateLimitStatus;
    const json = { message, documentation_url: `${page}#about-${about}-rate-limits`, status: String(status) };
    return { status, headers: { ...shown(), ...more }, json };
  };
  const { limit, used } = limits.window(key, resource, nowMs, switches);
  // `x-ratelimit-remaining` is 0, and there is no `retry-after`.
  if (used >= limit) return refusal(`API rate limit exceeded for user ID ${userId}.`, "primary");
  if (limits.isBlocked(key, nowMs) || (createsContent && !limits.take(key, "content", nowMs, switches))) {
    const message = "You have exceeded a secondary rate limit. Please wait a few minutes before you try again.";
    return refusal(message, "secondary", { "retry-after": "60" });
  }
  const response = run();
  if (response.status !== 304) limits.take(key, resource, nowMs, switches);
  return { ...response, headers: { ...shown(), ...response.headers } };
}
