/** Links that are kept between calls: for which calls, and for how long. */
import assert from "node:assert/strict";
import type { Socket } from "node:net";
import { test } from "node:test";
import { idleDefaults } from "../../../src/adapters/egress/link.ts";
import { respond, call, patient, perSocket, read, serverAndEgress } from "./idle-fixture.ts";
import {
  allEnded,
  certificate,
  change,
  egressTo,
  patientLimits,
  rawServer,
  requestCount,
  soon,
  until,
} from "./raw-server.ts";

test("reuses the link for the next call with the same connection and version", async (t) => {
  const { server, egress } = await serverAndEgress(t);
  for (let times = 0; times < 3; times += 1) assert.equal((await call(egress)).kind, "answered");
  await call(egress, [read, change]);
  assert.deepEqual(perSocket(server), [5]);
});

test("reuses the link over TLS as well", async (t) => {
  const server = await rawServer(t, respond, { tls: true });
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

test("uses a separate link for each concurrent call, and keeps both", async (t) => {
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
      else respond(socket);
    });
    await call(egress);
    assert.equal((await call(egress)).kind, "answered");
    assert.deepEqual(perSocket(server), [2, 1]);
  });

  test(`reports a new link that is ${name} as well, after one repetition`, async (t) => {
    const { server, egress } = await serverAndEgress(t, (socket) => {
      if (requestCount(server) === 1) respond(socket);
      else end(socket);
    });
    await call(egress);
    assert.deepEqual(await call(egress), { kind: "lost", reason: name });
    assert.deepEqual(perSocket(server), [2, 1]);
  });

  test(`reports a change as lost, sent once, if the link that answered this call's read is ${name}`, async (t) => {
    const { server, egress } = await serverAndEgress(t, (socket, count) => {
      if (count === 3) end(socket);
      else respond(socket);
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
    // The client has not noticed yet when it picks the link.
    end(socket);
    assert.equal((await call(egress, [read, change])).kind, "answered");
    assert.deepEqual(perSocket(server), [1, 2]);
  });
}

test("does not repeat a first read after a byte of the response", async (t) => {
  const { server, egress } = await serverAndEgress(t, (socket, count) => {
    if (count === 2) socket.end("HTTP/1.1 2");
    else respond(socket);
  });
  await call(egress);
  assert.deepEqual(await call(egress), { kind: "lost", reason: "closed" });
  assert.deepEqual(perSocket(server), [2]);
});

test("does not repeat a first read that gets no response in time", async (t) => {
  const respondOnce = (socket: Socket, count: number): void => void (count === 1 && respond(socket));
  const limits = { ...patientLimits, headersTimeoutMs: 1_000 };
  const { server, egress } = await serverAndEgress(t, respondOnce, { limits });
  await call(egress);
  assert.deepEqual(await call(egress), { kind: "lost", reason: "timeout" });
  assert.deepEqual(perSocket(server), [2]);
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

test("closes an idle link on its own, with or without further calls", async (t) => {
  const { server, egress } = await serverAndEgress(t, respond, { idle: idleDefaults });
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
  const { server, egress } = await serverAndEgress(t, respond, { idle });
  const standing = (): number => server.sockets.filter((socket) => !socket.destroyed && !socket.readableEnded).length;
  await Promise.all([call(egress), call(egress), call(egress)]);
  await until(() => standing() === 2);
  for (const connectionId of ["con_2", "con_3"]) await call(egress, [read], { connectionId, credentialVersion: 1 });
  await until(() => standing() <= 3);
  const aged = await serverAndEgress(t, respond, { idle: { ...idle, ageMsMax: 0 } });
  await call(aged.egress);
  await call(aged.egress);
  assert.deepEqual(perSocket(aged.server), [1, 1]);
});
