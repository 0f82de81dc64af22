/** Links that are kept between calls: whose, for how long, and which never. */
import assert from "node:assert/strict";
import type { Socket } from "node:net";
import { test } from "node:test";
import type { TestContext } from "node:test";
import type { ExchangeFacts, ProviderRequest } from "@svc/provider-kit";
import { idleDefaults } from "../../src/egress/idle-links.ts";
import type { IdleLimits } from "../../src/egress/idle-links.ts";
import type { Egress, EgressOptions } from "../../src/egress/index.ts";
import {
  allEnded,
  canary,
  certificate,
  change,
  egressTo,
  patientLimits,
  rawServer,
  requestCount,
  soon,
  until,
} from "./raw-server.ts";
import type { RawServer } from "./raw-server.ts";

const fine = "HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}";
const answer = (socket: Socket): void => void socket.write(fine);
const read: ProviderRequest = { method: "GET", path: ["v3", "me"] };
const discarded: ProviderRequest = { ...change, answerBody: "discard" };

/** Long enough for any machine: what rests too long has tests of its own. */
const patient: IdleLimits = { ...idleDefaults, restMsMax: 60_000 };

/** One call: its requests in order on a channel of its own. @returns the facts of the last. */
async function call(
  egress: Egress,
  requests: readonly ProviderRequest[] = [read],
  whose: { connectionId?: string; credentialVersion?: number } = { connectionId: "con_1", credentialVersion: 1 },
): Promise<ExchangeFacts> {
  const channel = egress.open("acme", { headers: { authorization: canary }, deadlineMs: soon(), ...whose });
  let facts: ExchangeFacts = { kind: "not_sent", reason: "deadline" };
  for (const request of requests) facts = await channel.send(request);
  channel.close();
  return facts;
}

/** How many requests each connection had. */
function perSocket({ received }: RawServer): number[] {
  return received.map((text) => text.match(/ HTTP\/1\.1\r\n/g)?.length ?? 0);
}

async function serverAndEgress(
  t: TestContext,
  onRequest: (socket: Socket, count: number) => void = answer,
  options: Partial<EgressOptions> = {},
): Promise<{ server: RawServer; egress: Egress }> {
  const server = await rawServer(t, onRequest);
  return { server, egress: egressTo(t, server.origin, { idle: patient, ...options }) };
}

test("the next call under the same connection and version goes on the link of the one before", async (t) => {
  const { server, egress } = await serverAndEgress(t);
  for (let times = 0; times < 3; times += 1) assert.equal((await call(egress)).kind, "answered");
  await call(egress, [read, change]);
  assert.deepEqual(perSocket(server), [5]);
});

test("over TLS as well", async (t) => {
  const server = await rawServer(t, answer, { tls: true });
  const egress = egressTo(t, server.origin, { ca: certificate, idle: patient });
  await call(egress);
  await call(egress);
  assert.deepEqual(perSocket(server), [2]);
});

test("a link never goes to another connection or version, nor is one of neither kept", async (t) => {
  const { server, egress } = await serverAndEgress(t);
  await call(egress);
  await call(egress, [read], { connectionId: "con_1", credentialVersion: 2 });
  await call(egress, [read], { connectionId: "con_2", credentialVersion: 1 });
  for (const whose of [{}, { connectionId: "con_1" }, { credentialVersion: 1 }]) {
    await call(egress, [read], whose);
    await call(egress, [read], whose);
  }
  assert.deepEqual(perSocket(server), Array(9).fill(1));
  const notKept = server.sockets.slice(3);
  await until(() => notKept.every((socket) => socket.destroyed || socket.readableEnded));
});

test("calls at once have a link each, and both are kept", async (t) => {
  const { server, egress } = await serverAndEgress(t);
  await Promise.all([call(egress), call(egress)]);
  await Promise.all([call(egress), call(egress), call(egress)]);
  assert.deepEqual(
    perSocket(server).sort((a, b) => a - b),
    [1, 2, 2],
  );
});

test("a change does not begin on a link that another call left; it leaves one itself", async (t) => {
  const { server, egress } = await serverAndEgress(t);
  await call(egress);
  await call(egress, [change]);
  assert.deepEqual(perSocket(server), [1, 1]);
  await call(egress, [read, change]);
  assert.deepEqual(
    perSocket(server).sort((a, b) => a - b),
    [1, 3],
  );
});

test("after a change a further one takes a new link", async (t) => {
  const { server, egress } = await serverAndEgress(t);
  await call(egress, [read, change, change]);
  assert.deepEqual(perSocket(server), [2, 1]);
});

for (const [name, end] of [
  ["reset", (socket: Socket) => socket.resetAndDestroy()],
  ["closed", (socket: Socket) => socket.end()],
] as const) {
  test(`a first read whose kept link is ${name} before a byte of an answer is sent once more, unseen`, async (t) => {
    const { server, egress } = await serverAndEgress(t, (socket, count) => {
      if (count === 2) end(socket);
      else answer(socket);
    });
    await call(egress);
    assert.equal((await call(egress)).kind, "answered");
    assert.deepEqual(perSocket(server), [2, 1]);
  });

  test(`a new link that is ${name} as well is told of, after one repetition`, async (t) => {
    const { server, egress } = await serverAndEgress(t, (socket) => {
      if (requestCount(server) === 1) answer(socket);
      else end(socket);
    });
    await call(egress);
    assert.deepEqual(await call(egress), { kind: "lost", reason: name });
    assert.deepEqual(perSocket(server), [2, 1]);
  });

  test(`a change whose link is ${name} after it answered this call's read is lost, and sent once`, async (t) => {
    const { server, egress } = await serverAndEgress(t, (socket, count) => {
      if (count === 3) end(socket);
      else answer(socket);
    });
    await call(egress);
    assert.deepEqual(await call(egress, [read, change]), { kind: "lost", reason: name });
    assert.deepEqual(perSocket(server), [3]);
  });

  test(`a link that was ${name} at rest is not written to`, async (t) => {
    const { server, egress } = await serverAndEgress(t);
    await call(egress);
    const [socket] = server.sockets;
    assert.ok(socket !== undefined);
    // The client has not seen it when it takes the link.
    end(socket);
    assert.equal((await call(egress, [read, change])).kind, "answered");
    assert.deepEqual(perSocket(server), [1, 2]);
  });
}

test("a first read that had a byte of an answer is not sent again", async (t) => {
  const { server, egress } = await serverAndEgress(t, (socket, count) => {
    if (count === 2) socket.end("HTTP/1.1 2");
    else answer(socket);
  });
  await call(egress);
  assert.deepEqual(await call(egress), { kind: "lost", reason: "closed" });
  assert.deepEqual(perSocket(server), [2]);
});

test("a first read that has no answer in time is not sent again", async (t) => {
  const respond = (socket: Socket, count: number): void => void (count === 1 && answer(socket));
  const limits = { ...patientLimits, headersTimeoutMs: 1_000 };
  const { server, egress } = await serverAndEgress(t, respond, { limits });
  await call(egress);
  assert.deepEqual(await call(egress), { kind: "lost", reason: "timeout" });
  assert.deepEqual(perSocket(server), [2]);
});

const unasked = 'HTTP/1.1 200 OK\r\ncontent-length: 6\r\n\r\n"evil"';
for (const [name, bytes] of [
  ["an answer", unasked],
  ["half an answer", unasked.slice(0, 20)],
  ["an empty line", "\r\n"],
] as const) {
  for (const client of ["has seen", "has not seen"]) {
    test(`${name} that nobody asked for, which the client ${client}, is no answer to the next request`, async (t) => {
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

  test(`${name} that comes together with the answer before it spoils the link`, async (t) => {
    const { server, egress } = await serverAndEgress(t, (socket, count) => {
      socket.write(count === 1 && server.sockets.length === 1 ? fine + bytes : fine);
    });
    await call(egress);
    const facts = await call(egress);
    assert.ok(facts.kind === "answered" && facts.body.kind === "complete");
    assert.equal(facts.body.text, "{}");
    // An empty line before an answer is part of none, and read over (RFC 9112 §2.2).
    assert.deepEqual(perSocket(server), bytes === "\r\n" ? [2] : [1, 1]);
  });
}

const spoiling: readonly (readonly [string, string, ProviderRequest?])[] = [
  ["connection: close", "HTTP/1.1 200 OK\r\nconnection: close\r\ncontent-length: 2\r\n\r\n{}"],
  ["HTTP/1.0", "HTTP/1.0 200 OK\r\ncontent-length: 2\r\n\r\n{}"],
  ["a hint of one second", "HTTP/1.1 200 OK\r\nkeep-alive: timeout=1\r\ncontent-length: 2\r\n\r\n{}"],
  ["a refused credential", "HTTP/1.1 401 No\r\ncontent-length: 2\r\n\r\n{}"],
  ["a request that came too late", "HTTP/1.1 408 No\r\ncontent-length: 2\r\n\r\n{}"],
  ["the wrong server", "HTTP/1.1 421 No\r\ncontent-length: 2\r\n\r\n{}"],
  ["no end of a body", "HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\n{}"],
  ["bad chunks", "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n"],
  ["a long body that nobody wants", `HTTP/1.1 200 OK\r\ncontent-length: 70000\r\n\r\n${" ".repeat(70_000)}`, discarded],
  [
    "long chunks that nobody wants",
    `HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n1ffff\r\n${"x".repeat(0x1ffff)}\r\n0\r\n\r\n`,
    discarded,
  ],
  ["no end of a body that nobody wants", "HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\n{}", discarded],
];

for (const [name, bytes, request = read] of spoiling) {
  test(`a link is closed and not used again after ${name}`, async (t) => {
    const respond = (socket: Socket): void => void socket.write(server.sockets.length === 1 ? bytes : fine);
    const limits = { ...patientLimits, totalTimeoutMs: 2_000 };
    const { server, egress } = await serverAndEgress(t, respond, { limits });
    await call(egress, [request]);
    await call(egress);
    assert.deepEqual(perSocket(server), [1, 1]);
    await until(() => server.sockets[0]?.readableEnded === true || server.sockets[0]?.destroyed === true);
  });
}

test("a change's link rests once the body that nobody wants has gone by, whenever its facts were given", async (t) => {
  const { server, egress } = await serverAndEgress(t, (socket, count) => {
    if (count > 1) answer(socket);
    else socket.write("HTTP/1.1 200 OK\r\ncontent-length: 4\r\n\r\n{");
  });
  assert.equal((await call(egress, [discarded])).kind, "answered");
  server.sockets[0]?.write('"a"');
  await until(() => perSocket(server)[0] === 2 || (void call(egress), false));
  assert.equal(server.received[0]?.match(/POST/g)?.length, 1);
});

test("a link that rested too long is not used, though a process that slept has not closed it, nor its provider", async (t) => {
  let skipMs = 0;
  const long = "HTTP/1.1 200 OK\r\nkeep-alive: timeout=60\r\ncontent-length: 2\r\n\r\n{}";
  const { server, egress } = await serverAndEgress(t, (socket) => void socket.write(long), {
    monotonicMs: () => performance.now() + skipMs,
    idle: { ...patient, restMsMax: 30_000 },
    limits: { ...patientLimits, totalTimeoutMs: 90_000 },
  });
  await call(egress);
  skipMs += 30_001;
  const channel = egress.open("acme", { headers: {}, deadlineMs: soon() + 90_000 });
  assert.equal((await channel.send(read)).kind, "answered");
  skipMs += 30_001;
  assert.equal((await channel.send(change)).kind, "answered");
  assert.deepEqual(perSocket(server), [1, 1, 1]);
});

test("a link at rest closes by itself, whether or not anybody calls again", async (t) => {
  const { server, egress } = await serverAndEgress(t, answer, { idle: idleDefaults });
  await call(egress);
  await until(() => allEnded(server));
  assert.ok(idleDefaults.restMsMax < 1000, "what was disconnected stands no longer than a second");
});

test("closing the client closes what rests, and nothing is kept afterwards", async (t) => {
  const { server, egress } = await serverAndEgress(t);
  const channel = egress.open("acme", { headers: {}, deadlineMs: soon(), connectionId: "a", credentialVersion: 1 });
  await channel.send(read);
  await call(egress);
  await egress.close();
  channel.close();
  await until(() => allEnded(server));
});

test("no more rest than may: of one connection, of all, and for no longer than their age", async (t) => {
  const idle = { ...patient, perKeyMax: 2, max: 3, ageMsMax: 60_000 };
  const { server, egress } = await serverAndEgress(t, answer, { idle });
  const standing = (): number => server.sockets.filter((socket) => !socket.destroyed && !socket.readableEnded).length;
  await Promise.all([call(egress), call(egress), call(egress)]);
  await until(() => standing() === 2);
  for (const connectionId of ["con_2", "con_3"]) await call(egress, [read], { connectionId, credentialVersion: 1 });
  await until(() => standing() <= 3);
  const aged = await serverAndEgress(t, answer, { idle: { ...idle, ageMsMax: 0 } });
  await call(aged.egress);
  await call(aged.egress);
  assert.deepEqual(perSocket(aged.server), [1, 1]);
});
