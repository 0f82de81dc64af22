/** Which requests are sent again, and how long the SDK waits before that. */
import { ApiError, ConnectionError, SvcError } from "./errors.ts";

/** How often a request is sent again at most, if the client's settings don't say. */
export const defaultMaxRetries = 2;
const maxRetriesMax = 10;
/** The least wait before the first retry, which doubles. */
const firstWaitMs = 200;
/** How long a call waits for 503s in all. The caller learns of a longer one at once: a person may be waiting. */
const unavailableWaitMsMax = 5000;

/** What has happened to a request so far. */
export type Tried = {
  retries: number;
  /** The last attempt that got no response: it may have taken effect, or still be running. */
  lost: ConnectionError | null;
  /** How long the call has waited because of 503s. */
  unavailableWaitMs: number;
};

/** A request that wasn't sent again yet. */
export const untried: Tried = { retries: 0, lost: null, unavailableWaitMs: 0 };

/** A decision to send a request again. */
export type Retry = { waitMs: number; tried: Tried };

/** @throws SvcError if it isn't an integer from 0 to 10. */
export function checkedMaxRetries(maxRetries: number = defaultMaxRetries): number {
  if (Number.isInteger(maxRetries) && maxRetries >= 0 && maxRetries <= maxRetriesMax) return maxRetries;
  throw new SvcError(`maxRetries must be an integer from 0 to ${maxRetriesMax}.`);
}

/** Decides what follows an error, for a request that can't act twice. Returns null if the caller gets the error. */
export function retryAfter(error: unknown, tried: Tried, maxRetries: number): Retry | null {
  const retries = tried.retries + 1;
  const leastMs = firstWaitMs * 2 ** tried.retries;
  if (error instanceof ConnectionError) {
    return retries > maxRetries ? null : { waitMs: leastMs, tried: { ...tried, retries, lost: error } };
  }
  if (!(error instanceof ApiError)) return null;
  // The lost attempt may still be running, so wait for its response with the same key.
  if (tried.lost !== null && error.code === "IDEMPOTENCY_KEY_IN_PROGRESS") {
    return { waitMs: Math.max((error.retryAfterSeconds ?? 1) * 1000, firstWaitMs), tried };
  }
  // svc says so only if nothing took effect.
  const isUnavailable = error.status === 503 && error.retryable && error.retryAfterSeconds !== null;
  if (!isUnavailable || retries > maxRetries) return null;
  const waitMs = Math.max(error.retryAfterSeconds * 1000, leastMs);
  const unavailableWaitMs = tried.unavailableWaitMs + waitMs;
  return unavailableWaitMs > unavailableWaitMsMax ? null : { waitMs, tried: { ...tried, retries, unavailableWaitMs } };
}

/**
 * Returns the error that the caller gets. svc can answer 429 and 503 before it looks up the key, so such a refusal of a
 * retry doesn't say whether an earlier attempt took effect; one with an execution's id does.
 *
 * @param key the write's key; null for a read. @param origin the server's.
 */
export function lastError(error: unknown, { lost }: Tried, key: string | null, origin: string): unknown {
  if (lost === null || key === null || !(error instanceof ApiError)) return error;
  const isBlind = (error.status === 429 || error.status === 503) && error.executionId === null;
  return isBlind ? new ConnectionError(key, origin, { code: lost.reason }, error) : error;
}
