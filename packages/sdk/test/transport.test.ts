/** What is sent, how often, and what is never sent again, checked with a local server that counts requests. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { inspect } from "node:util";
import {
  ActionOutcomeUnknownError,
  ApiError,
  ConnectionError,
  ServiceClient,
  TimeoutError,
  UnexpectedResponseError,
} from "@svc/sdk";
import { defaultPlatform, type SdkPlatform } from "../src/platform.ts";
import { drop, hang, json, problem, startServer, truncate } from "./http/server.ts";

const token = "svc_live_canaryCANARY0123456789";
const input = { project: "api", config: "dev", name: "A", value: "s3cret-canary" };
const done = json(200, { execution: { id: "act_1" }, output: null });

function clientOf(url: string): ServiceClient {
  // Real waits are 200 ms and more; here they return immediately.
  return new ServiceClient({ baseUrl: url, accessToken: token, platform: { sleep: async () => undefined } });
}

function set(client: ServiceClient, idempotencyKey?: string) {
  const options = idempotencyKey === undefined ? {} : { idempotencyKey };
  return client.tenant("ten_1").connection("con_1").executeUntyped("secrets.set", input, options);
}

for (const [name, failure] of [
  ["a connection that breaks before the response", drop],
  ["a response that breaks off", truncate],
] as const) {
  test(`retries ${name} with the same key and body`, async (context) => {
    const { url, seen } = await startServer(context, failure, failure, done);
    await set(clientOf(url), "key-1");
    assert.equal(seen.length, 3);
    assert.deepEqual(new Set(seen.map((each) => each.headers["idempotency-key"])), new Set(["key-1"]));
    assert.deepEqual(new Set(seen.map((each) => each.body)), new Set([JSON.stringify({ input })]));
  });
}

test("retries with the original body if the caller changes the object in between", async (context) => {
  const own = { ...input };
  const { url, seen } = await startServer(
    context,
    (_response, request) => {
      own.value = "another";
      request.socket.destroy();
    },
    done,
  );
  await clientOf(url).tenant("ten_1").connection("con_1").execute("secrets.set", own, { idempotencyKey: "k" });
  assert.deepEqual(
    seen.map((each) => each.body),
    [JSON.stringify({ input }), JSON.stringify({ input })],
  );
});

test("stops after two retries with an error that names the key", async (context) => {
  const { url, seen } = await startServer(context, drop);
  await assert.rejects(set(clientOf(url), "key-1"), (error) => {
    assert.ok(error instanceof ConnectionError);
    assert.equal(error.idempotencyKey, "key-1");
    return true;
  });
  assert.equal(seen.length, 3);
});

test("creates one key for all retries", async (context) => {
  const { url, seen } = await startServer(context, drop, json(201, { id: "ten_1" }));
  await clientOf(url).tenants.create({ externalId: "a", displayName: "A" });
  const keys = seen.map((each) => each.headers["idempotency-key"]);
  assert.equal(keys.length, 2);
  assert.match(keys[0] ?? "", /^[0-9a-f-]{36}$/);
  assert.equal(keys[0], keys[1]);
});

test("never retries a change without a key", async (context) => {
  const { url, seen } = await startServer(context, drop);
  const tenant = clientOf(url).tenant("ten_1");
  const calls = [
    () => set(clientOf(url)),
    () => tenant.connectSessions.cancel("cs_1"),
    () => tenant.connectSessions.complete("cs_1", "code"),
    () => tenant.connections.disconnect("con_1"),
    () => tenant.executions.resolve("act_1", { outcome: "failed", note: "" }),
    () => clientOf(url).tenants.update("ten_1", { displayName: "B" }),
    () => clientOf(url).tenants.delete("ten_1"),
  ];
  for (const call of calls) await assert.rejects(call(), ConnectionError);
  assert.equal(seen.length, calls.length);
});

for (const status of [301, 307, 308, 400, 401, 408, 409, 421, 425, 429, 500, 502, 503, 504]) {
  test(`does not retry after HTTP ${status}, for any method`, async (context) => {
    const elsewhere = await startServer(context, done);
    const headers = { "retry-after": "0", ...(status < 400 ? { location: `${elsewhere.url}/v1` } : {}) };
    const { url, seen } = await startServer(context, json(status, {}, headers));
    const client = clientOf(url);
    const calls = [
      () => set(client, "key-1"),
      () => client.tenant("ten_1").connections.test("con_1"),
      () => client.tenant("ten_1").connectSessions.cancel("cs_1"),
      () => client.tenant("ten_1").connections.disconnect("con_1"),
      () => client.profile(),
    ];
    for (const call of calls) {
      await assert.rejects(
        call(),
        (error) => error instanceof ApiError && error.status === status && error.code === null,
      );
    }
    assert.equal(seen.length, calls.length);
    assert.equal(elsewhere.seen.length, 0, "a redirect was followed");
  });
}

const unavailable = (retryAfter: string) =>
  problem(503, "ACTION_NOT_DISPATCHED", { retryable: true }, { "retry-after": retryAfter });

test("repeats a write with the same key and body after a retryable 503, twice at most", async (context) => {
  const { url, seen } = await startServer(context, unavailable("2"));
  const waits: number[] = [];
  const sleep = async (ms: number): Promise<void> => void waits.push(ms);
  const client = new ServiceClient({ baseUrl: url, accessToken: token, platform: { sleep } });
  const error = { name: "UnavailableError", code: "ACTION_NOT_DISPATCHED", retryable: true };
  await assert.rejects(set(client, "key-1"), error);
  const sent = seen.map(({ headers, body }) => [headers["idempotency-key"], body]);
  assert.deepEqual(
    sent,
    Array.from({ length: 3 }, () => ["key-1", JSON.stringify({ input })]),
  );
  assert.deepEqual(waits, [2000, 2000]);
});

test("rejects with the AbortSignal's reason while it waits because of a retryable 503", async (context) => {
  const { url, seen } = await startServer(context, unavailable("5"));
  const controller = new AbortController();
  const sleep: SdkPlatform["sleep"] = (ms, signal) => {
    controller.abort(new Error("enough"));
    return defaultPlatform.sleep(ms, signal);
  };
  const client = new ServiceClient({ baseUrl: url, accessToken: token, platform: { sleep } });
  const startedMs = Date.now();
  await assert.rejects(client.profile({ signal: controller.signal }), /enough/);
  assert.ok(Date.now() - startedMs < 4000, "it waited in spite of the signal");
  assert.equal(seen.length, 1);
});

test("waits for Retry-After while the key is in progress after a retry", async (context) => {
  const running = problem(409, "IDEMPOTENCY_KEY_IN_PROGRESS", {}, { "retry-after": "3" });
  const { url, seen } = await startServer(context, drop, running, running, done);
  const waits: number[] = [];
  const sleep = async (ms: number): Promise<void> => void waits.push(ms);
  const client = new ServiceClient({ baseUrl: url, accessToken: token, platform: { sleep } });
  await set(client, "key-1");
  assert.equal(seen.length, 4);
  assert.deepEqual(waits, [200, 3000, 3000]);
});

test("throws IDEMPOTENCY_KEY_IN_PROGRESS if it didn't retry itself", async (context) => {
  const { url, seen } = await startServer(context, problem(409, "IDEMPOTENCY_KEY_IN_PROGRESS"));
  await assert.rejects(set(clientOf(url), "key-1"), { name: "ConflictError" });
  assert.equal(seen.length, 1);
});

test("does not wait for a key in progress beyond the time limit", async (context) => {
  const running = problem(409, "IDEMPOTENCY_KEY_IN_PROGRESS", {}, { "retry-after": "90" });
  const { url, seen } = await startServer(context, drop, running);
  await assert.rejects(set(clientOf(url), "key-1"), { code: "IDEMPOTENCY_KEY_IN_PROGRESS" });
  assert.equal(seen.length, 2);
});

test("names the execution of an unknown outcome and never sends it again, even after a retry", async (context) => {
  const unknown = problem(504, "ACTION_OUTCOME_UNKNOWN", { execution_id: "act_9" });
  const { url, seen } = await startServer(context, drop, unknown);
  await assert.rejects(set(clientOf(url), "key-1"), (error) => {
    assert.ok(error instanceof ActionOutcomeUnknownError);
    assert.deepEqual([error.executionId, error.idempotencyKey, error.retryable], ["act_9", "key-1", false]);
    return true;
  });
  assert.equal(seen.length, 2);
});

test("treats a gateway's 504 as an unknown outcome for a write, but not for a read", async (context) => {
  const { url } = await startServer(context, (response) => response.writeHead(504).end("<h1>504</h1>"));
  await assert.rejects(set(clientOf(url), "key-1"), {
    name: "ActionOutcomeUnknownError",
    executionId: null,
    idempotencyKey: "key-1",
  });
  await assert.rejects(clientOf(url).profile(), { name: "UnavailableError", code: null });
});

test("rejects a success that svc didn't write, and doesn't retry", async (context) => {
  const { url, seen } = await startServer(context, (response) => response.end("<h1>Please log in</h1>"));
  await assert.rejects(
    set(clientOf(url), "key-1"),
    (error) => error instanceof UnexpectedResponseError && error.idempotencyKey === "key-1",
  );
  assert.equal(seen.length, 1);
});

test("applies the time limit to the whole call including retries, and names the key", async (context) => {
  const { url, seen } = await startServer(context, hang);
  const execute = clientOf(url)
    .tenant("ten_1")
    .connection("con_1")
    .execute("secrets.set", input, { idempotencyKey: "k", timeoutMs: 50 });
  await assert.rejects(execute, (error) => error instanceof TimeoutError && error.idempotencyKey === "k");
  assert.equal(seen.length, 1);
  await assert.rejects(clientOf(url).profile({ timeoutMs: 0 }), { name: "ArgumentError" });
  await assert.rejects(clientOf(url).profile({ timeoutMs: Number.NaN }), { name: "ArgumentError" });
});

test("rejects with the AbortSignal's reason if aborted before or during a call", async (context) => {
  const controller = new AbortController();
  const { url, seen } = await startServer(context, () => controller.abort(new Error("enough")));
  await assert.rejects(clientOf(url).profile({ signal: controller.signal }), /enough/);
  assert.equal(seen.length, 1);
  await assert.rejects(clientOf(url).profile({ signal: AbortSignal.abort(new Error("before")) }), /before/);
  assert.equal(seen.length, 1);
});

test("rejects ambiguous ids and keys before anything is sent", async (context) => {
  const { url, seen } = await startServer(context, json(200, {}));
  const client = clientOf(url);
  for (const id of ["", ".", ".."]) {
    await assert.rejects(client.tenant("ten_1").connections.disconnect(id), {
      name: "ArgumentError",
      code: "INVALID_REQUEST",
    });
    await assert.rejects(client.tenants.delete(id), { name: "ArgumentError" });
    assert.throws(() => client.tenant(id), { name: "ArgumentError" });
  }
  for (const key of ["", " padded", "two words", "line\nbreak", "ü", "k".repeat(256)]) {
    await assert.rejects(set(client, key), { name: "ArgumentError", code: "IDEMPOTENCY_KEY_INVALID" });
  }
  assert.equal(seen.length, 0);
  await client.tenant("ten_1").connections.get("../../ten_2/connections/con_1");
  assert.equal(seen[0]?.path, "/v1/tenants/ten_1/connections/..%2F..%2Ften_2%2Fconnections%2Fcon_1");
});

test("throws nothing that contains the token or the input", async (context) => {
  const refused = new ServiceClient({
    baseUrl: "http://127.0.0.1:1",
    accessToken: token,
    platform: { sleep: async () => undefined },
  });
  const { url } = await startServer(context, (response, request) => {
    const echo = { authorization: request.headers.authorization, message: input.value };
    response.writeHead(500, { "content-type": "application/json" }).end(JSON.stringify(echo));
  });
  const throwing = await startServer(context, hang);
  const calls = [
    () => set(refused, "key-1"),
    () => set(clientOf(url), "key-1"),
    () => clientOf(throwing.url).profile({ timeoutMs: 20 }),
  ];
  for (const call of calls) {
    const error: unknown = await call().then(
      () => assert.fail("it should have failed"),
      (reason: unknown) => reason,
    );
    assert.ok(error instanceof Error);
    const shown = [
      error.message,
      error.stack,
      String(error),
      JSON.stringify(error),
      inspect(error, { depth: 9, showHidden: true }),
    ];
    for (const text of shown) assert.doesNotMatch(text ?? "", /canary/i);
    assert.equal(error.cause, undefined);
  }
  assert.doesNotMatch(inspect(refused, { depth: 9, showHidden: true }) + JSON.stringify(refused), /canary/i);
});
