/** A fake svc: it records Harbor's requests, and answers as the test specifies. */
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** A request that arrived. */
export type Asked = { method: string; path: string; key: string; body: Record<string, unknown> };

/** A response; "break" closes the connection instead. */
export type Given = { status: number; body: object; headers?: Record<string, string> } | "break";

export type FakeSvc = {
  url: string;
  asked: Asked[];
  /** Answers by method and path, where `*` is any id; the latest one applies. */
  on: (route: string, give: (asked: Asked) => Given) => void;
  /** The requests to a route. */
  to: (route: string) => Asked[];
  close: () => Promise<void>;
};

/** A problem document. */
export function problem(status: number, code: string, more: object = {}, headers: Record<string, string> = {}): Given {
  const body = {
    type: `about:${code}`,
    status,
    code,
    title: code,
    detail: `Detail of ${code}.`,
    retryable: false,
    ...more,
  };
  return { status, body, headers };
}

/** Starts it with a tenant per company, and no provider. */
export async function startFakeSvc(): Promise<FakeSvc> {
  const asked: Asked[] = [];
  const routes: { test: (asked: Asked) => boolean; give: (asked: Asked) => Given }[] = [];
  const fits = (route: string) => {
    const [method = "", path = ""] = route.split(" ");
    const pattern = new RegExp(`^${path.replaceAll(/[.?]/g, "\\$&").replaceAll("*", "[^/?]+")}(\\?.*)?$`);
    return (one: Asked): boolean => one.method === method && pattern.test(one.path);
  };
  const on = (route: string, give: (asked: Asked) => Given): void => void routes.unshift({ test: fits(route), give });
  on("POST /v1/tenants", ({ body }) => ({ status: 201, body: { id: `ten_${String(body["externalId"])}` } }));
  on("GET /v1/tenants/*/providers", () => ({ status: 200, body: { providers: [] } }));
  on("GET /v1/tenants/*/connections", () => ({ status: 200, body: { connections: [], nextCursor: null } }));
  on("GET /v1/tenants/*/action-executions", () => ({ status: 200, body: { executions: [], nextCursor: null } }));

  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const body = JSON.parse(Buffer.concat(chunks).toString() || "{}") as Record<string, unknown>;
      const key = String(request.headers["idempotency-key"] ?? "");
      const one = { method: request.method ?? "", path: request.url ?? "", key, body };
      asked.push(one);
      const given = routes.find(({ test }) => test(one))?.give(one) ?? problem(404, "NOT_FOUND");
      if (given === "break") return void request.socket.destroy();
      response.writeHead(given.status, { "content-type": "application/json", ...given.headers });
      response.end(JSON.stringify(given.body));
    });
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    on,
    to: (route) => asked.filter(fits(route)),
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
