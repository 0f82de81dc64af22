/** Features for newer APIs: nested forms, other media types, per-request headers, several origins, reads by POST. */
import assert from "node:assert/strict";
import type { Socket } from "node:net";
import { test, type TestContext } from "node:test";
import { readRetryAfter, type ProviderRequest, type RetryAfterHeader } from "@svc/provider-kit";
import { createEgress, type Egress } from "../../../src/adapters/egress/index.ts";
import { canary, patientLimits, rawServer, requestCount, sendOnce, soon, until } from "./raw-server.ts";

const fine = "HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}";
const respond = (socket: Socket): void => void socket.write(fine);
const post: ProviderRequest = { method: "POST", path: ["notes"] };

function egressFor(
  t: TestContext,
  origin: string,
  more: { origins?: Record<string, string>; retryAfter?: RetryAfterHeader[] } = {},
): Egress {
  const egress = createEgress({
    targets: [
      {
        provider: "acme",
        service: "api",
        origin,
        requestIdHeader: "x-request-id",
        responseHeaders: [],
        requestHeaders: ["Idempotency-Key", "If-Match", "X-Key"],
        loopbackOnly: true,
        ...more,
      },
    ],
    limits: patientLimits,
    userAgent: "svc-test",
    monotonicMs: () => performance.now(),
    nowMs: () => Date.parse("2030-01-01T00:00:00Z"),
  });
  t.after(() => egress.close());
  return egress;
}

async function written(t: TestContext, request: ProviderRequest): Promise<{ head: string; body: string }> {
  const server = await rawServer(t, respond);
  await sendOnce(egressFor(t, server.origin), request);
  await until(() => server.received[0]?.includes("\r\n\r\n") === true);
  const [head = "", body = ""] = (server.received[0] ?? "").split("\r\n\r\n");
  return { head, body };
}

function constantRangeError(error: unknown): boolean {
  assert.ok(error instanceof RangeError);
  assert.doesNotMatch(error.message, /canary/i);
  return true;
}

test("escapes everything in a path segment that could end it, but not a colon", async (t) => {
  const { head } = await written(t, { method: "GET", path: ["a/b?c#d", "é%3A", "7:batchGet"] });
  assert.match(head, /^GET \/a%2Fb%3Fc%23d\/%C3%A9%253A\/7:batchGet HTTP\/1\.1\r\n/);
});

test("writes a nested form in brackets, with an index for each item of a list", async (t) => {
  const form = {
    amount: 0,
    live: false,
    none: undefined,
    metadata: { "a b": "é&=" },
    items: [{ price: "p" }, { price: "q" }],
  };
  const { head, body } = await written(t, { ...post, form });
  assert.match(head, /\r\ncontent-type: application\/x-www-form-urlencoded\r\n/);
  assert.deepEqual(
    [...new URLSearchParams(body)],
    [
      ["amount", "0"],
      ["live", "false"],
      ["metadata[a b]", "é&="],
      ["items[0][price]", "p"],
      ["items[1][price]", "q"],
    ],
  );
});

test("writes text and JSON with other media types, a body on DELETE, and a repeated parameter", async (t) => {
  const mail = await written(t, { ...post, text: "Subject: Hi\r\n\r\nHi", contentType: "message/rfc822" });
  assert.match(mail.head, /\r\ncontent-type: message\/rfc822\r\n/);
  const patch = { method: "PATCH", path: ["x"], json: { a: 1 }, contentType: "application/merge-patch+json" } as const;
  const patched = await written(t, patch);
  assert.match(patched.head, /\r\ncontent-type: application\/merge-patch\+json\r\n/);
  assert.equal(patched.body, '{"a":1}');
  const removed = await written(t, { method: "DELETE", path: ["labels"], json: { ids: ["1"] } });
  assert.match(removed.head, /^DELETE \/labels HTTP\/1\.1\r\n[^]*content-length: 13/);
  assert.equal(removed.body, '{"ids":["1"]}');
  const listed = await written(t, {
    method: "GET",
    path: ["m"],
    query: { label: ["a", "b&"], page: 1 },
    responseBody: "text",
  });
  assert.match(listed.head, /^GET \/m\?label=a&label=b%26&page=1 HTTP[^]*\r\naccept: \*\/\*\r\n/);
});

test("writes a request's listed headers, and rejects all others", async (t) => {
  const { head } = await written(t, { ...post, json: {}, headers: { "Idempotency-Key": "k 1", "if-match": '"e"' } });
  assert.match(head, /\r\nidempotency-key: k 1\r\nif-match: "e"\r\n/);
  const server = await rawServer(t, respond);
  const egress = egressFor(t, server.origin);
  const refused: Record<string, string>[] = [
    { authorization: "canary" },
    { host: "canary" },
    { cookie: "canary" },
    { "x-canary": "1" },
    { "content-type": "canary" },
    { "if-match": "canary\r\nx: y" },
    { "if-match": "" },
    { "if-match": "canary".repeat(200) },
    { "If-Match": "canary", "if-match": "canary" },
  ];
  for (const headers of refused)
    await assert.rejects(sendOnce(egress, { ...post, json: {}, headers }), constantRangeError);
  // The credential's own header can't be set a second time.
  const channel = egress.open("acme", { headers: { "x-key": canary }, deadlineMs: soon() });
  await assert.rejects(channel.send({ ...post, json: {}, headers: { "X-Key": "canary" } }), constantRangeError);
  channel.close();
  assert.equal(server.sockets.length, 0);
});

test("rejects bodies and types that don't fit together", async (t) => {
  const egress = egressFor(t, "http://127.0.0.1:9");
  const deep = { a: { a: { a: { a: { a: { a: { a: { a: { a: { a: "canary" } } } } } } } } } };
  const refused: Partial<ProviderRequest>[] = [
    { text: "canary" },
    { json: {}, text: "canary", contentType: "text/plain" },
    { contentType: "text/plain" },
    { json: {}, contentType: "text/plain" },
    { form: {}, contentType: "text/plain" },
    { text: "canary", contentType: "text/plain\r\nx: y" },
    { text: "canary", contentType: "canary" },
    { text: "canary\ud800", contentType: "text/plain" },
    { form: { a: Number.NaN } },
    { form: { a: null as never } },
    { form: { a: (() => "canary") as never } },
    { form: { a: "canary\ud800" } },
    { form: deep },
    { json: {}, query: { a: ["canary\ud800"] } },
    { json: {}, query: { a: [{ canary: 1 } as never] } },
    { method: "GET", text: "canary", contentType: "text/plain" },
    { method: "GET", contentType: "text/plain" },
  ];
  for (const [at, change] of refused.entries()) {
    await assert.rejects(sendOnce(egress, { ...post, ...change }), constantRangeError, String(at));
  }
});

test("sends to the origin that a request names, and to no other", async (t) => {
  const [api, files] = [await rawServer(t, respond), await rawServer(t, respond)];
  const egress = egressFor(t, api.origin, { origins: { files: files.origin } });
  const channel = egress.open("acme", { headers: { authorization: canary }, deadlineMs: soon() });
  for (const origin of [undefined, "files", undefined, "files"]) {
    await channel.send({ method: "GET", path: ["a"], ...(origin === undefined ? {} : { origin }) });
  }
  assert.deepEqual([requestCount(api), requestCount(files)], [2, 2]);
  assert.deepEqual([api.sockets.length, files.sockets.length], [1, 1]);
  for (const origin of ["canary", "constructor", "__proto__", ""]) {
    await assert.rejects(channel.send({ ...post, origin }), constantRangeError);
  }
  channel.close();
  const closed = await channel.send({ method: "GET", path: ["a"], origin: "files" });
  assert.deepEqual(closed, { kind: "not_sent", reason: "not_allowed" });
  const unused = egress.open("acme", { headers: { authorization: canary }, deadlineMs: soon() });
  unused.close();
  assert.deepEqual(await unused.send({ method: "GET", path: ["a"], origin: "files" }), closed);
  assert.throws(() => egressFor(t, api.origin, { origins: { files: `${files.origin}/x` } }), constantRangeError);
});

test("a read by POST may start on a link that an earlier call left, and is sent again if that link had ended", async (t) => {
  const server = await rawServer(t, (socket, count) => (count === 1 ? respond(socket) : socket.resetAndDestroy()));
  const egress = egressFor(t, server.origin);
  const call = { headers: { authorization: canary }, connectionId: "con_1", credentialVersion: 1 };
  const once = async (isRead: boolean) => {
    const channel = egress.open("acme", { ...call, deadlineMs: soon() });
    const facts = await channel.send({ ...post, json: {} }, { isRead });
    channel.close();
    return facts;
  };
  assert.equal((await once(true)).kind, "answered");
  assert.equal((await once(true)).kind, "answered");
  assert.equal(server.sockets.length, 2);
  // A change gets a link of its own.
  assert.equal((await once(false)).kind, "answered");
  assert.equal(server.sockets.length, 3);
  assert.equal(requestCount(server), 4);
});

test("reads when to try again in each declared form, from the first header that has it", async (t) => {
  const nowMs = Date.parse("2030-01-01T00:00:00Z");
  const forms: readonly (readonly [value: string, form: RetryAfterHeader["form"], seconds: number | null])[] = [
    ["7", "seconds", 7],
    ["1.25", "seconds", 2],
    ["-1", "seconds", null],
    ["1e3", "seconds", null],
    ["1500", "milliseconds", 2],
    ["7", "seconds_or_date", 7],
    ["1.5", "seconds_or_date", null],
    ["Tue, 01 Jan 2030 00:00:09 GMT", "seconds_or_date", 9],
    [String(nowMs / 1000 + 5), "epoch_seconds", 5],
    [String(nowMs + 5001), "epoch_milliseconds", 6],
    [String(nowMs - 5000), "epoch_milliseconds", 0],
    ["2030-01-01T00:01Z", "iso_date", 60],
    ["2030-01-01T01:00:03.5+01:00", "iso_date", 4],
    ["2030-13-01T00:00:00Z", "iso_date", null],
    ["tomorrow", "iso_date", null],
    ["99999999", "seconds", 3600],
  ];
  for (const [value, form, seconds] of forms)
    assert.equal(readRetryAfter(value, form, nowMs), seconds, `${form} ${value}`);
  const server = await rawServer(t, (socket) => {
    socket.write("HTTP/1.1 429 X\r\nx-reset: soon\r\nx-wait: 1500\r\nretry-after: 9\r\ncontent-length: 2\r\n\r\n{}");
  });
  const egress = egressFor(t, server.origin, {
    retryAfter: [
      { name: "X-Reset", form: "epoch_seconds" },
      { name: "X-Wait", form: "milliseconds" },
    ],
  });
  const facts = await sendOnce(egress, { method: "GET", path: ["a"] });
  assert.equal(facts.kind === "answered" && facts.retryAfterSeconds, 2);
});
