/** Links that must not be used again: after unsolicited bytes, and after a response that spoils them. */
import assert from "node:assert/strict";
import type { Socket } from "node:net";
import { test } from "node:test";
import type { ProviderRequest } from "@svc/provider-kit";
import { respond, call, fine, perSocket, read, serverAndEgress } from "./idle-fixture.ts";
import { change, patientLimits, until } from "./raw-server.ts";

const discarded: ProviderRequest = { ...change, responseBody: "discard" };

const unsolicited = 'HTTP/1.1 200 OK\r\ncontent-length: 6\r\n\r\n"evil"';
for (const [name, bytes] of [
  ["a response", unsolicited],
  ["half a response", unsolicited.slice(0, 20)],
  ["an empty line", "\r\n"],
] as const) {
  for (const client of ["has seen", "has not seen"]) {
    test(`does not take an unsolicited ${name} that the client ${client} for the next response`, async (t) => {
      const { server, egress } = await serverAndEgress(t);
      await call(egress);
      const written = new Promise<void>((resolve) => server.sockets[0]?.write(bytes, () => resolve()));
      if (client === "has seen") {
        await written;
        await new Promise((resolve) => setImmediate(resolve));
      }
      const facts = await call(egress, [read, change]);
      assert.ok(facts.kind === "answered" && facts.body.kind === "complete");
      assert.equal(facts.body.text, "{}");
      assert.deepEqual(perSocket(server), [1, 2]);
    });
  }

  test(`drops the link if ${name} arrives together with the previous response`, async (t) => {
    const { server, egress } = await serverAndEgress(t, (socket, count) => {
      socket.write(count === 1 && server.sockets.length === 1 ? fine + bytes : fine);
    });
    await call(egress);
    const facts = await call(egress);
    assert.ok(facts.kind === "answered" && facts.body.kind === "complete");
    assert.equal(facts.body.text, "{}");
    // An empty line before a response belongs to none and is skipped (RFC 9112 §2.2).
    assert.deepEqual(perSocket(server), bytes === "\r\n" ? [2] : [1, 1]);
  });
}

const spoiling: readonly (readonly [string, string, ProviderRequest?])[] = [
  ["connection: close", "HTTP/1.1 200 OK\r\nconnection: close\r\ncontent-length: 2\r\n\r\n{}"],
  ["HTTP/1.0", "HTTP/1.0 200 OK\r\ncontent-length: 2\r\n\r\n{}"],
  ["a hint of one second", "HTTP/1.1 200 OK\r\nkeep-alive: timeout=1\r\ncontent-length: 2\r\n\r\n{}"],
  ["a refused credential", "HTTP/1.1 401 No\r\ncontent-length: 2\r\n\r\n{}"],
  ["a request timeout", "HTTP/1.1 408 No\r\ncontent-length: 2\r\n\r\n{}"],
  ["the wrong server", "HTTP/1.1 421 No\r\ncontent-length: 2\r\n\r\n{}"],
  ["an incomplete body", "HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\n{}"],
  ["bad chunks", "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n"],
  ["a long unwanted body", `HTTP/1.1 200 OK\r\ncontent-length: 70000\r\n\r\n${" ".repeat(70_000)}`, discarded],
  [
    "long unwanted chunks",
    `HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n1ffff\r\n${"x".repeat(0x1ffff)}\r\n0\r\n\r\n`,
    discarded,
  ],
  ["an unwanted body that never ends", "HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\n{}", discarded],
];

for (const [name, bytes, request = read] of spoiling) {
  test(`closes a link after ${name} and does not reuse it`, async (t) => {
    const respond = (socket: Socket): void => void socket.write(server.sockets.length === 1 ? bytes : fine);
    const limits = { ...patientLimits, totalTimeoutMs: 2_000 };
    const { server, egress } = await serverAndEgress(t, respond, { limits });
    await call(egress, [request]);
    await call(egress);
    assert.deepEqual(perSocket(server), [1, 1]);
    await until(() => server.sockets[0]?.readableEnded === true || server.sockets[0]?.destroyed === true);
  });
}

test("a change's link rests once the unwanted body is discarded, whenever its facts were reported", async (t) => {
  const { server, egress } = await serverAndEgress(t, (socket, count) => {
    if (count > 1) respond(socket);
    else socket.write("HTTP/1.1 200 OK\r\ncontent-length: 4\r\n\r\n{");
  });
  assert.equal((await call(egress, [discarded])).kind, "answered");
  server.sockets[0]?.write('"a"');
  await until(() => perSocket(server)[0] === 2 || (void call(egress), false));
  assert.equal(server.received[0]?.match(/POST/g)?.length, 1);
});
