/** Responses in event streams, through the real client: read until the response, continued, and never sent again. */
import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { test, type TestContext } from "node:test";
import { OutcomeUnknown, type ProviderRequest } from "@svc/provider-kit";
import { createEgress } from "../../../src/adapters/egress/index.ts";
import { systemPlatform } from "../../../src/platform.ts";
import { patientLimits } from "../../adapters/egress/raw-server.ts";
import { callDesk, makeDesk } from "./desk.ts";

const response = JSON.stringify({ jsonrpc: "2.0", id: "1", result: {} });
const call: ProviderRequest = { method: "POST", path: ["rpc"], json: { id: "1" }, responseBody: { rpcId: "1" } };
const provider = makeDesk({
  requestHeaders: ["Last-Event-ID"],
  postReads: [{ path: ["find"] }],
  judge: undefined as never,
});

/** Starts a server. @param responders one for each request, in order. */
async function openStreams(t: TestContext, responders: ((response: ServerResponse) => void)[]) {
  const received: string[] = [];
  const ports = new Set<number>();
  const server = createServer((request, outgoing) => {
    const { method = "", headers, socket } = request;
    received.push(`${method} ${headers.accept ?? ""} ${String(headers["last-event-id"] ?? "")}`.trim());
    ports.add(socket.remotePort ?? 0);
    responders.shift()?.(outgoing);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const egress = createEgress({
    targets: [
      {
        provider: "desk",
        service: "api",
        origin: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`,
        requestIdHeader: "x-request-id",
        responseHeaders: [],
        requestHeaders: ["last-event-id"],
        loopbackOnly: true,
      },
    ],
    limits: patientLimits,
    userAgent: "svc-test",
    monotonicMs: systemPlatform.monotonicMs,
    nowMs: systemPlatform.nowMs,
  });
  t.after(async () => {
    await egress.close();
    server.closeAllConnections();
    server.close();
  });
  return { egress, received, ports };
}

function stream(outgoing: ServerResponse, text: string): ServerResponse {
  outgoing.writeHead(200, { "content-type": "text/event-stream" }).write(text);
  return outgoing;
}

const change = (port: Parameters<Parameters<typeof callDesk>[1]>[0]) => port.change(call, { accept: [200] });

// Without its end, the call would wait for its deadline, which is later.
test("takes the response from a stream that stays open behind it", { timeout: 10_000 }, async (t) => {
  const streams = await openStreams(t, [(outgoing) => void stream(outgoing, `data: {}\n\ndata: ${response}\n\n`)]);
  const { result, report } = await callDesk(streams, change, { provider });
  assert.equal(result instanceof Error, false);
  assert.equal(report.change?.kind, "accepted");
  assert.deepEqual(streams.received, ["POST application/json, text/event-stream"]);
});

test("uses the connection again after a stream that ends with its response", async (t) => {
  const end = (outgoing: ServerResponse) => void stream(outgoing, `data: ${response}\n\n`).end();
  const streams = await openStreams(t, [end, end]);
  const find = { ...call, path: ["find"] };
  await callDesk(streams, async (port) => [await port.read(find), await change(port)], { provider });
  assert.equal(streams.received.length, 2);
  assert.equal(streams.ports.size, 1);
});

test("continues a stream that broke off, and sends the change once", async (t) => {
  const streams = await openStreams(t, [
    (outgoing) => void stream(outgoing, "id: a-1\nretry: 1\ndata:\n\n").write("data: {", () => outgoing.destroy()),
    (outgoing) => outgoing.destroy(),
    (outgoing) => void stream(outgoing, `data: ${response}\n\n`).end(),
  ]);
  const { report } = await callDesk(streams, change, { provider });
  assert.equal(report.change?.kind, "accepted");
  assert.deepEqual(streams.received, [
    "POST application/json, text/event-stream",
    "GET text/event-stream a-1",
    "GET text/event-stream a-1",
  ]);
});

test("a change whose stream broke off without an id has an unknown outcome", async (t) => {
  const cut = (outgoing: ServerResponse) =>
    void stream(outgoing, "data: {}\n\n").write("data: {", () => outgoing.destroy());
  const streams = await openStreams(t, [cut]);
  const { result } = await callDesk(streams, change, { provider });
  assert.ok(result instanceof OutcomeUnknown);
  assert.equal(streams.received.length, 1);
});

test("repeats a read that failed, unless it may be sent only once", async (t) => {
  const fail = (outgoing: ServerResponse) => void outgoing.writeHead(503).end();
  for (const [once, count] of [
    [false, 3],
    [true, 1],
  ] as const) {
    const streams = await openStreams(t, [fail, fail, fail]);
    const find: ProviderRequest = { ...call, path: ["find"], ...(once ? { once } : {}) };
    await callDesk(streams, (port) => port.read(find), { provider });
    assert.equal(streams.received.length, count);
  }
});
