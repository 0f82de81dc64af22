/** Unfinished requests: thousands of them don't affect other callers. */
import assert from "node:assert/strict";
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { Caller, makeClient, suite, uniqueName, verifies } from "../../harness/index.ts";

const many = 2050;

/** Opens connections that each send a text, a few hundred at a time. */
async function open(url: string, text: string): Promise<readonly Socket[]> {
  const { hostname, port } = new URL(url);
  const sockets: Socket[] = [];
  while (sockets.length < many) {
    const socket = connect(Number(port), hostname);
    // The server closes some of these to make room.
    socket.on("error", () => {}).resume();
    socket.write(text);
    sockets.push(socket);
    if (sockets.length % 200 === 0) await delay(50);
  }
  await delay(500);
  return sockets;
}

function head(path: string, bytes: number, headers: readonly string[] = []): string {
  const lines = [`POST ${path} HTTP/1.1`, "Host: 127.0.0.1", "Content-Type: application/json"];
  return [...lines, `Content-Length: ${bytes}`, ...headers, "", ""].join("\r\n");
}

/** The status of the response to a text on an open connection; 0 if there is none within five seconds. */
async function statusOf(url: string, text: string): Promise<number> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname).setTimeout(5000);
  socket.write(text);
  const answered = once(socket, "data") as Promise<[Buffer]>;
  const [bytes] = await Promise.race([answered, once(socket, "timeout").then(() => [Buffer.alloc(0)] as const)]);
  socket.destroy();
  return Number(bytes.toString("latin1").slice(9, 12));
}

suite(
  "unfinished requests",
  (fixture) => {
    verifies("load.arriving", "refuses half a body immediately if it will never be read", async () => {
      const { server } = fixture();
      const tenantId = await fixture().tenant();
      for (const [path, bytes, status] of [
        ["/v1/tenants", 1000, 401],
        [`/v1/tenants/${tenantId}/mcp`, 1000, 401],
        ["/nowhere", 1000, 404],
        ["/healthz", 1000, 405],
        ["/connect/v1/exchange", 16_385, 413],
        ["/connect/v1/credential", 16_385, 413],
        ["/connect/oauth/github/authorize", 16_385, 413],
      ] as const) {
        assert.equal(await statusOf(server.url, `${head(path, bytes)}{`), status, path);
      }
    });

    verifies(
      "load.arriving",
      "serves other callers despite heads with a key, heads without one, and half heads",
      async () => {
        const { server, caller } = fixture();
        const other = new Caller(server.http, (await makeClient(server)).key);
        const texts = [
          head("/v1/tenants", 1000),
          head("/v1/tenants", 1000, [`Authorization: Bearer ${other.key}`]),
          head("/connect/v1/exchange", 1000),
          head("/nowhere", 1000),
          head("/healthz", 1000),
          "GET /v1/tenants HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Never: ",
        ];
        for (const text of texts) {
          const sockets = await open(server.url, text);
          try {
            for (let count = 0; count < 10; count += 1) {
              const response = await caller.get("/v1/service-client");
              assert.equal(response.status, 200, response.text);
              const externalId = uniqueName("arriving");
              const body = { externalId, displayName: "Arriving" };
              const made = await caller.post("/v1/tenants", body, { idempotencyKey: externalId });
              assert.equal(made.status, 201, made.text);
            }
          } finally {
            for (const socket of sockets) socket.destroy();
          }
        }
      },
    );
  },
  { env: { SVC_RATE_LIMIT_RPS: "0" } },
);
