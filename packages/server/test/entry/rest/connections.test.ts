/** Connections that wait for their peer, and bodies that never arrive. */
import assert from "node:assert/strict";
import { createServer, type RequestListener, type Server } from "node:http";
import { after, test } from "node:test";
import { ServiceError } from "@svc/contract";
import { readBody } from "../../../src/entry/rest/body.ts";
import { createConnectionGuard, serverTimes } from "../../../src/entry/rest/connections.ts";
import { createUnread, unreadDefaults } from "../../../src/entry/rest/unread.ts";
import { createArrivals } from "../../../src/domain/limits/arrivals.ts";
import { until } from "../mcp/until.ts";
import { postHead, sendRaw, statusOf, type RawConnection } from "./raw.ts";

const opened: Server[] = [];
after(() => {
  for (const server of opened) {
    server.closeAllConnections();
    server.close();
  }
});

async function listening(respond: RequestListener): Promise<Server> {
  const server = createServer(serverTimes, respond);
  opened.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return server;
}

const whole = "GET / HTTP/1.1\r\nHost: a\r\n\r\n";

test("closes the connection that has waited longest if too many wait, and serves a new one", async () => {
  const server = await listening((_request, response) => response.end("ok"));
  createConnectionGuard(5).watch(server);
  const used = await sendRaw(server, whole);
  assert.equal(await statusOf(used), 200);
  const halves: RawConnection[] = [];
  for (let count = 0; count < 4; count += 1) halves.push(await sendRaw(server, "GET / HTTP/1.1\r\nHost:"));
  used.socket.write(whole);
  await until(() => (used.text().split("ok").length === 3 ? true : null));
  for (let count = 0; count < 3; count += 1) assert.equal(await statusOf(await sendRaw(server, whole)), 200);
  await until(() => (halves.filter(({ isClosed }) => isClosed()).length === 3 ? true : null));
  assert.deepEqual(
    [...halves, used].map(({ isClosed }) => isClosed()),
    [true, true, true, false, false],
  );
});

test("a connection that can't be accepted doesn't end the process, and its code is reported", async () => {
  const server = await listening((_request, response) => response.end("ok"));
  const refused: string[] = [];
  createConnectionGuard(2, undefined, (code) => void refused.push(code)).watch(server);
  const failed = (syscall: string, code: string) => Object.assign(new Error(syscall), { syscall, code });
  server.emit("error", failed("accept", "ENFILE"));
  server.emit("error", failed("listen", "EADDRINUSE"));
  assert.deepEqual(refused, ["ENFILE"]);
  assert.equal(await statusOf(await sendRaw(server, whole)), 200);
});

test("never closes a connection with a request in progress to make room", async () => {
  let finish = (): void => {};
  const server = await listening((request, response) => {
    if (request.url === "/slow") finish = () => response.end("late");
    else response.end("ok");
  });
  const guard = createConnectionGuard(2);
  guard.watch(server);
  const slow = await sendRaw(server, whole.replace("/ ", "/slow "));
  for (let count = 0; count < 6; count += 1) assert.equal(await statusOf(await sendRaw(server, whole)), 200);
  finish();
  assert.equal(await statusOf(slow), 200);
  assert.match(slow.text(), /late$/);
});

test("counts a written response as waiting to be read", async () => {
  const guard = createConnectionGuard(2, createUnread({ ...unreadDefaults, bytesMax: Number.MAX_SAFE_INTEGER }));
  const server = await listening((request, response) => {
    if (request.url !== "/large") return void response.end("ok");
    response.end(Buffer.alloc(64 * 1024 * 1024));
    guard.answered(response);
  });
  guard.watch(server);
  const unread = await sendRaw(server, whole.replace("/ ", "/large "));
  unread.socket.pause();
  for (let count = 0; count < 2; count += 1) assert.equal(await statusOf(await sendRaw(server, whole)), 200);
  unread.socket.resume();
  await until(() => (unread.isClosed() ? true : null));
  assert.ok(unread.text().length < 64 * 1024 * 1024);
});

test("gives up a body that is late or whose sender disconnects", async () => {
  const arrivals = createArrivals();
  const faults: unknown[] = [];
  const server = await listening((request, response) => {
    const reading = { bytesMax: 1000, arrivals, sender: "a", timeoutMs: 100 };
    void readBody(request, response, reading).then(
      (body) => response.end(body),
      (error: unknown) => {
        faults.push(error instanceof ServiceError ? error.code : error);
        response.writeHead(408).end();
      },
    );
  });
  const late = await sendRaw(server, `${postHead("/", 10)}12345`);
  assert.equal(await statusOf(late), 408);
  assert.deepEqual(faults, ["REQUEST_TIMEOUT"]);
  const leaving = await sendRaw(server, `${postHead("/", 10)}12345`);
  await until(() => (arrivals.now().bytes === 5 ? true : null));
  leaving.socket.destroy();
  await until(() => (faults.length === 2 ? true : null));
  const whole = await sendRaw(server, `${postHead("/", 10)}1234567890`);
  await until(() => (whole.text().endsWith("1234567890") ? true : null));
  assert.deepEqual(arrivals.now(), { requests: 0, bytes: 0 });
});
