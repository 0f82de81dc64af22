/**
 * What really passed over HTTP: every request that a simulator in this process received, and its response, byte for
 * byte.
 */
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import type { IncomingMessage, ServerResponse } from "node:http";

/** A request as it arrived. */
export type WireRequest = {
  readonly method: string;
  /** Percent-encoded, without the query. */
  readonly path: string;
  readonly query: URLSearchParams;
  /** By lowercase name. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
};

/** A response as it left. */
export type WireResponse = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
};

export type WireExchange = { readonly request: WireRequest; readonly response: WireResponse };

/** A running recording. `exchanges` grows with each finished response. */
export type Recording = { readonly exchanges: readonly WireExchange[]; close(): void };

const started = "http.server.request.start";

/** Records all that servers of this process receive and answer, until it is closed. */
export function recordWire(): Recording {
  const exchanges: WireExchange[] = [];
  const listen = (event: unknown): void => {
    const { request, response } = event as { request: IncomingMessage; response: ServerResponse };
    const parts: Buffer[] = [];
    request.on("data", (part: Buffer) => parts.push(part));
    const end = response.end.bind(response);
    response.end = ((chunk?: string | Uint8Array) => {
      exchanges.push({
        request: { ...lineOf(request), body: Buffer.concat(parts).toString("utf8") },
        response: {
          status: response.statusCode,
          headers: textsOf(response.getHeaders()),
          body: chunk === undefined ? "" : Buffer.from(chunk as Uint8Array).toString("utf8"),
        },
      });
      return chunk === undefined ? end() : end(chunk);
    }) as typeof response.end;
  };
  subscribe(started, listen);
  return { exchanges, close: () => unsubscribe(started, listen) };
}

function lineOf({ method = "GET", url = "/", headers }: IncomingMessage): Omit<WireRequest, "body"> {
  const { pathname, searchParams } = new URL(url, "http://simulator");
  return { method, path: pathname, query: searchParams, headers: textsOf(headers) };
}

function textsOf(headers: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
}
