/** `sendTo` of the provider kit reports what the server's own client reports, so tests without a server can rely on it. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { ExchangeFacts, ProviderRequest } from "@svc/provider-kit";
import { sendTo } from "@svc/provider-kit/testing";
import { startSimulator, type Fault, type SimResponse, type SimRequest } from "@svc/simulator";
import { createEgress, defaultLimits } from "../../../src/adapters/egress/index.ts";

const rules = {
  requestIdHeader: "X-Request-Id",
  responseHeaders: ["Link"],
  requestHeaders: ["Idempotency-Key"],
  retryAfter: [{ name: "X-Reset", form: "seconds" }],
} as const;

const credential = { authorization: "Bearer key" };

/** Answers with the request that it received, so that any difference shows. */
function echo({ method, path, query, headers, bodyText }: SimRequest): SimResponse {
  if (path === "/empty") return { status: 204 };
  if (path === "/limited") return { status: 429, headers: { "x-reset": "7" }, json: {} };
  const sent = ["accept", "authorization", "content-type", "idempotency-key", "if-none-match"].map(
    (name) => headers[name] ?? null,
  );
  return {
    status: method === "GET" ? 200 : 201,
    headers: { "x-request-id": "r-1", link: "<next>", "x-other": "never kept" },
    json: { method, path, query: query.toString(), sent, bodyText },
    effects: method === "GET" ? [] : [{ kind: "made" }],
  };
}

type Case = { request: ProviderRequest; fault?: Fault };

const get: ProviderRequest = { method: "GET", path: ["a b", "c:d", "é"], query: { q: "1 & 2", many: [1, true] } };
const post: ProviderRequest = { method: "POST", path: ["things"], json: { text: "é" } };

const cases: readonly Case[] = [
  { request: get },
  { request: { ...get, ifNoneMatch: '"v1"', responseBody: "text" } },
  { request: { method: "GET", path: ["empty"] } },
  { request: { method: "GET", path: ["limited"] } },
  { request: post },
  { request: { ...post, headers: { "Idempotency-Key": "k" }, responseBody: "discard" } },
  { request: { method: "POST", path: ["form"], form: { items: [{ price: "p" }], absent: undefined } } },
  { request: { method: "PUT", path: ["mail"], text: "Hello", contentType: "message/rfc822" } },
  { request: { method: "DELETE", path: ["things", "1"] } },
  ...(["reset_before_effect", "reset_after_effect", "truncate"] as const).map((kind) => ({
    request: post,
    fault: { kind },
  })),
  { request: post, fault: { kind: "close_before_response", effect: true } },
  { request: post, fault: { kind: "html_502", effect: true } },
];

async function factsOf(send: (url: string) => Promise<ExchangeFacts>, fault: Fault | undefined) {
  const simulator = await startSimulator({ api: echo, world: {} });
  try {
    if (fault !== undefined) simulator.faults.add({ match: {}, fault });
    return { facts: await send(simulator.url), effects: simulator.ledger.effects.length };
  } finally {
    await simulator.close();
  }
}

async function sendByEgress(origin: string, request: ProviderRequest): Promise<ExchangeFacts> {
  const egress = createEgress({
    targets: [{ ...rules, provider: "echo", service: "api", origin, loopbackOnly: true }],
    limits: defaultLimits,
    userAgent: "svc-test",
    monotonicMs: () => performance.now(),
    nowMs: () => Date.now(),
  });
  const channel = egress.open("echo", { headers: credential, deadlineMs: Infinity });
  try {
    return await channel.send(request);
  } finally {
    channel.close();
    await egress.close();
  }
}

test("sends and reports the same as the server's client", async () => {
  for (const { request, fault } of cases) {
    const byKit = await factsOf((url) => sendTo(rules, { url }, credential)(request, "read"), fault);
    const byServer = await factsOf((url) => sendByEgress(url, request), fault);
    assert.deepEqual(byKit, byServer, JSON.stringify({ request, fault }));
  }
});

test("reports `not_sent` if the simulator isn't running", async () => {
  const simulator = await startSimulator({ api: echo, world: {} });
  const { url } = simulator;
  await simulator.close();
  const facts = await sendTo(rules, { url }, credential)(get, "read");
  assert.deepEqual(facts, { kind: "not_sent", reason: "connect" });
});

test("rejects every request that the server's client rejects", () => {
  const send = sendTo(rules, { url: "http://127.0.0.1:9" }, credential);
  const invalid: readonly ProviderRequest[] = [
    { method: "GET", path: [".."] },
    { method: "GET", path: ["a"], json: {} },
    { method: "GET", path: ["a"], headers: { "X-Other": "1" } },
    { method: "POST", path: ["a"], json: 1, text: "1" },
  ];
  for (const request of invalid) assert.throws(() => void send(request, "read"), RangeError, JSON.stringify(request));
});
