/** Answers after the caller stopped waiting, closing, and clean-up. */
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import type { Socket } from "node:net";
import { test } from "node:test";
import { promisify } from "node:util";
import type { ExchangeFacts } from "@svc/provider-kit";
import {
  allEnded,
  canary,
  change,
  egressTo,
  patientLimits,
  rawServer,
  requestCount,
  soon,
  until,
} from "./raw-server.ts";

const head = "HTTP/1.1 200 OK\r\nx-request-id: late-1\r\ncontent-length: 2\r\n\r\n";
const lost = { kind: "lost", reason: "timeout" };
const late: ExchangeFacts = {
  kind: "answered",
  status: 200,
  requestId: "late-1",
  retryAfterSeconds: null,
  headers: {},
  body: { kind: "complete", text: "{}" },
};
const limits = { ...patientLimits, headersTimeoutMs: 60 };
const credential = { headers: { authorization: canary } };

for (const closesChannel of [false, true]) {
  test(`reports a late response once${closesChannel ? ", even if the channel was closed" : ""}`, async (t) => {
    let provider: Socket | undefined;
    const server = await rawServer(t, (socket) => void (provider = socket));
    const channel = egressTo(t, server.origin, { limits }).open("acme", { ...credential, deadlineMs: soon() });
    const seen: ExchangeFacts[] = [];
    assert.deepEqual(await channel.send(change, { onLate: (facts) => seen.push(facts) }), lost);
    if (closesChannel) channel.close();
    await until(() => provider !== undefined);
    provider?.write(head);
    provider?.write("{}");
    await until(() => seen.length > 0 && provider?.readableEnded === true);
    assert.deepEqual(seen, [late]);
    assert.equal(requestCount(server), 1);
  });
}

test("the deadline also leaves a late window, and a late discarded body stays unread", async (t) => {
  let provider: Socket | undefined;
  const server = await rawServer(t, (socket) => void (provider = socket));
  const channel = egressTo(t, server.origin).open("acme", { ...credential, deadlineMs: performance.now() + 1_000 });
  const seen: ExchangeFacts[] = [];
  const request = { ...change, responseBody: "discard" as const };
  assert.deepEqual(await channel.send(request, { onLate: (facts) => seen.push(facts) }), lost);
  await until(() => provider !== undefined);
  provider?.write(head);
  await until(() => seen.length === 1);
  assert.deepEqual(seen, [{ ...late, body: { kind: "discarded" } }]);
});

test("when the late window ends, reports nothing after silence but reports an endless body", async (t) => {
  for (const written of ["", head]) {
    let provider: Socket | undefined;
    const server = await rawServer(t, (socket) => void (provider = socket));
    const egress = egressTo(t, server.origin, { limits, lateWindowMs: 2_000 });
    const channel = egress.open("acme", { ...credential, deadlineMs: soon() });
    const seen: ExchangeFacts[] = [];
    await channel.send(change, { onLate: (facts) => seen.push(facts) });
    await until(() => provider !== undefined);
    provider?.write(written);
    await until(() => provider?.readableEnded === true);
    const told: ExchangeFacts = { ...late, body: { kind: "unreadable", reason: "timeout" } };
    assert.deepEqual(seen, written === "" ? [] : [told]);
  }
});

test("reports nothing after a late reset, and a failing listener does no harm", async (t) => {
  const providers: Socket[] = [];
  const server = await rawServer(t, (socket) => void providers.push(socket));
  const channel = egressTo(t, server.origin, { limits }).open("acme", { ...credential, deadlineMs: soon() });
  let calls = 0;
  const onLate = (): void => {
    calls += 1;
    throw new Error("listener");
  };
  await channel.send(change, { onLate });
  await channel.send(change, { onLate });
  // The next request does not wait for a late response and opens its own connection.
  await until(() => providers.length === 2);
  providers[0]?.resetAndDestroy();
  providers[1]?.write(`${head}{}`);
  await until(() => calls === 1 && providers.every((socket) => socket.destroyed || socket.readableEnded));
  assert.equal(calls, 1);
});

test("a queued request does not wait for a late response", async (t) => {
  const server = await rawServer(t, (socket) => {
    if (server.sockets.length === 2) socket.write(`${head}{}`);
  });
  const patient = { ...limits, headersTimeoutMs: 1_000 };
  const channel = egressTo(t, server.origin, { limits: patient }).open("acme", { ...credential, deadlineMs: soon() });
  const both = [channel.send(change, { onLate: () => {} }), channel.send({ method: "GET", path: ["v3"] })];
  assert.deepEqual(await Promise.all(both), [lost, late]);
});

test("cuts the connection at the timeout if there is no listener", async (t) => {
  const server = await rawServer(t, () => {});
  const channel = egressTo(t, server.origin, { limits }).open("acme", { ...credential, deadlineMs: soon() });
  assert.deepEqual(await channel.send(change), lost);
  await until(() => server.sockets.length === 1 && allEnded(server));
});

test("closing a channel lets a running change complete, and accepts no more", async (t) => {
  let provider: Socket | undefined;
  const server = await rawServer(t, (socket) => void (provider = socket));
  const channel = egressTo(t, server.origin).open("acme", { ...credential, deadlineMs: soon() });
  const sent = channel.send(change);
  await until(() => provider !== undefined);
  channel.close();
  provider?.write(`${head}{}`);
  assert.deepEqual(await sent, late);
  assert.deepEqual(await channel.send(change), { kind: "not_sent", reason: "not_allowed" });
  await until(() => provider?.readableEnded === true);
});

test("closing the client ends everything with accurate facts", async (t) => {
  const server = await rawServer(t, () => {});
  const egress = egressTo(t, server.origin, { limits: { ...limits, headersTimeoutMs: 1_000 } });
  const open = () => egress.open("acme", { ...credential, deadlineMs: soon() });
  const [written, unused] = [open(), open()];
  const sent = written.send(change);
  await until(() => requestCount(server) === 1);
  const patient = { limits: { ...limits, connectTimeoutMs: 60_000 } };
  const handshake = egressTo(t, server.origin.replace("http:", "https:"), patient);
  const dialling = handshake.open("acme", { ...credential, deadlineMs: soon() }).send(change);
  await until(() => server.sockets.length === 2);
  await Promise.all([egress.close(), handshake.close()]);
  assert.deepEqual(await sent, { kind: "lost", reason: "closed" });
  assert.deepEqual(await dialling, { kind: "not_sent", reason: "not_allowed" });
  for (const channel of [written, unused, open()]) {
    assert.deepEqual(await channel.send(change), { kind: "not_sent", reason: "not_allowed" });
  }
  await until(() => allEnded(server));
});

test("keeps no process alive: not after close, not while waiting for a late response", async (t) => {
  const server = await rawServer(t, (socket) => {
    if (server.sockets.length % 2 === 1) socket.write(`${head}{}`);
  });
  const source = `
    import { createEgress, defaultLimits } from ${JSON.stringify(new URL("../../../src/adapters/egress/index.ts", import.meta.url).href)};
    const egress = createEgress({
      targets: [{ provider: "acme", origin: ${JSON.stringify(server.origin)}, service: "api", requestIdHeader: "x", responseHeaders: [], loopbackOnly: true }],
      limits: { ...defaultLimits, headersTimeoutMs: 1_000 }, userAgent: "svc-test",
      monotonicMs: () => performance.now(), nowMs: () => 0 });
    const send = async () => {
      const channel = egress.open("acme", { headers: {}, deadlineMs: performance.now() + 9000 });
      const facts = await channel.send({ method: "POST", path: ["a"] }, { onLate: () => {} });
      channel.close();
      return facts.kind;
    };
    console.log(await send(), await send());
    if (process.argv[1] === "close") await egress.close();
  `;
  for (const end of ["close", "leave"]) {
    const run = promisify(execFile)(process.execPath, ["--input-type=module", "-e", source, end], { timeout: 20_000 });
    assert.equal((await run).stdout, "answered lost\n");
  }
});
