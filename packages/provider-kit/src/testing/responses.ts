/** Shorthands for exchange facts, for tests that script a provider's responses. */
import type { ExchangeFacts } from "../exchange.ts";
import type { ProviderRequest } from "../request.ts";
import type { Send } from "./port.ts";

/**
 * Creates a response with a JSON body, or with an empty one.
 * @param headers those that the provider reads, in lowercase.
 */
export function answered(
  status: number,
  json?: unknown,
  headers: Readonly<Record<string, string>> = {},
): ExchangeFacts {
  const text = json === undefined ? "" : JSON.stringify(json);
  return {
    kind: "answered",
    status,
    requestId: null,
    retryAfterSeconds: null,
    headers,
    body: { kind: "complete", text },
  };
}

/** Creates a response whose body isn't JSON, such as a proxy's error page. */
export function answeredText(status: number, text: string): ExchangeFacts {
  return {
    kind: "answered",
    status,
    requestId: null,
    retryAfterSeconds: null,
    headers: {},
    body: { kind: "complete", text },
  };
}

/** Creates a response whose body the transport discarded unread. */
export function answeredDiscarded(status: number): ExchangeFacts {
  return {
    kind: "answered",
    status,
    requestId: null,
    retryAfterSeconds: null,
    headers: {},
    body: { kind: "discarded" },
  };
}

/**
 * Creates a send function that returns the responses in order and records the requests. It throws RangeError for a
 * request without a scripted response.
 */
export function scriptedSend(responses: readonly ExchangeFacts[]): {
  send: Send;
  requests: readonly ProviderRequest[];
} {
  const requests: ProviderRequest[] = [];
  const send: Send = async (request) => {
    requests.push(request);
    const facts = responses[requests.length - 1];
    if (facts === undefined) throw new RangeError(`Request ${String(requests.length)} was not scripted.`);
    return facts;
  };
  return { send, requests };
}
