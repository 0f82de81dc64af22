/**
 * One request, one response. This is the only file in the SDK that opens sockets. On Node it uses `node:http`, because
 * Node's `fetch` sends a request a second time after a 421 and can't be told not to. Other runtimes only have `fetch`.
 */
import type * as http from "node:http";

/** A request to send. */
export type ExchangeRequest = {
  method: string;
  url: string;
  headers: Readonly<Record<string, string>>;
  body: string | null;
  signal: AbortSignal;
};

/** A complete response. Redirects are returned, not followed. */
export type ExchangeResponse = {
  status: number;
  text: string;
  /** Returns a header's value by its lowercase name, or null. */
  header: (name: string) => string | null;
};

/** Sends once. Rejects if no complete response arrived. The rejection may quote headers, so don't pass it on. */
export type Exchange = (request: ExchangeRequest) => Promise<ExchangeResponse>;

/** The exchange for the current runtime. */
export const exchange: Exchange = (request) => {
  const node = nodeModule(new URL(request.url).protocol);
  return node === null ? exchangeWithFetch(request) : exchangeWithNode(node, request);
};

/** @param send the runtime's `fetch`, or a replacement. */
export async function exchangeWithFetch(request: ExchangeRequest, send = globalThis.fetch): Promise<ExchangeResponse> {
  const response = await send(request.url, {
    method: request.method,
    headers: request.headers,
    body: request.body,
    // Some edge runtimes don't support "error" and would fail as if the connection had broken.
    redirect: "manual",
    signal: request.signal,
  });
  // Some runtimes report a redirect as status 0.
  const status = response.type === "opaqueredirect" ? 302 : response.status;
  return { status, text: await response.text(), header: (name) => response.headers.get(name) };
}

function exchangeWithNode(node: typeof http, request: ExchangeRequest): Promise<ExchangeResponse> {
  const { method, url, headers, body, signal } = request;
  return new Promise((resolve, reject) => {
    const outgoing = node.request(url, { method, headers, signal }, (incoming) => {
      let text = "";
      incoming.setEncoding("utf8");
      incoming.on("data", (chunk: string) => (text += chunk));
      // A connection that closes inside the body is reported as an error of the stream.
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

/**
 * Returns `node:http` or `node:https` on Node, else null. Not an import: bundlers for other runtimes would follow it.
 */
function nodeModule(protocol: string): typeof http | null {
  const { process } = globalThis as { process?: NodeJS.Process };
  if (process?.versions?.node === undefined || process.versions["bun"] !== undefined || "Deno" in globalThis)
    return null;
  const name = protocol === "https:" ? "node:https" : "node:http";
  return (process.getBuiltinModule(name) as typeof http | undefined) ?? null;
}
