/** Signed requests: a signer's input, when it is called, and the headers that it may add. */
import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import type { ProviderRequest, RequestSigner, SignableRequest } from "@svc/provider-kit";
import { sendTo } from "@svc/provider-kit/testing";
import { startSimulator, type SimRequest, type Simulator } from "@svc/simulator";
import { createEgress } from "../../../src/adapters/egress/index.ts";
import { patientLimits } from "./raw-server.ts";

const rules = { requestIdHeader: "x-request-id", requestHeaders: ["X-Target"] } as const;
const read: ProviderRequest = { method: "GET", path: ["a b"], query: { q: "1 & 2" } };
const call: ProviderRequest = { method: "POST", path: [], json: { text: "é" }, headers: { "X-Target": "Notes.List" } };

type Seen = { request: SignableRequest; nowMs: number };

/** A signer that records its input and adds a header. */
function watch(seen: Seen[], add: Readonly<Record<string, string>> = { "X-Signature": "made" }): RequestSigner {
  return (request, nowMs) => {
    seen.push({ request, nowMs });
    return add;
  };
}

/** A server that records each request, and a channel to it. Each reading advances the clock by a second. */
async function open(t: TestContext, sign: RequestSigner) {
  const got: SimRequest[] = [];
  const api = (request: SimRequest) => {
    got.push(request);
    return { status: 200, json: {} };
  };
  const simulator = await startSimulator({ api, world: {} });
  let nowMs = Date.parse("2030-01-01T00:00:00Z");
  const target = { ...rules, provider: "acme", service: "api", responseHeaders: [], loopbackOnly: true } as const;
  const egress = createEgress({
    targets: [{ ...target, origin: simulator.url, origins: { files: simulator.url } }],
    limits: patientLimits,
    userAgent: "svc-test",
    monotonicMs: () => performance.now(),
    nowMs: () => (nowMs += 1000),
  });
  t.after(async () => {
    await egress.close();
    await simulator.close();
  });
  const headers = { authorization: "Bearer key" };
  return { simulator, got, channel: egress.open("acme", { headers, sign, deadlineMs: Infinity }) };
}

const hostOf = ({ url }: Simulator) => new URL(url).host;

test("a signer gets the request and host as they are sent, and the time", async (t) => {
  const seen: Seen[] = [];
  const { simulator, got, channel } = await open(t, watch(seen));
  for (const request of [read, { ...call, origin: "files" }]) await channel.send(request);
  for (const [at, { request }] of seen.entries()) {
    const sent = got[at] ?? assert.fail();
    assert.equal(request.host, sent.headers["host"]);
    assert.equal(request.host, hostOf(simulator));
    assert.deepEqual([request.method, request.path, request.body], [sent.method, sent.path, sent.bodyText]);
    assert.equal(sent.headers["x-signature"], "made");
    // Node frames the message itself.
    const { host: _, connection: __, "content-length": ___, "x-signature": ____, ...others } = sent.headers;
    assert.deepEqual(request.headers, others);
  }
  const [first, second] = seen;
  assert.deepEqual([first?.request.path, first?.request.query], ["/a%20b", "q=1+%26+2"]);
  assert.deepEqual([first?.request.origin, second?.request.origin], [null, "files"]);
  assert.equal(second?.request.headers["x-target"], "Notes.List");
  assert.ok((first?.nowMs ?? 0) > Date.parse("2030-01-01") && (second?.nowMs ?? 0) > (first?.nowMs ?? 0));
});

test("a request without the credential has neither its headers nor a signature", async (t) => {
  const seen: Seen[] = [];
  const { got, channel } = await open(t, watch(seen));
  await channel.send({ ...read, withoutCredential: true });
  await channel.send(read);
  assert.deepEqual(
    got.map(({ headers }) => [headers["authorization"], headers["x-signature"]]),
    [
      [undefined, undefined],
      ["Bearer key", "made"],
    ],
  );
  assert.equal(seen.length, 1);
});

test("each request is signed when its turn comes, not earlier", async (t) => {
  const seen: Seen[] = [];
  const { simulator, channel } = await open(t, watch(seen));
  simulator.faults.add({ match: {}, fault: { kind: "hold", when: "before_effect" } });
  const sending = [channel.send(read), channel.send(call)];
  while (simulator.held === 0) await new Promise((resolve) => setImmediate(resolve));
  assert.equal(seen.length, 1, "the second was signed before the first had ended");
  simulator.release();
  await Promise.all(sending);
  assert.equal(seen.length, 2);
});

test("sends nothing if a signature's header is invalid or already in the request; the next request is sent", async (t) => {
  const bad: Readonly<Record<string, string>>[] = [
    { Host: "elsewhere" },
    { "content-length": "0" },
    { authorization: "canary" },
    { "x-target": "canary" },
    { "x-signature": "can\nary" },
  ];
  for (const add of bad) {
    let added = add;
    const { got, channel } = await open(t, () => added);
    await assert.rejects(channel.send(call), (error: Error) => {
      return error instanceof RangeError && !/canary/.test(error.message);
    });
    assert.deepEqual(got, []);
    added = {};
    assert.equal((await channel.send(call)).kind, "answered");
  }
});

test("the provider kit's `sendTo` signs the same", async (t) => {
  const [byServer, byKit]: [Seen[], Seen[]] = [[], []];
  const { simulator, got, channel } = await open(t, watch(byServer));
  const send = sendTo(rules, simulator, { Authorization: "Bearer key" }, watch(byKit));
  for (const request of [read, call]) {
    await channel.send(request);
    await send(request, "read");
  }
  // The server's client requests an uncompressed body.
  const requestsOf = (seen: Seen[]) =>
    seen.map(({ request: { headers, ...request } }) => {
      const { "accept-encoding": _, ...others } = headers;
      return { ...request, headers: others };
    });
  assert.deepEqual(requestsOf(byKit), requestsOf(byServer));
  assert.ok(got.every(({ headers }) => headers["x-signature"] === "made"));
});
