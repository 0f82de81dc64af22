/** Answers about rate limits. Follows docs.github.com/en/rest/using-the-rest-api/rate-limits-for-the-rest-api. */
import type { SimAnswer } from "@svc/simulator";
import type { Caller } from "./access.ts";
import type { Resource } from "./rate-limits.ts";
import type { GithubWorld } from "./world.ts";

const page = "https://docs.github.com/rest/using-the-rest-api/rate-limits-for-the-rest-api";

/** The current headers for the primary limit. */
export function limitHeaders(
  world: GithubWorld,
  key: string,
  resource: Resource,
  nowMs: number,
): Record<string, string> {
  const { limit, used, resetAtMs } = world.limits.window(key, resource, nowMs, world.switches);
  return {
    "x-ratelimit-limit": String(limit),
    "x-ratelimit-remaining": String(Math.max(0, limit - used)),
    "x-ratelimit-used": String(used),
    "x-ratelimit-reset": String(resetAtMs / 1000),
    "x-ratelimit-resource": resource,
  };
}

/** The primary limit is used up: `x-ratelimit-remaining` is 0, and there is no `retry-after`. */
export function rateLimited(world: GithubWorld, caller: Caller | null, headers: Record<string, string>): SimAnswer {
  const status = world.switches.rateLimitStatus;
  const message =
    caller === null
      ? "API rate limit exceeded for 127.0.0.1. (But here's the good news: Authenticated requests get a higher rate limit. Check out the documentation for more details.)"
      : `API rate limit exceeded for user ID ${caller.user.id}.`;
  const documentation_url = `${page}#about-primary-rate-limits`;
  return { status, headers, json: { message, documentation_url, status: String(status) } };
}

/** A secondary limit applies; the primary one isn't used up. */
export function secondaryLimited(world: GithubWorld, headers: Record<string, string>): SimAnswer {
  const { rateLimitStatus: status, secondaryRetryAfterSeconds: seconds } = world.switches;
  const message = "You have exceeded a secondary rate limit. Please wait a few minutes before you try again.";
  const documentation_url = `${page}#about-secondary-rate-limits`;
  const wait = seconds === 0 ? {} : { "retry-after": String(seconds) };
  return { status, headers: { ...headers, ...wait }, json: { message, documentation_url, status: String(status) } };
}
