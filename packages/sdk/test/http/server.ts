/** A local HTTP server with scripted answers that records its requests. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { TestContext } from "node:test";

/** A received request. */
export type Seen = {
  method: string;
  path: string;
  headers: Readonly<Record<string, string | undefined>>;
  body: string;
};

/** Answers one request. */
export type Scripted = (response: ServerResponse, request: IncomingMessage) => void;

/** A server with scripted answers. */
export type ScriptedServer = { url: string; seen: Seen[] };

/** Starts a server that answers each request with the next response; the last response repeats. */
export async function startServer(context: TestContext, ...responses: readonly Scripted[]): Promise<ScriptedServer> {
  const seen: Seen[] = [];
  const server = createServer((request, response) => {
    let body = "";
    request.setEncoding("utf8");
    request.on("data", (chunk: string) => (body += chunk));
    request.on("error", () => undefined);
    request.on("end", () => {
      const headers = request.headers as Record<string, string | undefined>;
      seen.push({ method: request.method ?? "", path: request.url ?? "", headers, body });
      responses[Math.min(seen.length, responses.length) - 1]?.(response, request);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  context.after(() => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, seen };
}

/** A JSON response. */
export function json(status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): Scripted {
  return (response) =>
    response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(body));
}

/** A problem document from svc. */
export function problem(
  status: number,
  code: string,
  more: object = {},
  headers: Record<string, string> = {},
): Scripted {
  const body = { type: `https://docs.test/${code}`, title: code, status, detail: "Said so.", code, requestId: "r1" };
  return json(
    status,
    { ...body, retryable: false, ...more },
    { "content-type": "application/problem+json", ...headers },
  );
}

/** Breaks the connection before a response. */
export const drop: Scripted = (_response, request) => request.socket.destroy();

/** Breaks the connection inside the body. */
export const truncate: Scripted = (response, request) => {
  response.writeHead(200, { "content-type": "application/json", "content-length": "1000" });
  response.write('{"tenants":[', () => request.socket.destroy());
};

/** Never answers. */
export const hang: Scripted = () => undefined;
