/** Sends requests. It repeats a request only after a transport failure, only with the same key and body, and no other. */
import {
  ApiError,
  apiErrorOf,
  ArgumentError,
  ConnectionError,
  problemFacts,
  TimeoutError,
  UnexpectedAnswerError,
} from "./errors.ts";
import type { ExchangeAnswer } from "./exchange.ts";
import type { SdkPlatform } from "./platform.ts";

/** Options of every call. */
export type CallOptions = {
  /** Ends the call; what was sent may still take effect. */
  signal?: AbortSignal;
  /** The whole call with its repeats, in milliseconds; the client's default is 60 000. */
  timeoutMs?: number;
};

/** Options of calls that take an idempotency key. Persist the key before the first call. */
export type KeyedOptions = CallOptions & {
  /** Sent as `Idempotency-Key`: 1 to 255 visible ASCII characters. */
  idempotencyKey?: string;
};

/** One request. */
export type ApiRequest = {
  method: "GET" | "POST" | "PATCH" | "DELETE";
  path: string;
  query?: Readonly<Record<string, string | number | boolean | undefined>> | undefined;
  body?: unknown;
  idempotencyKey?: string | undefined;
  /** Public: the service key is not sent. */
  anonymous?: boolean;
  options?: CallOptions | undefined;
};

/** An answer of the service; `body` is undefined for a 204 and a JSON object otherwise. */
export type ApiAnswer = { status: number; body: unknown; replayed: boolean };

/** The transport of one client. */
export type Transport = { send(request: ApiRequest): Promise<ApiAnswer> };

/** What a transport is made of; `accessToken` is sent as the bearer and appears in no error. */
export type TransportSettings = {
  baseUrl: string;
  accessToken: string | null;
  timeoutMs: number;
  userAgent: string;
  platform: SdkPlatform;
};

/** Repeats after a transport failure at most, and the wait before the first of them, which doubles. */
const repeatsMax = 2;
const firstWaitMs = 200;
/** The longest delay that timers hold. */
const timeoutMsMax = 2 ** 31 - 1;

/** Makes a transport. */
export function createTransport(settings: TransportSettings): Transport {
  return {
    async send(request) {
      const { signal, timeoutMs = settings.timeoutMs } = request.options ?? {};
      const key = keyOf(request);
      // The body is made into text once, so that a repeat cannot differ from the first sending.
      const body = request.body === undefined ? null : JSON.stringify(request.body);
      const deadline = settings.platform.nowMs() + timeoutMs;
      return await withinTime({ signal, timeoutMs, key }, (limit) =>
        sendRepeating(settings, { request, key, body, signal: limit }, deadline),
      );
    },
  };
}

/**
 * Runs something under a caller's signal and a time limit.
 *
 * @throws ArgumentError for a limit that no timer holds; TimeoutError when it passed; the signal's reason when aborted.
 */
export async function withinTime<Result>(
  limits: { signal: AbortSignal | undefined; timeoutMs: number; key: string | null },
  run: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const { signal, timeoutMs, key } = limits;
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
    // An answer that was there first stays the truth.
    if (error instanceof ApiError || error instanceof UnexpectedAnswerError) throw error;
    signal?.throwIfAborted();
    throw controller.signal.aborted ? new TimeoutError(key) : error;
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", stop);
  }
}

/** What is sent, the same at every repeat. */
type Sending = { request: ApiRequest; key: string | null; body: string | null; signal: AbortSignal };

async function sendRepeating(settings: TransportSettings, sending: Sending, deadline: number): Promise<ApiAnswer> {
  const { platform } = settings;
  const { request, key, signal } = sending;
  const repeatable = request.method === "GET" || key !== null;
  for (let repeats = 0; ;) {
    try {
      return await sendOnce(settings, sending);
    } catch (error) {
      if (error instanceof ConnectionError && repeatable && repeats < repeatsMax && !signal.aborted) {
        await platform.sleep(firstWaitMs * 2 ** repeats, signal);
        repeats += 1;
        continue;
      }
      // The first sending may still be running: its own answer is waited for, by the same key.
      if (repeats > 0 && error instanceof ApiError && error.code === "IDEMPOTENCY_KEY_IN_PROGRESS") {
        const waitMs = Math.max((error.retryAfterSeconds ?? 1) * 1000, firstWaitMs);
        if (platform.nowMs() + waitMs < deadline) {
          await platform.sleep(waitMs, signal);
          continue;
        }
      }
      throw error;
    }
  }
}

async function sendOnce(settings: TransportSettings, sending: Sending): Promise<ApiAnswer> {
  const { request, key } = sending;
  const answer = await exchangeOnce(settings, sending);
  const { status, text } = answer;
  const body = parse(text);
  if (status >= 200 && status < 300) {
    // A success that is no object did not come from the service, so nothing of it may be believed.
    const empty = status === 204 && text === "";
    if (!empty && (typeof body !== "object" || body === null)) throw new UnexpectedAnswerError(status, key);
    return { status, body, replayed: answer.header("idempotent-replayed") === "true" };
  }
  const write = key !== null && request.path.endsWith(":execute");
  throw apiErrorOf(problemFacts(status, body, answer.header), write ? key : null);
}

async function exchangeOnce(settings: TransportSettings, sending: Sending): Promise<ExchangeAnswer> {
  const { request, key, body, signal } = sending;
  const headers: Record<string, string> = { accept: "application/json", "user-agent": settings.userAgent };
  if (request.anonymous !== true && settings.accessToken !== null) {
    headers["authorization"] = `Bearer ${settings.accessToken}`;
  }
  if (body !== null) headers["content-type"] = "application/json";
  if (key !== null) headers["idempotency-key"] = key;
  const url = urlOf(settings.baseUrl, request);
  try {
    return await settings.platform.exchange({ method: request.method, url, headers, body, signal });
  } catch {
    // Runtimes quote header values in these errors, so the original goes no further.
    throw new ConnectionError(key);
  }
}

/** A key that a header would change (outer spaces are trimmed) must not be sent: it would be another key. */
function keyOf(request: ApiRequest): string | null {
  const key = request.idempotencyKey;
  if (key === undefined) return null;
  if (/^[\u0021-\u007e]{1,255}$/.test(key)) return key;
  throw new ArgumentError(
    "IDEMPOTENCY_KEY_INVALID",
    "An idempotency key has 1 to 255 visible ASCII characters and no spaces. Nothing was sent.",
  );
}

function urlOf(baseUrl: string, request: ApiRequest): string {
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
