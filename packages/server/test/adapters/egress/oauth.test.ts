/**
 * The outbound client's features for authorization servers and conditional APIs: forms, conditions, kept headers, and
 * a second origin.
 */
import assert from "node:assert/strict";
import type { Socket } from "node:net";
import { test } from "node:test";
import { createEgress } from "../../../src/adapters/egress/index.ts";
import { canary, egressTo, patientLimits, rawServer, sendOnce, soon } from "./raw-server.ts";

const response = (socket: Socket): void => void socket.write("HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}");
const get = { method: "GET", path: ["repos"] } as const;

test("encodes a form, whatever it contains", async (t) => {
  const server = await rawServer(t, response);
  const form = { grant_type: "authorization_code", code: "a&b=c d+é" };
  await sendOnce(egressTo(t, server.origin), { method: "POST", path: ["token"], form });
  const [head = "", body] = (server.received[0] ?? "").split("\r\n\r\n");
  assert.match(head, /\r\ncontent-type: application\/x-www-form-urlencoded\r\n/);
  assert.equal(body, "grant_type=authorization_code&code=a%26b%3Dc+d%2B%C3%A9");
});

test("allows at most one body, and a condition only on a read", async (t) => {
  const egress = egressTo(t, "http://127.0.0.1:9");
  const refused = [
    { method: "POST", path: ["x"], json: {}, form: { a: "b" } },
    { method: "GET", path: ["x"], form: { a: "b" } },
    { method: "POST", path: ["x"], json: {}, ifNoneMatch: '"a"' },
    ...["a", '"a', '"a"\r\nx: y', "", '"a", "b"', "*"].map((ifNoneMatch) => ({ ...get, ifNoneMatch })),
  ] as const;
  for (const request of refused) {
    await assert.rejects(sendOnce(egress, request), (error: unknown) => {
      assert.ok(error instanceof RangeError);
      assert.doesNotMatch(error.message, /"a|x: y/);
      return true;
    });
  }
});

test("sends a condition and reports its 304 like any other response", async (t) => {
  const server = await rawServer(t, (socket) => void socket.write('HTTP/1.1 304 Not Modified\r\netag: "b"\r\n\r\n'));
  const facts = await sendOnce(egressTo(t, server.origin), { ...get, ifNoneMatch: 'W/"a"' });
  assert.match(server.received[0] ?? "", /\r\nif-none-match: W\/"a"\r\n/);
  assert.equal(facts.kind === "answered" && facts.status, 304);
});

test("keeps only the headers that the manifest names, once each and as visible text", async (t) => {
  const responses = ['link: <x>; rel="next"\r\nset-cookie: a=b', "link: <x>\r\nlink: <y>", "link: \x80", "x: y"];
  const server = await rawServer(t, (socket) => {
    const header = responses.shift() ?? "";
    socket.end(Buffer.from(`HTTP/1.1 200 OK\r\n${header}\r\ncontent-length: 2\r\n\r\n{}`, "latin1"));
  });
  const egress = egressTo(t, server.origin);
  const kept = [];
  for (let count = 0; count < 4; count += 1) {
    const facts = await sendOnce(egress, get);
    kept.push(facts.kind === "answered" ? facts.headers : facts);
  }
  assert.deepEqual(kept, [{ link: '<x>; rel="next"' }, {}, {}, {}]);
});

test("keeps a provider's API and its authorization server apart", async (t) => {
  const api = await rawServer(t, response);
  const authorization = await rawServer(t, response);
  const common = { provider: "acme", requestIdHeader: "x-request-id", responseHeaders: [], loopbackOnly: true };
  const egress = createEgress({
    targets: [
      { ...common, service: "api", origin: api.origin },
      { ...common, service: "authorization", origin: authorization.origin },
    ],
    limits: patientLimits,
    userAgent: "svc-test",
    monotonicMs: () => performance.now(),
    nowMs: () => 0,
  });
  t.after(() => egress.close());
  const headers = { authorization: canary };
  const channel = egress.open("acme", { service: "authorization", headers, deadlineMs: soon() });
  await channel.send({ method: "POST", path: ["token"], form: { a: "b" } });
  channel.close();
  assert.deepEqual([api.received.length, authorization.received.length], [0, 1]);
  await sendOnce(egress, get);
  assert.deepEqual([api.received.length, authorization.received.length], [1, 1]);
});

test("rejects requests to a missing authorization server", (t) => {
  const egress = egressTo(t, "http://127.0.0.1:9");
  assert.throws(() => egress.open("acme", { service: "authorization", headers: {}, deadlineMs: soon() }), RangeError);
});
