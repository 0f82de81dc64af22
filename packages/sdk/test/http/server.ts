/** A local HTTP server that answers by script and keeps what it was asked. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { TestContext } from "node:test";

/** A request as it came. */
export type Seen = {
  method: string;
  path: string;
  headers: Readonly<Record<string, string | undefined>>;
  body: string;
};

/** How one request is answered. */
export type Answer = (response: ServerResponse, request: IncomingMessage) => void;

/** A server under script. */
export type ScriptedServer = { url: string; seen: Seen[] };

/** Starts a server that answers the first request by the first answer, and so on; the last one goes on. */
export async function startServer(context: TestContext, ...answers: readonly Answer[]): Promise<ScriptedServer> {
  const seen: Seen[] = [];
  const server = createServer((request, response) => {
    let body = "";
    request.setEncoding("utf8");
    request.on("data", (chunk: string) => (body += chunk));
    request.on("error", () => undefined);
    request.on("end", () => {
      const headers = request.headers as Record<string, string | undefined>;
      seen.push({ method: request.method ?? "", path: request.url ?? "", headers, body });
      answers[Math.min(seen.length, answers.length) - 1]?.(response, request);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  context.after(() => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, seen };
}

/** A JSON answer. */
export function json(status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): Answer {
  return (response) =>
    response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(body));
}

/** A problem of the service. */
export function problem(status: number, code: string, more: object = {}, headers: Record<string, string> = {}): Answer {
  const body = { type: `https://docs.test/${code}`, title: code, status, detail: "Said so.", code, requestId: "r1" };
  return json(
    status,
    { ...body, retryable: false, ...more },
    { "content-type": "application/problem+json", ...headers },
  );
}

/** The connection breaks before an answer. */
export const drop: Answer = (_response, request) => request.socket.destroy();

/** The connection breaks inside the body. */
export const truncate: Answer = (response, request) => {
  response.writeHead(200, { "content-type": "application/json", "content-length": "1000" });
  response.write('{"tenants":[', () => request.socket.destroy());
};

/** No answer at all. */
export const hang: Answer = () => undefined;
