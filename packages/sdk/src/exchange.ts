/**
 * One request, one response. This is the only file in the SDK that opens sockets. On Node it uses `node:http`, because
 * Node's `fetch` sends a request a second time after a 421 and can't be told not to. Other runtimes only have `fetch`.
 */
import type * as http from "node:http";
import type { Socket } from "node:net";
import type * as Tls from "node:tls";
import { proxyFor } from "./proxy.ts";

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
  return node === null ? exchangeWithFetch(request) : exchangeWithNode(node, request, proxyAgent(request.url));
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

/** The last agent for a proxy, and the variable that it was created for. */
let proxied: { by: string; agent: http.Agent } | null = null;

/**
 * The agent that sends through the proxy of `HTTPS_PROXY`; undefined if the request goes directly. It only opens tunnels, so the proxy sees no request. Node's own support for these variables leaves a connection
 * open that the proxy refused to tunnel, and so keeps the program from exiting.
 */
function proxyAgent(target: string): http.Agent | undefined {
  const url = new URL(target);
  const [node, secure] = [nodeModule("http:"), nodeModule("https:")];
  if (node === null || secure === null) return undefined;
  const [tls, net] = [process.getBuiltinModule("node:tls"), process.getBuiltinModule("node:net")];
  if (tls === undefined || net === undefined) return undefined;
  const by = proxyFor(url, process.env, net);
  if (by === null) return undefined;
  if (proxied?.by === by) return proxied.agent;
  const proxy = URL.parse(by.includes("://") ? by : `http://${by}`);
  // Like Node's global agent.
  const agent = new secure.Agent({ keepAlive: true, scheduling: "lifo", timeout: 5000 });
  agent.createConnection = (options, callback) => {
    const opened = (error: Error | null, socket?: Socket): void => {
      if (error !== null || socket === undefined) callback?.(error, socket as never);
      else callback?.(null, tls.connect({ ...options, socket } as Tls.ConnectionOptions));
    };
    if (proxy === null || proxy.protocol !== "http:") {
      queueMicrotask(() => opened(fault("HTTPS_PROXY_NOT_HTTP")));
      return undefined;
    }
    openTunnel(node, proxy, options, opened);
    return undefined;
  };
  proxied = { by, agent };
  return agent;
}

/** Asks a proxy for a tunnel (RFC 9110 §9.3.6). @param done called once. */
function openTunnel(
  node: typeof http,
  proxy: URL,
  { host, port, signal }: http.ClientRequestArgs,
  done: (error: Error | null, socket?: Socket) => void,
): void {
  const authority = `${host?.includes(":") === true ? `[${host}]` : host}:${port ?? 443}`;
  const credentials = `${decodeURIComponent(proxy.username)}:${decodeURIComponent(proxy.password)}`;
  const asking = node.request({
    host: proxy.hostname.replace(/^\[|\]$/g, ""),
    port: proxy.port === "" ? 80 : proxy.port,
    method: "CONNECT",
    path: authority,
    headers: {
      host: authority,
      ...(credentials === ":" ? {} : { "proxy-authorization": `Basic ${Buffer.from(credentials).toString("base64")}` }),
    },
    agent: false,
    signal,
  });
  asking.on("error", done);
  asking.on("connect", ({ statusCode }, socket) => {
    if (statusCode === 200) {
      done(null, socket);
      return;
    }
    socket.destroy();
    done(fault(`PROXY_ANSWERED_${statusCode}`));
  });
  asking.end();
}

function fault(code: string): Error {
  return Object.assign(new Error("There is no tunnel through the proxy."), { code });
}

function exchangeWithNode(
  node: typeof http,
  request: ExchangeRequest,
  agent: http.Agent | undefined,
): Promise<ExchangeResponse> {
  const { method, url, headers, body, signal } = request;
  return new Promise((resolve, reject) => {
    const outgoing = node.request(url, { method, headers, signal, agent }, (incoming) => {
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
