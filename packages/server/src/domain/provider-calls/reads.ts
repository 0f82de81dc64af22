/** Sends a read, and decides when to repeat it. */
import {
  judgeRead,
  type ResponseContext,
  type BodyRules,
  type Provider,
  type ProviderResponse,
  type ProviderRequest,
  type ReadVerdict,
  type Refusal,
} from "@svc/provider-kit";
import type { Platform } from "../../platform.ts";
import type { ProviderChannel } from "./port.ts";

/** Limits for retrying a read within its deadline. */
export type ReadRetryLimits = {
  attemptsMax: number;
  backoffBaseMs: number;
  /** The longest `Retry-After` to wait for within a call. */
  retryAfterMsMax: number;
};

/** Defaults: three attempts, 150 ms doubling with jitter, and no `Retry-After` beyond five seconds. */
export const readRetryDefaults: ReadRetryLimits = { attemptsMax: 3, backoffBaseMs: 150, retryAfterMsMax: 5000 };

export type ReadOptions = {
  platform: Platform;
  provider: Pick<Provider, "limitStatuses">;
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
    const verdict = judgeRead(await channel.send(request, { isRead: true }), accept, rules);
    const waitMs = waitBeforeRepeat(verdict, attempt, retry, platform.jitter(), limitOf(verdict, options));
    if (waitMs === null || platform.monotonicMs() + waitMs >= deadlineMs) return verdict;
    await new Promise((resolve) => setTimeout(resolve, waitMs));
  }
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
