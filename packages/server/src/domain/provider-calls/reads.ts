/** Sends reads, and decides when to repeat one. Those for looks and previews are limited in number and time. */
import {
  type BodyRules,
  continued,
  type ExchangeFacts,
  judgeRead,
  type Provider,
  ProviderFailure,
  type ProviderRequest,
  type ProviderResponse,
  type ReadPort,
  type ReadVerdict,
  type Refusal,
  type ResponseContext,
} from "@svc/provider-kit";
import type { Platform } from "../../platform.ts";
import { NotDispatched, type ProviderChannel } from "./port.ts";

/** Limits for retrying a read within its deadline. */
export type ReadRetryLimits = {
  attemptsMax: number;
  backoffBaseMs: number;
  /** The longest `Retry-After` to wait for within a call. */
  retryAfterMsMax: number;
};

/** Defaults: three attempts, 150 ms doubling with jitter, and no `Retry-After` beyond five seconds. */
export const readRetryDefaults: ReadRetryLimits = { attemptsMax: 3, backoffBaseMs: 150, retryAfterMsMax: 5000 };

type ReadOptions = {
  platform: Platform;
  provider: Pick<Provider, "limitStatuses" | "requestHeaders">;
  retry: ReadRetryLimits;
  /** Deadline of the entire call on the monotonic clock. */
  deadlineMs: number;
  accept: readonly number[] | undefined;
  rules: BodyRules;
  /** Interprets a response that isn't accepted. */
  refusalOf: (response: ProviderResponse) => Refusal;
};

/** Returns the rules for reading and judging the body of a response to this request. */
export function bodyRules({ judge }: Provider, { responseBody }: ProviderRequest, context: ResponseContext): BodyRules {
  return judge === undefined ? { responseBody } : { responseBody, judge: (response) => judge(response, context) };
}

/** Sends a read, and repeats it until it has a response, may not be repeated, or reaches its deadline. */
export async function readWithin(
  channel: ProviderChannel,
  request: ProviderRequest,
  options: ReadOptions,
): Promise<ReadVerdict> {
  const { platform, retry, deadlineMs, accept, rules } = options;
  for (let attempt = 1; ; attempt += 1) {
    const facts = await continuedOn(channel, request, await channel.send(request, { isRead: true }), options);
    const verdict = judgeRead(facts, accept, rules);
    if (request.once === true) return verdict;
    const waitMs = waitBeforeRepeat(verdict, attempt, retry, platform.jitter(), limitOf(verdict, options));
    if (waitMs === null || platform.monotonicMs() + waitMs >= deadlineMs) return verdict;
    await new Promise((resolve) => setTimeout(resolve, waitMs));
  }
}

/** Continues an event stream that ended before its response, if the server lets it be continued. */
export function continuedOn(
  channel: ProviderChannel,
  request: ProviderRequest,
  facts: ExchangeFacts,
  { platform, deadlineMs, provider }: Pick<ReadOptions, "platform" | "deadlineMs" | "provider">,
): Promise<ExchangeFacts> {
  const isSettable = provider.requestHeaders?.some((name) => name.toLowerCase() === "last-event-id") === true;
  if (!isSettable) return Promise.resolve(facts);
  return continued(request, facts, {
    send: (next) => channel.send(next, { isRead: true }),
    wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    isInTime: (waitMs) => platform.monotonicMs() + waitMs < deadlineMs,
  });
}

/** A rate limit; `retryAfterSeconds` is null if it doesn't say how long it lasts. */
type Limit = { retryAfterSeconds: number | null };

/** Returns the rate limit that a response reports; null if it reports none. */
function limitOf(verdict: ReadVerdict, { provider, accept = [], refusalOf }: ReadOptions): Limit | null {
  if (verdict.kind === "failed" || verdict.kind === "not_sent") return null;
  const { response, retryAfterSeconds } = verdict;
  const { status } = response;
  if (verdict.kind === "answered" && status === 429) return { retryAfterSeconds };
  if (status !== 429 && provider.limitStatuses?.includes(status) !== true) return null;
  // The action handles an accepted response itself.
  if (verdict.kind === "answered" && (status < 300 || accept.includes(status))) return null;
  const refusal = verdict.kind === "refused" ? verdict.refusal : refusalOf(response);
  if (refusal.code !== "PROVIDER_RATE_LIMITED") return null;
  return { retryAfterSeconds: refusal.retryAfterSeconds ?? retryAfterSeconds };
}

/**
 * Decides whether to repeat a read, and after how long.
 * @param jitter a number in [0, 1). @param limit the rate limit that the response reports, if any.
 * @returns milliseconds to wait, or null to stop.
 */
export function waitBeforeRepeat(
  verdict: ReadVerdict,
  attempt: number,
  retry: ReadRetryLimits,
  jitter: number,
  limit: Limit | null,
): number | null {
  if (attempt >= retry.attemptsMax) return null;
  const backoffMs = retry.backoffBaseMs * 2 ** (attempt - 1) * (0.5 + jitter);
  if (verdict.kind === "failed" || verdict.kind === "not_sent") return verdict.repeatable ? backoffMs : null;
  if (limit === null) return null;
  if (limit.retryAfterSeconds === null) return backoffMs;
  const askedMs = limit.retryAfterSeconds * 1000;
  return askedMs > retry.retryAfterMsMax ? null : Math.max(askedMs, backoffMs);
}

/** Thrown once reading has stopped. Nothing more is read, even if the action catches this. */
class ReadsStopped extends Error {}

/**
 * A read port that counts its reads, notes a refused credential and a read that svc itself couldn't send, and reads
 * nothing more once stopped.
 */
export type BoundedReads = ReadPort & {
  state: { isUnauthorized: boolean; isUnsent: boolean; stopped: string | null };
  /** Stops reading. @returns the error to throw. */
  stop(why: string): ReadsStopped;
  /** Resolves with the reason once it is stopped. */
  stopped: Promise<string>;
};

export type ReadLimits = {
  readsMax: number;
  /** Total time for all reads, in milliseconds. */
  timeMs: number;
};

/** Twenty reads (for example, pages of a list) within ten seconds. */
export const readLimits: ReadLimits = { readsMax: 20, timeMs: 10_000 };

/** Limits a port's reads. @param what the reader's name in messages: "look" or "preview". */
export function boundReads(port: ReadPort, readsMax: number, what: string): BoundedReads {
  const state: BoundedReads["state"] = { isUnauthorized: false, isUnsent: false, stopped: null };
  const { promise: stopped, resolve } = Promise.withResolvers<string>();
  let reads = 0;
  const stop = (why: string): ReadsStopped => {
    state.stopped ??= why;
    resolve(state.stopped);
    return new ReadsStopped(why);
  };
  return {
    state,
    stop,
    stopped,
    origin: port.origin,
    credentialKind: port.credentialKind,
    connectionFacts: port.connectionFacts,
    async read(request, options) {
      reads += 1;
      if (reads > readsMax) stop(`The ${what} needed more than ${String(readsMax)} reads.`);
      // Never settles: an action that retries failed reads would keep this process busy.
      if (state.stopped !== null) return await new Promise(() => undefined);
      try {
        return await port.read(request, options);
      } catch (error) {
        if (error instanceof NotDispatched) state.isUnsent = true;
        if (error instanceof ProviderFailure && error.refusal.code === "PROVIDER_UNAUTHORIZED") {
          state.isUnauthorized = true;
        }
        throw error;
      }
    },
  };
}

/**
 * Returns the result of `work`, or of `onStopped` if it is stopped or times out.
 * @param what see {@link boundReads}.
 */
export async function withinMs<Result>(
  ms: number,
  work: Promise<Result>,
  reads: BoundedReads,
  { what, onStopped }: { what: string; onStopped: (why: string) => Result },
): Promise<Result> {
  const timer = setTimeout(() => reads.stop(`The ${what} took too long.`), Math.max(0, ms));
  try {
    return await Promise.race([work, reads.stopped.then(onStopped)]);
  } finally {
    clearTimeout(timer);
  }
}
