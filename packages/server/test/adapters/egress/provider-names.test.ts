/** Provider names: looked up once at a time, remembered, and usable while the resolver is slow. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { createProviderNames } from "../../../src/adapters/egress/names.ts";
import { egressTo, patientLimits, rawServer, sendOnce } from "./raw-server.ts";

const deadline = { timeout: 60_000 };
const never = new AbortController().signal;
const first = [{ address: "20.30.40.50", family: 4 }];
const second = [{ address: "20.30.40.51", family: 4 }];

/** A resolver that answers when the test says so. */
function slowResolver(patienceMs = 60_000) {
  const clock = { nowMs: 0 };
  const asked: PromiseWithResolvers<typeof first>[] = [];
  const lookup = createProviderNames({
    monotonicMs: () => clock.nowMs,
    patienceMs,
    ask() {
      const response = Promise.withResolvers<typeof first>();
      asked.push(response);
      return response.promise;
    },
  });
  return { clock, asked, lookup: (name = "api.acme.io") => lookup(name, never) };
}

function fault(code: string): Error {
  return Object.assign(new Error("getaddrinfo"), { code });
}

test("merges concurrent lookups of one name; another name does not wait for it", deadline, async () => {
  const { asked, lookup } = slowResolver();
  const together = [lookup(), lookup(), lookup()];
  const other = lookup("auth.acme.io");
  assert.equal(asked.length, 2);
  asked[1]?.resolve(second);
  assert.deepEqual(await other, second);
  asked[0]?.resolve(first);
  assert.deepEqual(await Promise.all(together), [first, first, first]);
});

test("reuses a result for a minute", deadline, async () => {
  const { clock, asked, lookup } = slowResolver();
  const response = lookup();
  asked[0]?.resolve(first);
  await response;
  clock.nowMs = 59_999;
  assert.deepEqual(await lookup(), first);
  assert.equal(asked.length, 1);
  clock.nowMs = 60_000;
  const later = lookup();
  asked[1]?.resolve(second);
  assert.deepEqual(await later, second);
});

test("after a minute, still uses a known name if the resolver is slow or fails", deadline, async () => {
  const { clock, asked, lookup } = slowResolver(20);
  const response = lookup();
  asked[0]?.resolve(first);
  await response;
  clock.nowMs = 10 * 60_000;
  assert.deepEqual(await lookup(), first);
  assert.deepEqual(await lookup(), first);
  assert.equal(asked.length, 2, "no lookup starts while one is running");
  asked[1]?.reject(fault("EAI_AGAIN"));
  await new Promise(setImmediate);
  const third = lookup();
  assert.equal(asked.length, 3);
  asked[2]?.reject(fault("EAI_AGAIN"));
  assert.deepEqual(await third, first);
});

test("forgets a name that no longer exists", deadline, async () => {
  const { clock, asked, lookup } = slowResolver();
  const response = lookup();
  asked[0]?.resolve(first);
  await response;
  clock.nowMs = 60_000;
  const gone = lookup();
  asked[1]?.reject(fault("ENOTFOUND"));
  await assert.rejects(gone);
  const again = lookup();
  asked[2]?.reject(fault("EAI_AGAIN"));
  await assert.rejects(again);
});

test("leaves the lookup of an abandoned dial to the next one", deadline, async (t) => {
  const server = await rawServer(t, (socket) => void socket.write("HTTP/1.1 204 No Content\r\n\r\n"));
  const response = Promise.withResolvers<{ address: string; family: number }[]>();
  let asked = 0;
  const egress = egressTo(t, `http://api.acme.test:${server.port}`, {
    limits: { ...patientLimits, connectTimeoutMs: 1_000 },
    askName() {
      asked += 1;
      return response.promise;
    },
  });
  assert.deepEqual(await sendOnce(egress), { kind: "not_sent", reason: "connect_timeout" });
  const next = sendOnce(egress);
  response.resolve([{ address: "127.0.0.1", family: 4 }]);
  assert.equal((await next).kind, "answered");
  assert.equal((await sendOnce(egress)).kind, "answered");
  assert.equal(asked, 1);
});
