/** Single requests to URLs outside the API: they carry no key, aren't retried, and follow no redirect. */
import { ArgumentError, ConnectionError } from "./errors.ts";
import { exchange, type ExchangeResponse, type ExchangeRequest } from "./exchange.ts";
import { withinTime, type CallOptions } from "./transport.ts";

const defaultTimeoutMs = 10_000;

/**
 * Gets a URL.
 *
 * @throws ArgumentError if it isn't an http(s) URL, ConnectionError if no response arrived, TimeoutError after
 * `timeoutMs` (10 000 by default), the signal's reason if aborted. They name the URL's origin and no other part of it.
 */
export async function fetchStatus(url: string, options: CallOptions = {}): Promise<ExchangeResponse> {
  return await requestOnce({ method: "GET", url, headers: { accept: "*/*" }, body: null }, options);
}

/** Posts a body to a URL. @throws like `fetchStatus`. */
export async function postOnce(
  url: string,
  message: { headers: Readonly<Record<string, string>>; body: string },
  options: CallOptions = {},
): Promise<ExchangeResponse> {
  return await requestOnce({ method: "POST", url, ...message }, options);
}

async function requestOnce(request: Omit<ExchangeRequest, "signal">, options: CallOptions): Promise<ExchangeResponse> {
  const { url } = request;
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) {
    throw new ArgumentError("INVALID_REQUEST", "This is not an http(s) URL.");
  }
  const { signal, timeoutMs = defaultTimeoutMs } = options;
  const { origin } = new URL(url);
  return await withinTime({ signal, timeoutMs, key: null, origin }, async (limit) => {
    try {
      return await exchange({ ...request, signal: limit });
    } catch (error) {
      throw new ConnectionError(null, origin, error);
    }
  });
}
