import assert from "node:assert/strict";
import { test } from "node:test";
import { HttpFrames, requestBytes, statusOf } from "./http-frames.ts";

const response = 'HTTP/1.1 201 Created\r\nContent-Length: 4\r\nx: y\r\n\r\n{"é';

test("finds messages wherever the stream is split", () => {
  const bytes = Buffer.from(response + "HTTP/1.1 204 No Content\r\nx: z\r\n\r\n", "utf8");
  for (let cut = 1; cut < bytes.length; cut += 1) {
    const frames = new HttpFrames();
    const messages = [...frames.take(bytes.subarray(0, cut)), ...frames.take(bytes.subarray(cut))];
    assert.deepEqual(
      messages.map(({ head, body }) => [statusOf(head), body.toString("utf8")]),
      [
        [201, '{"é'],
        [204, ""],
      ],
    );
  }
});

test("rejects a body without a length", () => {
  assert.throws(() => new HttpFrames().take(Buffer.from("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")));
});

test("writes a content-length in bytes", () => {
  const text = requestBytes({ method: "POST", path: "/a", headers: { "x-a": "1" }, body: "é" });
  assert.equal(text, "POST /a HTTP/1.1\r\nhost: localhost\r\nx-a: 1\r\ncontent-length: 2\r\n\r\né");
  assert.equal(new HttpFrames().take(Buffer.from(text))[0]?.body.toString(), "é");
  assert.equal(
    requestBytes({ method: "GET", path: "/", headers: {}, body: null }),
    "GET / HTTP/1.1\r\nhost: localhost\r\n\r\n",
  );
});
