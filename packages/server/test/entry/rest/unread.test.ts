/** Responses that their peers don't read. */
import assert from "node:assert/strict";
import { createServer, type RequestListener, type Server } from "node:http";
import { after, test } from "node:test";
import { createConnectionGuard, pipelinedMax, serverTimes } from "../../../src/entry/rest/connections.ts";
import { createUnread, Slices, unreadDefaults, type UnreadLimits } from "../../../src/entry/rest/unread.ts";
import { until } from "../mcp/until.ts";
import { sendRaw, statusOf, type RawConnection } from "./raw.ts";

const opened: Server[] = [];
after(() => {
  for (const server of opened) {
    server.closeAllConnections();
    server.close();
  }
});

const mebibyte = 1024 * 1024;
/** More than the kernel takes of a connection that isn't read. */
const large = Buffer.alloc(64 * mebibyte);

async function listening(respond: RequestListener, limits: Partial<UnreadLimits> = {}): Promise<Server> {
  const guard = createConnectionGuard(2048, createUnread({ ...unreadDefaults, ...limits }));
  const server = createServer(serverTimes, (request, response) =>
    guard.inTurn(response, () => respond(request, response)),
  );
  guard.watch(server);
  opened.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return server;
}

const get = (path: string): string => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`;

async function askUnread(server: Server, path: string): Promise<RawConnection> {
  const connection = await sendRaw(server, get(path));
  connection.socket.pause();
  return connection;
}

/** Waits until the server has this many connections. */
async function untilOpen(server: Server, count: number): Promise<void> {
  let open = -1;
  await until(() => {
    server.getConnections((_error, now) => {
      open = now;
    });
    return open === count ? true : null;
  });
}

test("closes the connection that holds bytes longest if all together hold too many", async () => {
  const server = await listening((request, response) => response.end(request.url === "/large" ? large : "ok"), {
    bytesMax: 150 * mebibyte,
    everyMs: 20,
    checksMax: 1_000_000,
  });
  const first = await askUnread(server, "/large");
  await askUnread(server, "/large");
  await untilOpen(server, 2);
  await askUnread(server, "/large");
  await untilOpen(server, 2);
  first.socket.resume();
  await until(() => (first.isClosed() ? true : null));
  assert.ok(first.text().length < large.length);
  assert.equal(await statusOf(await sendRaw(server, get("/"))), 200);
});

test("closes a connection that takes nothing, but neither a slow reader nor a quiet stream", async () => {
  const server = await listening(
    (request, response) => {
      if (request.url === "/quiet") response.flushHeaders();
      else new Slices(large, { isShared: true }).pipe(response);
    },
    { everyMs: 20, checksMax: 5 },
  );
  const quiet = await sendRaw(server, get("/quiet"));
  const slow = await sendRaw(server, get("/large"));
  const reading = setInterval(() => {
    slow.socket.resume();
    setTimeout(() => slow.socket.pause(), 3);
  }, 10);
  await askUnread(server, "/large");
  await until(() => (slow.text().length >= large.length ? true : null));
  clearInterval(reading);
  await untilOpen(server, 2);
  assert.equal(quiet.isClosed(), false);
  assert.equal(slow.isClosed(), false);
});

test("keeps a slice of a shared body for a peer that doesn't read", async () => {
  const held: (() => number)[] = [];
  const server = await listening((_request, response) => {
    held.push(() => response.writableLength);
    new Slices(large, { isShared: true }).pipe(response);
  });
  await askUnread(server, "/");
  await until(() => ((held[0]?.() ?? 0) > 0 ? true : null));
  assert.ok((held[0]?.() ?? 0) < 256 * 1024);
});

test("counts a body that only one response needs until that is taken", async () => {
  const guard = createConnectionGuard(
    2048,
    createUnread({ bytesMax: 2 * mebibyte, everyMs: 20, checksMax: 1_000_000 }),
  );
  const server = createServer(serverTimes, (_request, response) => {
    const slices = new Slices(Buffer.alloc(4 * mebibyte), { isShared: false });
    guard.answered(response, slices.keptBytes);
    slices.pipe(response);
  });
  guard.watch(server);
  opened.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const unread = await askUnread(server, "/");
  await until(() => (unread.socket.resume() && unread.isClosed() ? true : null));
  assert.ok(unread.text().length < 4 * mebibyte);
});

test("counts responses that wait for an earlier one of their connection", async () => {
  const server = await listening(() => undefined, { bytesMax: 64 * 1024, everyMs: 20, checksMax: 1_000_000 });
  const connection = await sendRaw(server, get("/").repeat(12));
  await until(() => (connection.isClosed() ? true : null));
});

test("works on one request of a connection at a time, in order", async () => {
  const begun: string[] = [];
  const responses: (() => void)[] = [];
  const server = await listening((request, response) => {
    begun.push(request.url ?? "");
    responses.push(() => response.end(`<${request.url}>`));
  });
  const connection = await sendRaw(server, ["/1", "/2", "/3"].map(get).join(""));
  for (const count of [1, 2, 3]) {
    await until(() => (begun.length === count ? true : null));
    responses.at(-1)?.();
  }
  await until(() => (connection.text().includes("</3>") ? true : null));
  assert.deepEqual(connection.text().match(/<\/\d>/g), ["</1>", "</2>", "</3>"]);
});

test("closes a connection that sends too many requests at once, after beginning only the first", async () => {
  let begun = 0;
  const server = await listening(() => {
    begun += 1;
  });
  const most = await sendRaw(server, get("/").repeat(pipelinedMax));
  const more = await sendRaw(server, get("/").repeat(pipelinedMax + 1));
  await until(() => (more.isClosed() ? true : null));
  assert.equal(most.isClosed(), false);
  assert.equal(begun, 2);
});
