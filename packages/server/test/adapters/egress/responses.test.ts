/** How responses are reported, and that no response makes the client send twice. */
import assert from "node:assert/strict";
import type { Socket } from "node:net";
import { test } from "node:test";
import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import type { ExchangeFacts, ProviderRequest } from "@svc/provider-kit";
import { change, egressTo, patientLimits, rawServer, requestCount, sendOnce } from "./raw-server.ts";

type Row = {
  name: string;
  response: string | Buffer | ((socket: Socket) => void);
  request?: ProviderRequest;
  facts: ExchangeFacts;
  /** Whether its facts are reported only when the time limit is reached. */
  isWaitedOut?: true;
};

function answered(status: number, text: string, more: object = {}): ExchangeFacts {
  return {
    kind: "answered",
    status,
    requestId: null,
    retryAfterSeconds: null,
    headers: {},
    body: { kind: "complete", text },
    ...more,
  };
}

function unreadable(reason: "truncated" | "too_large" | "timeout" | "undecodable", status = 200): ExchangeFacts {
  return answered(status, "", { body: { kind: "unreadable", reason } });
}

function sized(head: string, body: string | Buffer): Buffer {
  const bytes = Buffer.from(body);
  return Buffer.concat([
    Buffer.from(`HTTP/1.1 ${head}\r\ncontent-length: ${bytes.byteLength}\r\n\r\n`, "latin1"),
    bytes,
  ]);
}

function encoded(encoding: string, body: Buffer): Buffer {
  return sized(`200 OK\r\ncontent-encoding: ${encoding}`, body);
}

const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024));
const ok = "HTTP/1.1 200 OK\r\n";

const rows: readonly Row[] = [
  ...[307, 303, 301, 308].map((status) => ({
    name: `${status} with a location`,
    response: sized(`${status} Moved\r\nlocation: /elsewhere`, ""),
    facts: answered(status, ""),
  })),
  ...[400, 401, 408, 421, 425, 429, 500, 503, 599].map((status) => ({
    name: `${status}`,
    response: sized(`${status} Said`, "{}"),
    facts: answered(status, "{}"),
  })),
  { name: "200", response: sized("200 OK", '{"a":"ü"}'), facts: answered(200, '{"a":"ü"}') },
  { name: "204", response: "HTTP/1.1 204 No Content\r\n\r\n", facts: answered(204, "") },
  { name: "304", response: 'HTTP/1.1 304 Not Modified\r\netag: "a"\r\n\r\n', facts: answered(304, "") },
  {
    name: "103 before 200",
    response: Buffer.concat([Buffer.from("HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n"), sized("200 OK", "{}")]),
    facts: answered(200, "{}"),
  },
  {
    name: "chunked with a trailer",
    response: `${ok}transfer-encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\nx-end: 1\r\n\r\n`,
    facts: answered(200, "{}"),
  },
  {
    name: "a body that lasts until the connection closes",
    response: (s) => s.end(`${ok}\r\n{}`),
    facts: answered(200, "{}"),
  },
  {
    name: "a body that lasts until the connection closes, reset",
    response: (s) => s.write(`${ok}\r\n{}`, () => setTimeout(() => s.resetAndDestroy(), 30)),
    facts: unreadable("truncated"),
  },
  { name: "NUL in a body", response: sized("200 OK", "a\0b"), facts: answered(200, "a\0b") },
  {
    name: "a body that is not UTF-8",
    response: sized("200 OK", Buffer.from([0xff])),
    facts: unreadable("undecodable"),
  },
  { name: "gzip", response: encoded("gzip", gzipSync("{}")), facts: answered(200, "{}") },
  { name: "deflate", response: encoded("deflate", deflateSync("{}")), facts: answered(200, "{}") },
  { name: "br", response: encoded("br", brotliCompressSync("{}")), facts: answered(200, "{}") },
  { name: "an unknown encoding", response: encoded("lzma", Buffer.from("x")), facts: unreadable("undecodable") },
  { name: "two encodings", response: encoded("gzip, br", gzipSync("{}")), facts: unreadable("undecodable") },
  {
    name: "an encoding named as a property",
    response: encoded("constructor", Buffer.from("x")),
    facts: unreadable("undecodable"),
  },
  {
    name: "gzip cut short",
    response: encoded("gzip", gzipSync("{}").subarray(0, 12)),
    facts: unreadable("undecodable"),
  },
  { name: "a gzip bomb", response: encoded("gzip", bomb), facts: unreadable("too_large") },
  {
    name: "gzip within the size, over the ratio",
    response: encoded("gzip", gzipSync(Buffer.alloc(1024 * 1024))),
    facts: unreadable("too_large"),
  },
  {
    name: "one byte too many",
    response: sized("200 OK", Buffer.alloc(5 * 1024 * 1024 + 1, 32)),
    facts: unreadable("too_large"),
  },
  {
    name: "a short content-length",
    response: (s) => s.end(`${ok}content-length: 9\r\n\r\n{}`),
    facts: unreadable("truncated"),
  },
  {
    name: "a chunked body cut short",
    response: (s) => s.end(`${ok}transfer-encoding: chunked\r\n\r\n9\r\n{}`),
    facts: unreadable("truncated"),
  },
  {
    name: "bad chunking",
    response: `${ok}transfer-encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n`,
    facts: unreadable("truncated"),
  },
  {
    name: "a reset after the head",
    response: (s) => s.write(`${ok}content-length: 9\r\n\r\n`, () => setTimeout(() => s.resetAndDestroy(), 30)),
    facts: unreadable("truncated"),
  },
  {
    name: "a body that never arrives",
    response: `${ok}content-length: 9\r\n\r\n`,
    facts: unreadable("timeout"),
    isWaitedOut: true,
  },
  {
    name: "a body that drips",
    response: (s) => {
      s.write(`${ok}content-length: 9999\r\n\r\n`);
      const drip = setInterval(() => s.write("x"), 20);
      s.once("close", () => clearInterval(drip));
    },
    facts: unreadable("timeout"),
    isWaitedOut: true,
  },
  { name: "a reset before the head", response: (s) => s.resetAndDestroy(), facts: { kind: "lost", reason: "reset" } },
  // RFC 9110 §15: there is no such status, so its meaning is unknown.
  ...[600, 999].map((status): Row => {
    return {
      name: `${status}`,
      response: sized(`${status} Said`, "{}"),
      facts: { kind: "lost", reason: "protocol_error" },
    };
  }),
  { name: "an end before the head", response: (s) => s.end(), facts: { kind: "lost", reason: "closed" } },
  {
    name: "an end within the head",
    response: (s) => s.end(`${ok}content-`),
    facts: { kind: "lost", reason: "closed" },
  },
  {
    name: "a reset during a read",
    response: (s) => s.resetAndDestroy(),
    request: { method: "GET", path: ["v3"] },
    facts: { kind: "lost", reason: "reset" },
  },
  {
    name: "421 to a read",
    response: sized("421 Misdirected", "{}"),
    request: { method: "GET", path: ["v3"] },
    facts: answered(421, "{}"),
  },
  { name: "no response", response: () => {}, facts: { kind: "lost", reason: "timeout" }, isWaitedOut: true },
  {
    name: "endless early hints",
    response: (s) => {
      const hints = setInterval(() => s.write("HTTP/1.1 103 Early Hints\r\n\r\n"), 20);
      s.once("close", () => clearInterval(hints));
    },
    facts: { kind: "lost", reason: "timeout" },
    isWaitedOut: true,
  },
  { name: "a malformed status line", response: "HTTP/9 OK\r\n\r\n", facts: { kind: "lost", reason: "protocol_error" } },
  {
    name: "a status below 100",
    response: "HTTP/1.1 042 No\r\n\r\n",
    facts: { kind: "lost", reason: "protocol_error" },
  },
  { name: "no HTTP", response: "220 mail ready\r\n", facts: { kind: "lost", reason: "protocol_error" } },
  { name: "101", response: "HTTP/1.1 101 Switching\r\n\r\n", facts: { kind: "lost", reason: "protocol_error" } },
  {
    name: "101 with an upgrade",
    response: "HTTP/1.1 101 Switching\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n",
    facts: { kind: "lost", reason: "protocol_error" },
  },
  { name: "100", response: "HTTP/1.1 100 Continue\r\n\r\n", facts: { kind: "lost", reason: "protocol_error" } },
  {
    name: "a head over its limit",
    response: `${ok}x-a: ${"a".repeat(17 * 1024)}\r\ncontent-length: 0\r\n\r\n`,
    facts: { kind: "lost", reason: "protocol_error" },
  },
  {
    name: "both framings at once",
    response: `${ok}content-length: 2\r\ntransfer-encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n`,
    facts: { kind: "lost", reason: "protocol_error" },
  },
  ...[200, 204, 302, 500].map((status) => ({
    name: `${status} with an unwanted body`,
    response: `HTTP/1.1 ${status} Said\r\ncontent-length: 999999999\r\n\r\n{`,
    request: { ...change, responseBody: "discard" as const },
    facts: answered(status, "", { body: { kind: "discarded" } }),
  })),
  {
    name: "a refusal whose body is read, although a success's would not be",
    response: sized("404 Said", '{"a":1}'),
    request: { ...change, responseBody: "discard" as const },
    facts: answered(404, '{"a":1}'),
  },
  {
    name: "a request id and seconds to wait",
    response: sized("429 Slow\r\nx-request-id: req-1\r\nretry-after: 7", ""),
    facts: answered(429, "", { requestId: "req-1", retryAfterSeconds: 7 }),
  },
  {
    name: "a date to wait for",
    response: sized("503 Down\r\nretry-after: Tue, 01 Jan 2030 00:00:30 GMT", ""),
    facts: answered(503, "", { retryAfterSeconds: 30 }),
  },
  {
    name: "a date long past",
    response: sized("503 Down\r\nretry-after: Mon, 01 Jan 2029 00:00:30 GMT", ""),
    facts: answered(503, "", { retryAfterSeconds: 0 }),
  },
  {
    name: "a day to wait",
    response: sized("503 Down\r\nretry-after: 86400", ""),
    facts: answered(503, "", { retryAfterSeconds: 3600 }),
  },
  ...["-1", "1.5", "soon", "2030"].map((value) => ({
    name: `retry-after: ${value}`,
    response: sized(`503 Down\r\nretry-after: ${value}`, ""),
    facts: answered(503, "", { retryAfterSeconds: value === "2030" ? 2030 : null }),
  })),
  ...["a b", "ä", "x".repeat(201), ""].map((id) => ({
    name: `the request id "${id.slice(0, 5)}"`,
    response: sized(`200 OK\r\nx-request-id: ${id}`, "{}"),
    facts: answered(200, "{}"),
  })),
];

for (const row of rows) {
  test(`reports a response and sends one request: ${row.name}`, async (t) => {
    const { response } = row;
    const server = await rawServer(t, (socket) => {
      if (typeof response === "function") response(socket);
      else socket.write(response);
    });
    const egress = egressTo(
      t,
      server.origin,
      row.isWaitedOut === true ? { limits: { ...patientLimits, totalTimeoutMs: 2_000 } } : {},
    );
    assert.deepEqual(await sendOnce(egress, row.request), row.facts);
    assert.equal(requestCount(server), 1);
    assert.equal(server.sockets.length, 1);
  });
}
