/**
 * The SDK in a runtime without Node: one bundle, in a context that has only the web globals. No `process`, no `Buffer`,
 * no modules, and no code from strings, which edge runtimes forbid. The exchange therefore uses `fetch`.
 */
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { inspect } from "node:util";
import { createContext, Script } from "node:vm";
import { build } from "esbuild";
import type * as Sdk from "@svc/sdk";
import { drop, hang, json, problem, startServer, truncate } from "./http/server.ts";

const token = "svc_live_canaryCANARY0123456789";
const input = { project: "api", config: "dev", name: "A", value: "s3cret-canary" };
const done = json(200, { execution: { id: "act_1" }, output: null });

/** The globals of every web-compatible runtime (the WinterTC minimum) that the SDK uses. */
const web =
  "fetch Headers Request Response URL URLSearchParams AbortController AbortSignal crypto TextEncoder TextDecoder";
const names = [...web.split(" "), "setTimeout", "clearTimeout", "queueMicrotask", "console"];

let sdk: typeof Sdk;
before(async () => {
  // For no particular platform: importing from Node, or from outside the packages, would fail here.
  const { outputFiles, warnings } = await build({
    stdin: { contents: 'export * from "@svc/sdk";', resolveDir: import.meta.dirname },
    bundle: true,
    write: false,
    platform: "neutral",
    mainFields: ["module", "main"],
    format: "iife",
    globalName: "sdk",
    target: "es2022",
    logLevel: "silent",
  });
  assert.deepEqual(warnings, []);
  const globals = Object.fromEntries(names.map((name) => [name, (globalThis as Record<string, unknown>)[name]]));
  const context = createContext(globals, { codeGeneration: { strings: false, wasm: false } });
  new Script(outputFiles[0]?.text ?? "").runInContext(context);
  assert.equal(
    new Script("typeof process + typeof Buffer + typeof require").runInContext(context),
    "undefined".repeat(3),
  );
  sdk = (context as unknown as { sdk: typeof Sdk }).sdk;
});

function clientOf(url: string): Sdk.ServiceClient {
  return new sdk.ServiceClient({ baseUrl: url, accessToken: token, platform: { sleep: async () => undefined } });
}

const set = (client: Sdk.ServiceClient, idempotencyKey = "key-1") =>
  client.tenant("ten_1").connection("con_1").execute("secrets.set", input, { idempotencyKey });

test("sends a call once with its key, and retries a broken one with the same key and body", async (context) => {
  const { url, seen } = await startServer(context, drop, truncate, done);
  assert.equal((await set(clientOf(url))).execution.id, "act_1");
  assert.equal(seen.length, 3);
  assert.deepEqual(
    [...new Set(seen.map(({ headers, body }) => `${headers["idempotency-key"]} ${body}`))],
    [`key-1 ${JSON.stringify({ input })}`],
  );
  assert.deepEqual(new Set(seen.map(({ headers }) => headers["authorization"])), new Set([`Bearer ${token}`]));
});

test("sends nothing again after any response, including a redirect", async (context) => {
  const redirect = json(307, {}, { location: "/elsewhere" });
  for (const [response, error] of [
    [redirect, /^(?:UnexpectedResponseError|ApiError)$/],
    [problem(503, "OVERLOADED"), /^UnavailableError$/],
    [problem(504, "ACTION_OUTCOME_UNKNOWN", { execution_id: "act_9" }), /^ActionOutcomeUnknownError$/],
  ] as const) {
    const { url, seen } = await startServer(context, response);
    await assert.rejects(set(clientOf(url)), (thrown: Error) => error.test(thrown.name));
    assert.equal(seen.length, 1);
  }
});

test("follows list pages, validates an input locally, and creates keys as UUIDv7", async (context) => {
  const page = (id: string, next: string | null) => json(200, { tenants: [{ id }], nextCursor: next });
  const { url } = await startServer(context, page("ten_1", "c"), page("ten_2", null));
  const ids: string[] = [];
  for await (const { id } of clientOf(url).tenants.list()) ids.push(id);
  assert.deepEqual(ids, ["ten_1", "ten_2"]);
  const inputSchema = { type: "object", properties: { name: { type: "string", pattern: "^[A-Z]+$" } } };
  const action = await startServer(context, json(200, { id: "secrets.get", inputSchema }));
  const verdict = await clientOf(action.url).tenant("ten_1").actions.validate("doppler", "secrets.get", { name: "a" });
  assert.equal(verdict.ok, false);
  assert.match(sdk.newIdempotencyKey(), /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
});

test("stops a call on timeouts and signals, without the key or the input in any error", async (context) => {
  const { url } = await startServer(context, hang);
  const late = clientOf(url).profile({ timeoutMs: 50 });
  await assert.rejects(late, (error: Error) => error.name === "TimeoutError");
  const controller = new AbortController();
  const aborted = clientOf(url).profile({ signal: controller.signal });
  controller.abort(new Error("no longer wanted"));
  await assert.rejects(aborted, /no longer wanted/);
  const gone = await startServer(context, drop);
  await assert.rejects(set(clientOf(gone.url)), (error: Error) => {
    assert.equal(error.name, "ConnectionError");
    assert.doesNotMatch(inspect(error, { depth: 9 }), /canary/i);
    return true;
  });
});
