/**
 * One request, one answer: the SDK's only place that opens sockets. On Node it is `node:http`, because Node's `fetch`
 * sends a request a second time on 421 and cannot be told not to; other runtimes have `fetch` alone.
 */
import type * as http from "node:http";

/** What goes out. */
export type ExchangeRequest = {
  method: string;
  url: string;
  headers: Readonly<Record<string, string>>;
  body: string | null;
  signal: AbortSignal;
};

/** What came back, whole. A redirect is an answer like any other: it is not followed. */
export type ExchangeAnswer = {
  status: number;
  text: string;
  /** A header's value by its lower-case name, or null. */
  header: (name: string) => string | null;
};

/** Sends once. Rejects when no whole answer came; what it rejects with may quote headers and goes no further. */
export type Exchange = (request: ExchangeRequest) => Promise<ExchangeAnswer>;

/** The exchange of the runtime that this runs on. */
export const exchange: Exchange = (request) => {
  const node = nodeModule(new URL(request.url).protocol);
  return node === null ? exchangeByFetch(request) : exchangeByNode(node, request);
};

/** @param send the runtime's own `fetch`, or one that stands in for it. */
export async function exchangeByFetch(request: ExchangeRequest, send = globalThis.fetch): Promise<ExchangeAnswer> {
  const response = await send(request.url, {
    method: request.method,
    headers: request.headers,
    body: request.body,
    // "error" is not known to every edge runtime, and would look like a connection that broke.
    redirect: "manual",
    signal: request.signal,
  });
  // Some runtimes hide a redirect behind status 0.
  const status = response.type === "opaqueredirect" ? 302 : response.status;
  return { status, text: await response.text(), header: (name) => response.headers.get(name) };
}

function exchangeByNode(node: typeof http, request: ExchangeRequest): Promise<ExchangeAnswer> {
  const { method, url, headers, body, signal } = request;
  return new Promise((resolve, reject) => {
    const outgoing = node.request(url, { method, headers, signal }, (incoming) => {
      let text = "";
      incoming.setEncoding("utf8");
      incoming.on("data", (chunk: string) => (text += chunk));
      // A connection that ends inside the body is an error of the stream.
      incoming.on("error", reject);
      incoming.on("end", () => {
        const header = (name: string): string | null => {
          const value = incoming.headers[name];
          return (Array.isArray(value) ? value.join(", ") : value) ?? null;
        };
        resolve({ status: incoming.statusCode ?? 0, text, header });
      });
    });
    outgoing.on("error", reject);
    if (body === null) outgoing.end();
    else outgoing.end(body);
  });
}

/** `node:http` or `node:https` on Node, null elsewhere. No import, which bundlers for other runtimes would follow. */
function nodeModule(protocol: string): typeof http | null {
  const { process } = globalThis as { process?: NodeJS.Process };
  if (process?.versions?.node === undefined || process.versions["bun"] !== undefined || "Deno" in globalThis)
    return null;
  const name = protocol === "https:" ? "node:https" : "node:http";
  return (process.getBuiltinModule(name) as typeof http | undefined) ?? null;
}
