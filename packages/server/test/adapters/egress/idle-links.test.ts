/** Links that are kept between calls: for which calls, for how long, and which never. */
import assert from "node:assert/strict";
import type { Socket } from "node:net";
import { test } from "node:test";
import type { TestContext } from "node:test";
import type { ExchangeFacts, ProviderRequest } from "@svc/provider-kit";
import { idleDefaults } from "../../../src/adapters/egress/idle-links.ts";
import type { IdleLimits } from "../../../src/adapters/egress/idle-links.ts";
import type { Egress, EgressOptions } from "../../../src/adapters/egress/index.ts";
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

/** Long enough for any machine; other tests cover links that rest too long. */
const patient: IdleLimits = { ...idleDefaults, restMsMax: 60_000 };

/** One call: its requests in order on its own channel. @returns the facts of the last one. */
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

/** The number of requests on each connection. */
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

test("reuses the link for the next call with the same connection and version", async (t) => {
  const { server, egress } = await serverAndEgress(t);
  for (let times = 0; times < 3; times += 1) assert.equal((await call(egress)).kind, "answered");
  await call(egress, [read, change]);
  assert.deepEqual(perSocket(server), [5]);
});

test("reuses the link over TLS as well", async (t) => {
  const server = await rawServer(t, answer, { tls: true });
  const egress = egressTo(t, server.origin, { ca: certificate, idle: patient });
  await call(egress);
  await call(egress);
  assert.deepEqual(perSocket(server), [2]);
});

test("never reuses a link for another connection or version, and keeps none without both", async (t) => {
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

test("gives concurrent calls a link each, and keeps both", async (t) => {
  const { server, egress } = await serverAndEgress(t);
  await Promise.all([call(egress), call(egress)]);
  await Promise.all([call(egress), call(egress), call(egress)]);
  assert.deepEqual(
    perSocket(server).sort((a, b) => a - b),
    [1, 2, 2],
  );
});

test("a change does not start on a link from another call, but leaves its own", async (t) => {
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

test("takes a new link for a second change", async (t) => {
  const { server, egress } = await serverAndEgress(t);
  await call(egress, [read, change, change]);
  assert.deepEqual(perSocket(server), [2, 1]);
});

for (const [name, end] of [
  ["reset", (socket: Socket) => socket.resetAndDestroy()],
  ["closed", (socket: Socket) => socket.end()],
] as const) {
  test(`repeats a first read once, silently, if the kept link is ${name} before a byte of the response`, async (t) => {
    const { server, egress } = await serverAndEgress(t, (socket, count) => {
      if (count === 2) end(socket);
      else answer(socket);
    });
    await call(egress);
    assert.equal((await call(egress)).kind, "answered");
    assert.deepEqual(perSocket(server), [2, 1]);
  });

  test(`reports a new link that is ${name} as well, after one repetition`, async (t) => {
    const { server, egress } = await serverAndEgress(t, (socket) => {
      if (requestCount(server) === 1) answer(socket);
      else end(socket);
    });
    await call(egress);
    assert.deepEqual(await call(egress), { kind: "lost", reason: name });
    assert.deepEqual(perSocket(server), [2, 1]);
  });

  test(`reports a change as lost, sent once, if the link that answered this call's read is ${name}`, async (t) => {
    const { server, egress } = await serverAndEgress(t, (socket, count) => {
      if (count === 3) end(socket);
      else answer(socket);
    });
    await call(egress);
    assert.deepEqual(await call(egress, [read, change]), { kind: "lost", reason: name });
    assert.deepEqual(perSocket(server), [3]);
  });

  test(`does not write to an idle link that was ${name}`, async (t) => {
    const { server, egress } = await serverAndEgress(t);
    await call(egress);
    const [socket] = server.sockets;
    assert.ok(socket !== undefined);
    // The client has not noticed yet when it takes the link.
    end(socket);
    assert.equal((await call(egress, [read, change])).kind, "answered");
    assert.deepEqual(perSocket(server), [1, 2]);
  });
}

test("does not repeat a first read after a byte of the response", async (t) => {
  const { server, egress } = await serverAndEgress(t, (socket, count) => {
    if (count === 2) socket.end("HTTP/1.1 2");
    else answer(socket);
  });
  await call(egress);
  assert.deepEqual(await call(egress), { kind: "lost", reason: "closed" });
  assert.deepEqual(perSocket(server), [2]);
});

test("does not repeat a first read that gets no response in time", async (t) => {
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
  ["a request that came too late", "HTTP/1.1 408 No\r\ncontent-length: 2\r\n\r\n{}"],
  ["the wrong server", "HTTP/1.1 421 No\r\ncontent-length: 2\r\n\r\n{}"],
  ["no end of a body", "HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\n{}"],
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
    if (count > 1) answer(socket);
    else socket.write("HTTP/1.1 200 OK\r\ncontent-length: 4\r\n\r\n{");
  });
  assert.equal((await call(egress, [discarded])).kind, "answered");
  server.sockets[0]?.write('"a"');
  await until(() => perSocket(server)[0] === 2 || (void call(egress), false));
  assert.equal(server.received[0]?.match(/POST/g)?.length, 1);
});

test("does not use a link that rested too long, even if neither a sleeping process nor its provider closed it", async (t) => {
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

test("closes an idle link by itself, whether or not there are more calls", async (t) => {
  const { server, egress } = await serverAndEgress(t, answer, { idle: idleDefaults });
  await call(egress);
  await until(() => allEnded(server));
  assert.ok(idleDefaults.restMsMax < 1000, "a disconnected link stays open for no longer than a second");
});

test("closing the client closes idle links, and keeps none afterwards", async (t) => {
  const { server, egress } = await serverAndEgress(t);
  const channel = egress.open("acme", { headers: {}, deadlineMs: soon(), connectionId: "a", credentialVersion: 1 });
  await channel.send(read);
  await call(egress);
  await egress.close();
  channel.close();
  await until(() => allEnded(server));
});

test("bounds idle links per connection, in total, and by age", async (t) => {
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
