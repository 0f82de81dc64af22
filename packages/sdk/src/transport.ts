/** Sends requests. Retries only GETs and requests with a key, with the same key and body. */
import {
  ApiError,
  createApiError,
  ArgumentError,
  ConnectionError,
  TimeoutError,
  UnexpectedResponseError,
} from "./errors.ts";
import type { ExchangeResponse } from "./exchange.ts";
import type { SdkPlatform } from "./platform.ts";
import { parseProblem } from "./problem.ts";
import { lastError, retryAfter, untried } from "./retries.ts";

/** How long a call may take, and a signal that ends it. */
export type CallOptions = {
  /** Aborts the call; a request that was already sent may still take effect. */
  signal?: AbortSignal;
  /** Time limit for the call including retries, in milliseconds; default from the client, 60 000. */
  timeoutMs?: number;
};

/** Options for calls that accept an idempotency key. Persist the key before the first call. */
export type KeyedOptions = CallOptions & {
  /** Sent as `Idempotency-Key`: 1 to 255 visible ASCII characters. */
  idempotencyKey?: string;
};

/** What a call sends, without the access token. */
export type ApiRequest = {
  method: "GET" | "POST" | "PATCH" | "DELETE";
  path: string;
  query?: Readonly<Record<string, string | number | boolean | undefined>> | undefined;
  body?: unknown;
  idempotencyKey?: string | undefined;
  /** For public endpoints: the service key isn't sent. */
  anonymous?: boolean;
  options?: CallOptions | undefined;
};

/** A response from svc; `body` is undefined for a 204 and a JSON object otherwise. */
export type ApiResponse = { status: number; body: unknown; replayed: boolean };

/** The transport of one client. */
export type Transport = { send(request: ApiRequest): Promise<ApiResponse> };

/** Settings of a transport. `token` is sent as the bearer token and never appears in an error. */
export type TransportSettings = {
  baseUrl: string;
  token: string | null;
  timeoutMs: number;
  maxRetries: number;
  userAgent: string;
  platform: SdkPlatform;
};

/** The longest delay that a timer supports. */
const timeoutMsMax = 2 ** 31 - 1;

/** Creates the function that sends requests with the token, and repeats those that can't act twice. */
export function createTransport(settings: TransportSettings): Transport {
  return {
    async send(request) {
      const { signal, timeoutMs = settings.timeoutMs } = request.options ?? {};
      const key = checkedKey(request);
      // Serialized once, so that a retry can't differ from the first attempt.
      const body = request.body === undefined ? null : JSON.stringify(request.body);
      const deadline = settings.platform.nowMs() + timeoutMs;
      const { origin } = new URL(settings.baseUrl);
      return await withinTime({ signal, timeoutMs, key, origin }, (limit) =>
        sendWithRetries(settings, { request, key, body, signal: limit }, deadline),
      );
    },
  };
}

/**
 * Runs a function under the given signal and a time limit.
 *
 * @throws ArgumentError if the limit is too long for a timer; TimeoutError if it passed; the signal's reason if
 * aborted.
 */
export async function withinTime<Result>(
  limits: { signal: AbortSignal | undefined; timeoutMs: number; key: string | null; origin: string },
  run: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const { signal, timeoutMs, key, origin } = limits;
  if (!(timeoutMs > 0 && timeoutMs <= timeoutMsMax)) {
    throw new ArgumentError("INVALID_REQUEST", `timeoutMs must be above 0 and at most ${timeoutMsMax}.`);
  }
  signal?.throwIfAborted();
  const controller = new AbortController();
  const stop = (): void => controller.abort();
  const timer = setTimeout(stop, timeoutMs);
  signal?.addEventListener("abort", stop, { once: true });
  try {
    return await run(controller.signal);
  } catch (error) {
    // A response that arrived before the limit is kept.
    if (error instanceof ApiError || error instanceof UnexpectedResponseError) throw error;
    signal?.throwIfAborted();
    throw controller.signal.aborted ? new TimeoutError(key, origin, timeoutMs) : error;
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", stop);
  }
}

/** A request as sent, identical on every retry. */
type Attempt = { request: ApiRequest; key: string | null; body: string | null; signal: AbortSignal };

async function sendWithRetries(settings: TransportSettings, attempt: Attempt, deadline: number): Promise<ApiResponse> {
  const { platform } = settings;
  const { request, key, signal } = attempt;
  const mayRetry = request.method === "GET" || key !== null;
  const { origin } = new URL(settings.baseUrl);
  for (let tried = untried; ;) {
    try {
      return await sendOnce(settings, attempt);
    } catch (error) {
      const retry = mayRetry && !signal.aborted ? retryAfter(error, tried, settings.maxRetries) : null;
      // A response is better than a wait that can't end in time.
      const isTooLate = retry !== null && error instanceof ApiError && platform.nowMs() + retry.waitMs >= deadline;
      if (retry === null || isTooLate) throw lastError(error, tried, key, origin);
      await platform.sleep(retry.waitMs, signal);
      tried = retry.tried;
    }
  }
}

async function sendOnce(settings: TransportSettings, attempt: Attempt): Promise<ApiResponse> {
  const { request, key } = attempt;
  const response = await exchangeOnce(settings, attempt);
  const { status, text } = response;
  const body = parse(text);
  if (status >= 200 && status < 300) {
    // svc sends only objects, so no other kind of body can be trusted.
    const isEmpty = status === 204 && text === "";
    if (!isEmpty && (typeof body !== "object" || body === null || Array.isArray(body)))
      throw new UnexpectedResponseError(status, key, new URL(settings.baseUrl).origin);
    return { status, body, replayed: response.header("idempotent-replayed") === "true" };
  }
  const isWrite = key !== null && request.path.endsWith(":execute");
  throw createApiError(parseProblem(status, body, response.header), isWrite ? key : null);
}

async function exchangeOnce(settings: TransportSettings, attempt: Attempt): Promise<ExchangeResponse> {
  const { request, key, body, signal } = attempt;
  const headers: Record<string, string> = { accept: "application/json", "user-agent": settings.userAgent };
  if (request.anonymous !== true && settings.token !== null) {
    headers["authorization"] = `Bearer ${settings.token}`;
  }
  if (body !== null) headers["content-type"] = "application/json";
  if (key !== null) headers["idempotency-key"] = key;
  const url = buildUrl(settings.baseUrl, request);
  try {
    return await settings.platform.exchange({ method: request.method, url, headers, body, signal });
  } catch (error) {
    // Runtimes quote header values in these errors, so don't pass on the original.
    throw new ConnectionError(key, new URL(settings.baseUrl).origin, error);
  }
}

/** Rejects keys that a header would change (outer spaces are trimmed): the server would see a different key. */
function checkedKey(request: ApiRequest): string | null {
  const key = request.idempotencyKey;
  if (key === undefined) return null;
  if (/^[\u0021-\u007e]{1,255}$/.test(key)) return key;
  throw new ArgumentError(
    "IDEMPOTENCY_KEY_INVALID",
    "An idempotency key must be 1 to 255 visible ASCII characters without spaces. Nothing was sent.",
  );
}

function buildUrl(baseUrl: string, request: ApiRequest): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(request.query ?? {})) {
    if (value !== undefined) query.set(name, String(value));
  }
  const search = query.toString();
  return baseUrl + request.path + (search === "" ? "" : `?${search}`);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
