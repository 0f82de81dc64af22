/** Sends requests. It repeats a request only after a transport failure, only with the same key and body, and no other. */
import { ApiError, apiErrorOf, ConnectionError, problemFacts, TimeoutError } from "./errors.ts";
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
  /** Sent as `Idempotency-Key`. */
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

/** An answer of the service. */
export type ApiAnswer = { status: number; body: unknown; headers: Headers; replayed: boolean };

/** The transport of one client. */
export type Transport = { send(request: ApiRequest): Promise<ApiAnswer> };

/** Repeats after a transport failure at most, and the wait before the first of them, which doubles. */
const repeatsMax = 2;
const firstWaitMs = 200;

/** @param settings.accessToken is sent as the bearer and appears in no error. */
export function createTransport(settings: {
  baseUrl: string;
  accessToken: string | null;
  timeoutMs: number;
  userAgent: string;
  platform: SdkPlatform;
}): Transport {
  return {
    async send(request) {
      const timeoutMs = request.options?.timeoutMs ?? settings.timeoutMs;
      const deadline = settings.platform.nowMs() + timeoutMs;
      const timer = AbortSignal.timeout(timeoutMs);
      const own = request.options?.signal;
      const signal = own === undefined ? timer : AbortSignal.any([own, timer]);
      const key = request.idempotencyKey ?? null;
      try {
        return await sendRepeating(settings, request, signal, deadline);
      } catch (error) {
        if (own?.aborted === true) throw own.reason as Error;
        if (timer.aborted) throw new TimeoutError(key);
        throw error;
      }
    },
  };
}

type Settings = Parameters<typeof createTransport>[0];

async function sendRepeating(
  settings: Settings,
  request: ApiRequest,
  signal: AbortSignal,
  deadline: number,
): Promise<ApiAnswer> {
  const { platform } = settings;
  const repeatable = request.method === "GET" || request.idempotencyKey !== undefined;
  for (let repeats = 0; ;) {
    try {
      return await sendOnce(settings, request, signal);
    } catch (error) {
      if (error instanceof ConnectionError && repeatable && repeats < repeatsMax && !signal.aborted) {
        await platform.sleep(firstWaitMs * 2 ** repeats, signal);
        repeats += 1;
        continue;
      }
      // The first sending may still be running: its own answer is waited for, by the same key.
      if (repeats > 0 && error instanceof ApiError && error.code === "IDEMPOTENCY_KEY_IN_PROGRESS") {
        const waitMs = (error.retryAfterSeconds ?? 1) * 1000;
        if (platform.nowMs() + waitMs < deadline) {
          await platform.sleep(waitMs, signal);
          continue;
        }
      }
      throw error;
    }
  }
}

async function sendOnce(settings: Settings, request: ApiRequest, signal: AbortSignal): Promise<ApiAnswer> {
  const { status, text, headers } = await exchange(settings, request, signal);
  const body = parse(text);
  if (status >= 200 && status < 300) {
    // A success that is not JSON did not come from the service, so nothing of it may be believed.
    if (text !== "" && body === undefined) throw new ConnectionError(request.idempotencyKey ?? null);
    return { status, body, headers, replayed: headers.get("idempotent-replayed") === "true" };
  }
  const write = request.idempotencyKey !== undefined && request.path.endsWith(":execute");
  throw apiErrorOf(problemFacts(status, body, headers), write);
}

async function exchange(settings: Settings, request: ApiRequest, signal: AbortSignal) {
  const headers: Record<string, string> = { accept: "application/json", "user-agent": settings.userAgent };
  if (request.anonymous !== true && settings.accessToken !== null) {
    headers["authorization"] = `Bearer ${settings.accessToken}`;
  }
  if (request.body !== undefined) headers["content-type"] = "application/json";
  if (request.idempotencyKey !== undefined) headers["idempotency-key"] = request.idempotencyKey;
  try {
    const response = await settings.platform.fetch(urlOf(settings.baseUrl, request), {
      method: request.method,
      headers,
      // A redirect would carry the key elsewhere; the service never sends one here.
      redirect: "error",
      signal,
      ...(request.body === undefined ? {} : { body: JSON.stringify(request.body) }),
    });
    return { status: response.status, text: await response.text(), headers: response.headers };
  } catch {
    // Runtimes quote header values in these errors, so the original goes no further.
    throw new ConnectionError(request.idempotencyKey ?? null);
  }
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
