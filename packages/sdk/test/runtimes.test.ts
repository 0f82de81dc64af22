/**
 * The SDK as a runtime without Node has it: one bundle, in a context that has the globals of the Web and nothing else. No
 * `process`, no `Buffer`, no modules, and no text becomes code (edge runtimes forbid it), so the exchange is by `fetch`.
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

/** What every runtime for the Web's interfaces has (the WinterTC minimum), as far as it is asked for. */
const web =
  "fetch Headers Request Response URL URLSearchParams AbortController AbortSignal crypto TextEncoder TextDecoder";
const names = [...web.split(" "), "setTimeout", "clearTimeout", "queueMicrotask", "console"];

let sdk: typeof Sdk;
before(async () => {
  // For no platform at all: an import of Node's, or of anything that is not in the packages, would end it here.
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
  client.tenant("ten_1").actions.execute("con_1", "secrets.set", input, { idempotencyKey });

test("a call goes out once with its key, and one that breaks is repeated with the same key and body", async (context) => {
  const { url, seen } = await startServer(context, drop, truncate, done);
  assert.equal((await set(clientOf(url))).execution.id, "act_1");
  assert.equal(seen.length, 3);
  assert.deepEqual(
    [...new Set(seen.map(({ headers, body }) => `${headers["idempotency-key"]} ${body}`))],
    [`key-1 ${JSON.stringify({ input })}`],
  );
  assert.deepEqual(new Set(seen.map(({ headers }) => headers["authorization"])), new Set([`Bearer ${token}`]));
});

test("no answer of the service is followed by another sending, a redirect included", async (context) => {
  const redirect = json(307, {}, { location: "/elsewhere" });
  for (const [answer, error] of [
    [redirect, /^(?:UnexpectedAnswerError|ApiError)$/],
    [problem(503, "OVERLOADED"), /^UnavailableError$/],
    [problem(504, "ACTION_OUTCOME_UNKNOWN", { execution_id: "act_9" }), /^ActionOutcomeUnknownError$/],
  ] as const) {
    const { url, seen } = await startServer(context, answer);
    await assert.rejects(set(clientOf(url)), (thrown: Error) => error.test(thrown.name));
    assert.equal(seen.length, 1);
  }
});

test("lists go on from page to page, an input is validated here, a new key is a UUIDv7", async (context) => {
  const page = (id: string, next: string | null) => json(200, { tenants: [{ id }], next_cursor: next });
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

test("time limits and signals end a call, and no error holds the key or the input", async (context) => {
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
