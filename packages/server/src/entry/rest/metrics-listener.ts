/**
 * The listener for `/metrics` and detailed readiness. It requires no key, so only the operator's machines should reach
 * it.
 */
import { createServer } from "node:http";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { serverTimes, type ConnectionGuard } from "./connections.ts";
import type { Readiness } from "./readiness.ts";
import { inSlices } from "./unread.ts";

/** The pages that the listener serves. */
export type MetricsPages = {
  /** All metrics, in the text format that `contentType` names. */
  text(): Promise<string>;
  contentType: string;
  sandbox: boolean;
  readiness: Readiness;
};

/** The listener. `close` also closes open connections. */
export type MetricsListener = {
  listen(address: { host: string; port: number }): Promise<string>;
  close(): Promise<void>;
};

/**
 * Creates the listener without listening. @param connections bounds its waiting connections together with those of the
 * other listeners.
 */
export function createMetricsListener(pages: MetricsPages, connections: ConnectionGuard): MetricsListener {
  const server = createServer(serverTimes, (request, response) => {
    connections.inTurn(response, () => void respond(pages, connections, request, response));
  });
  connections.watch(server);
  // No request here has a body, so none is requested.
  server.on("checkContinue", (request, response) => server.emit("request", request, response));
  return {
    listen: ({ host, port }) => listening(server, host, port),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function listening(server: Server, host: string, port: number): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => {
      server.off("error", reject);
      const address = server.address();
      const at = typeof address === "object" && address !== null ? address.port : port;
      resolve(`http://${host.includes(":") ? `[${host}]` : host}:${at}`);
    });
  });
}

async function respond(
  pages: MetricsPages,
  connections: Pick<ConnectionGuard, "answered">,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const send = (status: number, type: string, text: string): void => {
    response.writeHead(status, {
      "content-type": type,
      "content-length": Buffer.byteLength(text),
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
    });
    const slices = request.method === "HEAD" ? null : inSlices(text);
    connections.answered(response, slices?.keptBytes);
    if (slices === null) response.end(request.method === "HEAD" ? undefined : text);
    else slices.pipe(response);
  };
  const plain = "text/plain; charset=utf-8";
  if (request.method !== "GET" && request.method !== "HEAD") send(405, plain, "GET only\n");
  else if (request.url === "/healthz") send(200, plain, "ok\n");
  else if (request.url === "/readyz") await sendReadiness(pages, send);
  else if (request.url === "/metrics") {
    try {
      send(200, pages.contentType, await pages.text());
    } catch {
      send(500, plain, "the metrics can't be read\n");
    }
  } else send(404, plain, "see /metrics\n");
}

async function sendReadiness(
  { readiness, sandbox }: MetricsPages,
  send: (status: number, type: string, text: string) => void,
): Promise<void> {
  const { ready, checks } = await readiness();
  const body = { status: ready ? "ready" : "not_ready", sandbox, checks };
  send(ready ? 200 : 503, "application/json; charset=utf-8", `${JSON.stringify(body)}\n`);
}
