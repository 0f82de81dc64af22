/** Fetches a URL for diagnosis: sends no key, doesn't retry, doesn't follow redirects. */
import { ArgumentError, ConnectionError } from "./errors.ts";
import { exchange, type ExchangeAnswer } from "./exchange.ts";
import { withinTime, type CallOptions } from "./transport.ts";

const defaultTimeoutMs = 10_000;

/**
 * Gets a URL.
 *
 * @throws ArgumentError if it isn't an http(s) URL, ConnectionError if no answer came, TimeoutError after `timeoutMs`
 * (10 000 by default), the signal's reason if aborted. They name the URL's origin and nothing else of it.
 */
export async function fetchStatus(url: string, options: CallOptions = {}): Promise<ExchangeAnswer> {
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) {
    throw new ArgumentError("INVALID_REQUEST", "This is not an http(s) URL.");
  }
  const { signal, timeoutMs = defaultTimeoutMs } = options;
  const { origin } = new URL(url);
  return await withinTime({ signal, timeoutMs, key: null, origin }, async (limit) => {
    try {
      return await exchange({ method: "GET", url, headers: { accept: "*/*" }, body: null, signal: limit });
    } catch (error) {
      throw new ConnectionError(null, origin, error);
    }
  });
}
