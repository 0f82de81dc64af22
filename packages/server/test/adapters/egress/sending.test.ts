/** When a request is sent, when it certainly isn't, and on which connection. */
import assert from "node:assert/strict";
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { connect, createServer } from "node:net";
import type { AddressInfo, Socket } from "node:net";
import { test } from "node:test";
import type { TestContext } from "node:test";
import type { NotSentReason } from "@svc/provider-kit";
import { canary, certificate, change, egressTo, patientLimits, rawServer } from "./raw-server.ts";
import { allEnded, requestCount, sendOnce, soon, until } from "./raw-server.ts";

const fine = "HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}";
const response = (socket: Socket): void => void socket.write(fine);
const read = { method: "GET", path: ["v3", "me"] } as const;
const credential = { headers: { authorization: canary } };

function notSent(reason: NotSentReason): { kind: "not_sent"; reason: NotSentReason } {
  return { kind: "not_sent", reason };
}

test("writes the exact bytes", async (t) => {
  const server = await rawServer(t, response);
  const query = { name: "a&b c", raw: false, page: 0, none: undefined };
  await sendOnce(egressTo(t, server.origin), { ...change, path: ["v3", "a/b", "ü%"], query });
  assert.equal(
    server.received[0],
    "POST /v3/a%2Fb/%C3%BC%25?name=a%26b+c&raw=false&page=0 HTTP/1.1\r\n" +
      `host: 127.0.0.1:${server.port}\r\nconnection: keep-alive\r\naccept: application/json\r\n` +
      "accept-encoding: identity\r\nuser-agent: svc-test\r\ncontent-type: application/json\r\n" +
      `authorization: ${canary}\r\ncontent-length: 12\r\n\r\n{"name":"A"}`,
  );
});

test("connects to a server with a trusted certificate", async (t) => {
  const server = await rawServer(t, response, { tls: true });
  const facts = await sendOnce(egressTo(t, server.origin, { ca: certificate }));
  assert.equal(facts.kind, "answered");
  assert.equal(requestCount(server), 1);
});

test("rejects an untrusted certificate", async (t) => {
  const server = await rawServer(t, response, { tls: true });
  process.env["NODE_TLS_REJECT_UNAUTHORIZED"] = "0";
  t.after(() => delete process.env["NODE_TLS_REJECT_UNAUTHORIZED"]);
  assert.deepEqual(await sendOnce(egressTo(t, server.origin)), notSent("tls"));
  assert.equal(requestCount(server), 0);
});

test("rejects a certificate for another name", async (t) => {
  const server = await rawServer(t, response, { tls: true });
  const origin = `https://127.0.0.2:${server.port}`;
  assert.deepEqual(await sendOnce(egressTo(t, origin, { ca: certificate })), notSent("tls"));
  assert.equal(requestCount(server), 0);
});

test("reports a server that does not speak TLS, or hangs up", async (t) => {
  for (const onConnection of [
    (s: Socket) => void s.write("220 mail\r\n"),
    (s: Socket) => void s.once("data", () => s.resetAndDestroy()),
  ]) {
    const server = await rawServer(t, response, { onConnection });
    const egress = egressTo(t, server.origin.replace("http:", "https:"));
    assert.deepEqual(await sendOnce(egress), notSent("tls"));
  }
});

test("reports a handshake that never ends", async (t) => {
  const server = await rawServer(t, response, { onConnection: () => {} });
  const limits = { ...patientLimits, connectTimeoutMs: 400 };
  const egress = egressTo(t, server.origin.replace("http:", "https:"), { limits });
  assert.deepEqual(await sendOnce(egress), notSent("connect_timeout"));
  await until(() => allEnded(server));
});

test("reports a refused connection", async (t) => {
  const server = createServer().listen(0, "127.0.0.1");
  await until(() => server.listening);
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  assert.deepEqual(await sendOnce(egressTo(t, `http://127.0.0.1:${port}`)), notSent("connect"));
});

test("reports a name that does not exist", async (t) => {
  const facts = await sendOnce(egressTo(t, "https://nowhere.invalid", { loopbackOnly: false }));
  assert.deepEqual(facts, notSent("dns"));
});

test("dials a server that speaks first only once", async (t) => {
  for (const tls of [false, true]) {
    const server = await rawServer(t, () => {}, { tls, onConnection: (socket) => void socket.write("no HTTP\r\n") });
    const facts = await sendOnce(egressTo(t, server.origin, { ca: certificate }));
    assert.ok(facts.kind === "lost" || facts.kind === "not_sent");
    assert.equal(server.sockets.length, 1);
  }
});

test("does not keep redialing a connection that dies before the first byte", async (t) => {
  const server = await rawServer(t, response);
  const die = (message: unknown): void => void (message as { socket: Socket }).socket.destroy();
  subscribe("undici:client:connected", die);
  t.after(() => unsubscribe("undici:client:connected", die));
  assert.deepEqual(await sendOnce(egressTo(t, server.origin)), notSent("connect"));
  await until(() => server.sockets.length > 0);
  assert.equal(server.sockets.length, 1);
});

test("sends no byte if the check says no after a slow handshake", async (t) => {
  for (const tls of [false, true]) {
    const server = await rawServer(t, response, { tls });
    const relayed = await slowRelay(t, server.port, 150);
    const egress = egressTo(t, server.origin.replace(`${server.port}`, `${relayed.port}`), { ca: certificate });
    const channel = egress.open("acme", { ...credential, deadlineMs: soon() });
    const startedMs = performance.now();
    let askedAfterMs = 0;
    const facts = await channel.send(change, {
      mayStillSend: () => {
        askedAfterMs = performance.now() - startedMs;
        return false;
      },
    });
    assert.deepEqual(facts, notSent("not_allowed"));
    if (tls) assert.ok(askedAfterMs > 140, "called before the handshake was over");
    await until(() => relayed.over() && allEnded(server));
    assert.equal(server.received.join(""), "");
  }
});

/** Forwards bytes after a delay, so that the connection opens before its handshake ends. */
async function slowRelay(t: TestContext, port: number, delayMs: number): Promise<{ port: number; over(): boolean }> {
  const nears: Socket[] = [];
  const server = createServer((near) => {
    const far = connect(port, "127.0.0.1");
    nears.push(near);
    near.on("error", () => far.destroy());
    near.on("close", () => far.end());
    far.on("error", () => near.destroy());
    setTimeout(() => near.pipe(far).pipe(near), delayMs);
    t.after(() => far.destroy());
  });
  t.after(() => server.close());
  server.listen(0, "127.0.0.1");
  await until(() => server.listening);
  const { port: relayPort } = server.address() as AddressInfo;
  return { port: relayPort, over: () => nears.length === 1 && nears[0]?.destroyed === true };
}

test("sends nothing if the check says no, or throws, on a connection already in use", async (t) => {
  const server = await rawServer(t, response);
  const channel = egressTo(t, server.origin).open("acme", { ...credential, deadlineMs: soon() });
  await channel.send(read);
  assert.deepEqual(await channel.send(change, { mayStillSend: () => false }), notSent("not_allowed"));
  const failing = (): boolean => {
    throw new Error("lease lost");
  };
  assert.deepEqual(await channel.send(change, { mayStillSend: failing }), notSent("not_allowed"));
  assert.equal(requestCount(server), 1);
  assert.equal((await channel.send(change, { mayStillSend: () => true })).kind, "answered");
  assert.equal(requestCount(server), 2);
});

test("sends nothing after the deadline", async (t) => {
  const server = await rawServer(t, response, { onConnection: () => {} });
  const plain = egressTo(t, server.origin);
  const late = plain.open("acme", { ...credential, deadlineMs: performance.now() });
  assert.deepEqual(await late.send(change), notSent("deadline"));
  assert.equal(server.sockets.length, 0);
  const handshake = egressTo(t, server.origin.replace("http:", "https:"));
  const during = handshake.open("acme", { ...credential, deadlineMs: performance.now() + 100 });
  assert.deepEqual(await during.send(change), notSent("deadline"));
});

test("a process that slept past the deadline sends nothing", async (t) => {
  const server = await rawServer(t, response);
  let skipMs = 0;
  const egress = egressTo(t, server.origin, { monotonicMs: () => performance.now() + skipMs });
  const channel = egress.open("acme", { ...credential, deadlineMs: soon() });
  const sent = channel.send(change);
  await Promise.resolve().then(() => (skipMs = 60_000));
  assert.deepEqual(await sent, notSent("deadline"));
  assert.equal(requestCount(server), 0);
});

test("the total limit applies even if the caller's deadline is later", async (t) => {
  const server = await rawServer(t, () => {});
  const egress = egressTo(t, server.origin, {
    limits: { ...patientLimits, headersTimeoutMs: 9_000, totalTimeoutMs: 1_000 },
  });
  const channel = egress.open("acme", { ...credential, deadlineMs: performance.now() + 60_000 });
  assert.deepEqual(await channel.send(change), { kind: "lost", reason: "timeout" });
});

test("one channel reuses its connection; two channels never share one", async (t) => {
  const server = await rawServer(t, response);
  const egress = egressTo(t, server.origin);
  const first = egress.open("acme", { ...credential, deadlineMs: soon() });
  const second = egress.open("acme", { ...credential, deadlineMs: soon() });
  await first.send(read);
  await Promise.all([first.send(read), first.send(change), second.send(read)]);
  assert.equal(server.sockets.length, 2);
  assert.deepEqual(
    server.received.map((text) => text.match(/ HTTP\/1\.1/g)?.length ?? 0).sort((a, b) => a - b),
    [1, 3],
  );
});

test("sends a change once on a new connection if the old one ended after a read", async (t) => {
  const server = await rawServer(t, (socket, count) => {
    if (count === 1) socket.write(fine, () => socket.end());
  });
  const channel = egressTo(t, server.origin).open("acme", { ...credential, deadlineMs: soon() });
  await channel.send(read);
  await until(() => server.sockets[0]?.readableEnded === true);
  const facts = await channel.send(change);
  assert.equal(facts.kind, "answered");
  assert.equal(server.sockets.length, 2);
  assert.equal(server.received.join("").match(/POST/g)?.length, 1);
});

test("does not reuse a connection that was idle for longer than a second", async (t) => {
  const server = await rawServer(t, response);
  const channel = egressTo(t, server.origin).open("acme", { ...credential, deadlineMs: soon() });
  await channel.send(read);
  await until(() => server.sockets[0]?.readableEnded === true);
  assert.equal((await channel.send(change)).kind, "answered");
  assert.equal(server.sockets.length, 2);
});

test("reports a change as lost, without resending, if its used connection is reset", async (t) => {
  const server = await rawServer(t, (socket, count) => {
    if (count === 1) socket.write(fine);
    else socket.resetAndDestroy();
  });
  const channel = egressTo(t, server.origin).open("acme", { ...credential, deadlineMs: soon() });
  await channel.send(read);
  assert.deepEqual(await channel.send(change), { kind: "lost", reason: "reset" });
  assert.equal(requestCount(server), 2);
  assert.equal(server.sockets.length, 1);
});
