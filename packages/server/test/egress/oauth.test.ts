/** What authorization servers and conditional APIs need of the outbound client: forms, conditions, kept headers, a second origin. */
import assert from "node:assert/strict";
import type { Socket } from "node:net";
import { test } from "node:test";
import { createEgress } from "../../src/egress/index.ts";
import { canary, egressTo, patientLimits, rawServer, sendOnce, soon } from "./raw-server.ts";

const answer = (socket: Socket): void => void socket.write("HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}");
const get = { method: "GET", path: ["repos"] } as const;

test("a form is written as one, whatever is in it", async (t) => {
  const server = await rawServer(t, answer);
  const form = { grant_type: "authorization_code", code: "a&b=c d+é" };
  await sendOnce(egressTo(t, server.origin), { method: "POST", path: ["token"], form });
  const [head = "", body] = (server.received[0] ?? "").split("\r\n\r\n");
  assert.match(head, /\r\ncontent-type: application\/x-www-form-urlencoded\r\n/);
  assert.equal(body, "grant_type=authorization_code&code=a%26b%3Dc+d%2B%C3%A9");
});

test("a request has one body at most, and a condition only where it reads", async (t) => {
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

test("a condition is sent, and its 304 is a fact like any other", async (t) => {
  const server = await rawServer(t, (socket) => void socket.write('HTTP/1.1 304 Not Modified\r\netag: "b"\r\n\r\n'));
  const facts = await sendOnce(egressTo(t, server.origin), { ...get, ifNoneMatch: 'W/"a"' });
  assert.match(server.received[0] ?? "", /\r\nif-none-match: W\/"a"\r\n/);
  assert.equal(facts.kind === "answered" && facts.status, 304);
});

test("only the headers that the manifest names are kept, once each and as visible text", async (t) => {
  const answers = ['link: <x>; rel="next"\r\nset-cookie: a=b', "link: <x>\r\nlink: <y>", "link: \x80", "x: y"];
  const server = await rawServer(t, (socket) => {
    const header = answers.shift() ?? "";
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

test("a provider's authorization server is another origin, and neither gets what is for the other", async (t) => {
  const api = await rawServer(t, answer);
  const authorization = await rawServer(t, answer);
  const common = { provider: "acme", requestIdHeader: "x-request-id", answerHeaders: [], loopbackOnly: true };
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

test("a provider without an authorization server has none to send to", (t) => {
  const egress = egressTo(t, "http://127.0.0.1:9");
  assert.throws(() => egress.open("acme", { service: "authorization", headers: {}, deadlineMs: soon() }), RangeError);
});
