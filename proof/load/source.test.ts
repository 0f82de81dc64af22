import assert from "node:assert/strict";
import { createServer } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { test } from "node:test";
import { runSource } from "./source.ts";

test("a source sends its requests in turn on kept-alive connections, and counts answers by status", async () => {
  const seen: { method: string | undefined; key: string | undefined; body: string }[] = [];
  const sockets = new Set<unknown>();
  const server = createServer((request, response) => {
    sockets.add(request.socket);
    let body = "";
    request.on("data", (chunk: Buffer) => (body += chunk.toString()));
    request.on("end", () => {
      const key = request.headers["idempotency-key"];
      seen.push({ method: request.method, key: typeof key === "string" ? key : undefined, body });
      if (request.url === "/gone") request.socket.destroy();
      else response.writeHead(request.url === "/busy" ? 429 : 200, { "content-length": 2 }).end("{}");
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  try {
    const post = { method: "POST", body: "{}", isKeyed: true } as const;
    const { statuses, latenciesMs } = await runSource({
      url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      serviceKey: "key",
      requests: [
        { method: "GET", path: "/", body: null, isKeyed: false },
        { ...post, path: "/busy" },
        { ...post, path: "/gone" },
      ],
      perSecond: 30,
      seconds: 1,
      leadSeconds: 0,
      name: "turn",
    });
    assert.deepEqual(statuses, { 200: 10, 429: 10, 0: 10 });
    assert.equal(latenciesMs.length, 10);
    assert.deepEqual(
      seen.slice(0, 3).map(({ method, key, body }) => [method, key, body]),
      [
        ["GET", undefined, ""],
        ["POST", "turn-1", "{}"],
        ["POST", "turn-2", "{}"],
      ],
    );
    assert.ok(sockets.size < 15, "connections are reused");
  } finally {
    server.closeAllConnections();
    server.close();
  }
});
