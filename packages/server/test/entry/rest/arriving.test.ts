/** Requests that are still arriving: nothing is read from unknown senders, and half requests don't block others. */
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { setTimeout as delay } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import { ServiceError } from "@svc/contract";
import { createApp, type Inbound } from "../../../src/entry/rest/app.ts";
import { unlimited } from "../../../src/domain/limits/rates.ts";
import { createConnectionGuard, createRequestTracker } from "../../../src/entry/rest/connections.ts";
import { isHealthCheck, shedUnderLoad } from "../../../src/entry/rest/shedding.ts";
import { createArrivals } from "../../../src/domain/limits/arrivals.ts";
import { createGate } from "../../../src/domain/limits/gate.ts";
import { until } from "../mcp/until.ts";
import { postHead, sendRaw, statusOf, type RawConnection } from "./raw.ts";

const opened: FastifyInstance[] = [];
after(async () => {
  for (const app of opened) app.server.closeAllConnections();
  await Promise.all(opened.map((app) => app.close()));
});

type TestServer = {
  app: FastifyInstance;
  inbound: Inbound;
  send: (text: string) => Promise<RawConnection>;
  seen: number[];
};

/** An app with a route for callers with a key, one for strangers, one without a body, and health. */
async function openTestServer(
  limits = { requestsMax: 100, bytesMax: 1024 * 1024, inFlightMax: 2 },
): Promise<TestServer> {
  const inbound = { arrivals: createArrivals(limits), connections: createConnectionGuard(), publicRates: unlimited };
  const app = createApp({
    docsUrl: "https://docs.test",
    sandbox: false,
    logLevel: "silent",
    newRequestId: () => "req_1",
    phase: () => "open",
    requests: createRequestTracker(() => 0),
    inbound,
  });
  const load = () => ({ loopDelayMs: 0, databaseWaiting: 0 });
  shedUnderLoad(app, createGate({ inFlightMax: limits.inFlightMax, loopDelayMsMax: 0, databaseWaitingMax: 9 }, load));
  const seen: number[] = [];
  const handler = (request: { body: unknown }) => {
    seen.push(request.body instanceof Uint8Array ? request.body.byteLength : 0);
    return { ok: true };
  };
  const onRequest = async (request: { headers: { authorization?: string | undefined } }): Promise<void> => {
    await delay(5);
    if (request.headers.authorization !== "Bearer right") throw new ServiceError("UNAUTHENTICATED");
  };
  app.route({ method: "POST", url: "/keyed", config: { bodyBytesMax: 262_144 }, onRequest, handler });
  app.route({ method: "POST", url: "/open", config: { bodyBytesMax: 16_384 }, handler });
  app.route({ method: "POST", url: "/bare", handler });
  app.get("/healthz", handler);
  await app.listen({ host: "127.0.0.1", port: 0 });
  opened.push(app);
  return { app, inbound, seen, send: (text) => sendRaw(app.server, text) };
}

const right = "Authorization: Bearer right";
const nothing = { requests: 0, bytes: 0 };

test("immediately rejects half a body without a key, and keeps nothing of it", async () => {
  const { inbound, send, seen } = await openTestServer();
  for (const [path, status] of [
    ["/keyed", 401],
    ["/nowhere", 404],
    ["/healthz", 404],
  ] as const) {
    const sent = await send(postHead(path, 260_000) + "x".repeat(200_000));
    assert.equal(await statusOf(sent), status, path);
    assert.deepEqual(inbound.arrivals.now(), nothing, path);
    sent.socket.destroy();
  }
  assert.deepEqual(seen, []);
});

test("a route without a body answers without waiting for one", async () => {
  const { inbound, send, seen } = await openTestServer();
  assert.equal(await statusOf(await send(postHead("/bare", 260_000) + "x".repeat(100_000))), 200);
  assert.equal(await statusOf(await send("GET /healthz HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n")), 200);
  assert.deepEqual([seen, inbound.arrivals.now()], [[0, 0], nothing]);
});

test("sends 100 Continue only after the key was accepted", async () => {
  const { send } = await openTestServer();
  const expecting = ["Expect: 100-continue"];
  const wrong = await send(postHead("/keyed", 5, expecting));
  assert.equal(await statusOf(wrong), 401);
  assert.doesNotMatch(wrong.text(), /100 Continue/);
  const known = await send(postHead("/keyed", 5, [right, ...expecting]));
  assert.equal(await statusOf(known), 100);
  known.socket.write("12345");
  await until(() => (known.text().includes("HTTP/1.1 200") ? true : null));
});

test("limits a stranger's body to 16 KiB, with or without a length", async () => {
  const { send, seen } = await openTestServer();
  assert.equal(await statusOf(await send(postHead("/open", 16_385))), 413);
  const chunked = "POST /open HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n";
  assert.equal(await statusOf(await send(`${chunked}4001\r\n${"x".repeat(16_385)}\r\n`)), 413);
  assert.equal(await statusOf(await send(postHead("/open", 16_384) + "x".repeat(16_384))), 200);
  assert.deepEqual(seen, [16_384]);
});

test("half bodies occupy no slot, however many there are", async () => {
  const { inbound, send } = await openTestServer();
  for (let count = 1; count <= 40; count += 1) {
    await send(postHead(count % 2 === 0 ? "/keyed" : "/open", 100, [right]) + "half");
    await until(() => (inbound.arrivals.now().requests === count ? true : null));
  }
  const whole = postHead("/keyed", 4, [right]) + "body";
  for (let count = 0; count < 5; count += 1) assert.equal(await statusOf(await send(whole)), 200);
});

test("asks the oldest to retry if too much arrives together, which makes room", async () => {
  const { inbound, send } = await openTestServer({ requestsMax: 100, bytesMax: 200_000, inFlightMax: 9 });
  const half = postHead("/keyed", 100_000, [right]) + "x".repeat(60_000);
  const oldest = await send(half);
  await until(() => (inbound.arrivals.now().bytes === 60_000 ? true : null));
  await send(half);
  assert.equal(await statusOf(oldest), 503);
  assert.match(oldest.text(), /"code":"OVERLOADED"/);
  assert.match(oldest.text(), /retry-after: [1-9]/i);
  await until(() => (oldest.isClosed() ? true : null));
  assert.equal(await statusOf(await send(postHead("/keyed", 100, [right]) + "x".repeat(100))), 200);
  assert.equal(inbound.arrivals.now().requests, 1);
});

test("rejects a request with too many header fields", async () => {
  const { send } = await openTestServer();
  const fields = (count: number) => Array.from({ length: count }, (_one, index) => `X-A${index}: 1`);
  assert.equal(await statusOf(await send(postHead("/bare", 0, fields(120)))), 200);
  assert.equal(await statusOf(await send(postHead("/bare", 0, fields(200)))), 400);
});

test("answers health checks and unknown paths even if no slot is free", async () => {
  const { send } = await openTestServer({ requestsMax: 9, bytesMax: 9, inFlightMax: 0 });
  const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`;
  assert.equal(await statusOf(await send(get("/healthz"))), 200);
  assert.equal(await statusOf(await send(postHead("/healthz", 9))), 404);
  assert.equal(await statusOf(await send(get("/nowhere"))), 404);
  assert.equal(await statusOf(await send(postHead("/bare", 0))), 503);
  for (const method of ["GET", "HEAD", "POST", "DELETE"]) {
    assert.equal(isHealthCheck({ method, url: "/readyz" }), method === "GET" || method === "HEAD", method);
  }
});
