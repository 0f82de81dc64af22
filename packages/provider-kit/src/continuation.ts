/** Continues an event stream that ended before the JSON-RPC response in it. */
import type { ExchangeFacts } from "./exchange.ts";
import type { ProviderRequest } from "./request.ts";
import { samePath } from "./request-text.ts";
import { readRpc, type RpcReading } from "./rpc.ts";

/**
 * How often a stream is continued, and how long to wait before that: if the server doesn't say, a second, in which it
 * notices that the stream broke off.
 */
const continuationsMax = 10;
const waitMsDefault = 1000;
const waitMsMax = 5000;

/** How {@link continued} sends a read and waits. */
export type Continuation = {
  /** Sends a read once, and returns its facts. */
  send: (request: ProviderRequest) => Promise<ExchangeFacts>;
  wait: (ms: number) => Promise<void>;
  /** Whether a read after this wait would be within the call's deadline. */
  isInTime: (waitMs: number) => boolean;
};

/**
 * Continues an event stream that ended before its response, with `GET` and `Last-Event-ID`, if the server has sent an id
 * and the request lists that header among those it may have. The request itself is never sent again.
 * @returns the facts with the response, or else the first ones.
 */
export async function continued(
  request: ProviderRequest,
  facts: ExchangeFacts,
  { send, wait, isInTime }: Continuation,
): Promise<ExchangeFacts> {
  const { responseBody } = request;
  if (typeof responseBody !== "object" || !("rpcId" in responseBody) || responseBody.rpcId === null) return facts;
  let at = readingOf(facts, responseBody.rpcId);
  for (let count = 0; count < continuationsMax && at?.response === null; count += 1) {
    const { lastEventId, retryMs } = at;
    const waitMs = Math.min(retryMs ?? waitMsDefault, waitMsMax);
    if (lastEventId === null || !isInTime(waitMs)) return facts;
    if (waitMs > 0) await wait(waitMs);
    const next = await send(continuation(request, lastEventId));
    const reading = readingOf(next, responseBody.rpcId);
    if (reading !== null && reading.response !== null) return next;
    // A lost connection says nothing; a response without a stream says that there's nothing to continue.
    if (reading === null && next.kind === "answered") return facts;
    at = {
      response: null,
      lastEventId: reading?.lastEventId ?? lastEventId,
      retryMs: reading?.retryMs ?? retryMs,
    };
  }
  return facts;
}

function continuation(request: ProviderRequest, id: string): ProviderRequest {
  const { origin, headers = {}, responseBody } = request;
  return {
    method: "GET",
    ...samePath(request),
    headers: { ...headers, "last-event-id": id },
    ...(origin === undefined ? {} : { origin }),
    ...(responseBody === undefined ? {} : { responseBody }),
  };
}

/** What a success's body contains; null for anything else. */
function readingOf(facts: ExchangeFacts, id: string): RpcReading | null {
  if (facts.kind !== "answered" || facts.status < 200 || facts.status > 299) return null;
  const { body } = facts;
  if (body.kind === "complete") return readRpc(body.text, id);
  return body.kind === "unreadable" && body.partial !== undefined ? readRpc(body.partial, id) : null;
}
