/**
 * Distinguishes rate limits from refusals. Both are 403 or 429:
 * https://docs.github.com/rest/using-the-rest-api/rate-limits-for-the-rest-api#exceeding-the-rate-limit
 */
import type { ProviderResponse } from "@svc/provider-kit";
import { isRecord } from "@svc/provider-kit/shape";

/** The wait if GitHub doesn't say how long: "wait for at least one minute". */
const waitSecondsDefault = 60;

/** The window of the primary limit is an hour, so no wait is longer. */
const waitSecondsMax = 3600;

/** Matches only the start of the message, because the rest may be anything. */
const secondaryLimit = /^you have exceeded a secondary rate limit\b/i;
const primaryLimit = /^api rate limit exceeded\b/i;

/** @returns how long to wait, in seconds, if a limit has been reached; otherwise null. */
export function limitSeconds({ status, headers, body }: ProviderResponse): number | null {
  if (status !== 403 && status !== 429) return null;
  const retryAfter = secondsIn(headers["retry-after"]);
  if (retryAfter !== null) return bounded(retryAfter);
  if (headers["x-ratelimit-remaining"] === "0") return untilReset(headers);
  const message = isRecord(body) && typeof body["message"] === "string" ? body["message"] : "";
  const limited = status === 429 || secondaryLimit.test(message) || primaryLimit.test(message);
  return limited ? waitSecondsDefault : null;
}

/** Both times are GitHub's, so the local clock doesn't matter. */
function untilReset(headers: ProviderResponse["headers"]): number {
  const reset = secondsIn(headers["x-ratelimit-reset"]);
  const nowMs = Date.parse(headers["date"] ?? "");
  if (reset === null || Number.isNaN(nowMs)) return waitSecondsDefault;
  return bounded(Math.ceil(reset - nowMs / 1000));
}

function secondsIn(value: string | undefined): number | null {
  return value !== undefined && /^[0-9]{1,12}$/.test(value) ? Number(value) : null;
}

function bounded(seconds: number): number {
  return Math.min(Math.max(seconds, 1), waitSecondsMax);
}
