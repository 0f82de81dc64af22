/** Construction, lists, waiting, local validation, and the modules that the package loads. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { test } from "node:test";
import { PublicCatalog, ServiceClient, WaitTimeoutError } from "@svc/sdk";
import { exchangeWithFetch } from "../src/exchange.ts";
import { hang, json, problem, startServer } from "./http/server.ts";

const token = "svc_live_0123456789";

test("rejects a missing, empty or unusable token at construction", () => {
  const baseUrl = "http://127.0.0.1:1";
  for (const bad of [undefined, null, "", " ", 7, "svc_live_a b", "svc_live_a\n"]) {
    assert.throws(() => new ServiceClient({ baseUrl, accessToken: bad as string }), { name: "SvcError" });
  }
  for (const quoted of [`"${token}"`, `'${token}'`]) {
    assert.throws(() => new ServiceClient({ baseUrl, accessToken: quoted }), /is in quotes/);
  }
});

test("rejects an invalid base URL at construction", () => {
  for (const baseUrl of ["", "127.0.0.1:80", "ftp://x", "https://a:b@x", "https://x?a=1", "https://x#a"]) {
    assert.throws(() => new ServiceClient({ baseUrl, accessToken: token }), { name: "SvcError" });
  }
});

test("refuses to run in a browser page, but only for clients with a key", () => {
  const script = `
    globalThis.window = globalThis; globalThis.document = {};
    const { ServiceClient, PublicCatalog } = await import("@svc/sdk");
    new PublicCatalog({ baseUrl: "http://127.0.0.1:1" });
    try { new ServiceClient({ baseUrl: "http://127.0.0.1:1", accessToken: "svc_live_x" }); }
    catch (error) { console.log(error.name + ": " + error.message); }`;
  const { stdout, stderr } = runModule(script);
  assert.match(stdout, /^SvcError: .*browser/, stderr);
});

test("loads only its own files, the code that creates keys and the states of proposals", () => {
  const script = `
    import { registerHooks } from "node:module";
    const loaded = [];
    registerHooks({ load: (url, context, next) => { loaded.push(url); return next(url, context); } });
    await import("@svc/sdk");
    console.log(JSON.stringify(loaded));`;
  const { stdout, stderr } = runModule(script);
  assert.notEqual(stdout, "", stderr);
  const others = (JSON.parse(stdout) as string[]).filter((url) => !url.includes("/packages/sdk/src/"));
  const names = others.map((url) => url.slice(url.lastIndexOf("/packages/")));
  const shared = ["idempotency-key", "ids", "proposal-status", "values"];
  assert.deepEqual(
    names.toSorted(),
    shared.map((name) => `/packages/contract/src/${name}.ts`),
  );
});

test("sends the bearer token, a user agent, and the path below the base URL's own", async (context) => {
  const { url, seen } = await startServer(context, json(200, { name: "backend" }));
  const client = new ServiceClient({ baseUrl: `${url}/below/`, accessToken: token, userAgent: "shop/1" });
  assert.equal((await client.profile()).name, "backend");
  assert.equal(seen[0]?.path, "/below/v1/service-client");
  assert.equal(seen[0]?.headers["authorization"], `Bearer ${token}`);
  assert.match(seen[0]?.headers["user-agent"] ?? "", /^shop\/1 svc-sdk\//);
});

test("reads the public catalog without a key", async (context) => {
  const { url, seen } = await startServer(context, json(200, { providers: [] }));
  await new PublicCatalog({ baseUrl: url }).providers();
  assert.equal(seen[0]?.headers["authorization"], undefined);
});

test("returns one page of a list to `await`, and all items to `for await`", async (context) => {
  const first = json(200, { executions: [{ id: "act_3" }, { id: "act_2" }], nextCursor: "c 1" });
  const { url, seen } = await startServer(
    context,
    first,
    first,
    json(200, { executions: [{ id: "act_1" }], nextCursor: null }),
  );
  const { executions } = new ServiceClient({ baseUrl: url, accessToken: token }).tenant("ten_1");
  const page = await executions.list({ status: "outcome_unknown", limit: 2 });
  assert.deepEqual([page.items.length, page.nextCursor, seen.length], [2, "c 1", 1]);
  const ids: string[] = [];
  for await (const execution of executions.list({ status: "outcome_unknown", limit: 2 })) ids.push(execution.id);
  assert.deepEqual(ids, ["act_3", "act_2", "act_1"]);
  assert.equal(seen[2]?.path, "/v1/tenants/ten_1/action-executions?status=outcome_unknown&limit=2&cursor=c+1");
});

test("lists audit events with the filters on each page", async (context) => {
  const { url, seen } = await startServer(
    context,
    json(200, { auditEvents: [{ seq: 2 }], nextCursor: "c" }),
    json(200, { auditEvents: [{ seq: 1 }], nextCursor: null }),
  );
  const seqs: number[] = [];
  const { auditEvents } = new ServiceClient({ baseUrl: url, accessToken: token });
  for await (const { seq } of auditEvents.list({ type: "credential.used", tenant_id: "ten_1" })) seqs.push(seq);
  assert.deepEqual(seqs, [2, 1]);
  assert.equal(seen[1]?.path, "/v1/audit-events?type=credential.used&tenant_id=ten_1&cursor=c");
});

test("rejects a response to a list request that lacks the list", async (context) => {
  const { url } = await startServer(context, json(200, { nextCursor: null }));
  const list = new ServiceClient({ baseUrl: url, accessToken: token }).tenants.list();
  await assert.rejects(async () => await list, { name: "UnexpectedResponseError" });
});

test("wait polls until the session reaches any final status", async (context) => {
  const states = ["pending", "opened", "awaiting_confirmation", "failed"].map((status) =>
    json(200, { id: "cs_1", status }),
  );
  const { url, seen } = await startServer(context, ...states);
  const session = await new ServiceClient({ baseUrl: url, accessToken: token })
    .tenant("ten_1")
    .connectSessions.wait("cs_1", { pollEveryMs: 1 });
  assert.deepEqual([session.status, seen.length], ["failed", 4]);
});

test("wait returns at confirmation with stopAtConfirmation", async (context) => {
  const states = ["opened", "awaiting_confirmation", "completed"].map((status) => json(200, { id: "cs_1", status }));
  const { url, seen } = await startServer(context, ...states);
  const session = await new ServiceClient({ baseUrl: url, accessToken: token })
    .tenant("ten_1")
    .connectSessions.wait("cs_1", { pollEveryMs: 1, stopAtConfirmation: true });
  assert.deepEqual([session.status, seen.length], ["awaiting_confirmation", 2]);
});

test("wait keeps its time limit, even if the server doesn't answer", async (context) => {
  const pending = await startServer(context, json(200, { id: "cs_1", status: "opened" }));
  const silent = await startServer(context, hang);
  const wait = (url: string) =>
    new ServiceClient({ baseUrl: url, accessToken: token })
      .tenant("ten_1")
      .connectSessions.wait("cs_1", { pollEveryMs: 5, timeoutMs: 500 });
  await assert.rejects(
    wait(pending.url),
    (error) => error instanceof WaitTimeoutError && error.message.includes("opened"),
  );
  await assert.rejects(wait(silent.url), WaitTimeoutError);
});

test("wait rethrows errors and stops on a signal", async (context) => {
  const { url } = await startServer(context, problem(404, "CONNECT_SESSION_NOT_FOUND"));
  const { connectSessions } = new ServiceClient({ baseUrl: url, accessToken: token }).tenant("ten_1");
  await assert.rejects(connectSessions.wait("cs_1"), { name: "NotFoundError" });
  const controller = new AbortController();
  const pending = await startServer(context, (response) => {
    setImmediate(() => controller.abort(new Error("enough")));
    json(200, { id: "cs_1", status: "pending" })(response, response.req);
  });
  const waiting = new ServiceClient({ baseUrl: pending.url, accessToken: token })
    .tenant("ten_1")
    .connectSessions.wait("cs_1", { signal: controller.signal });
  await assert.rejects(waiting, /enough/);
});

test("validate fetches the schema and checks locally: 51,200 bytes fit, 51,201 don't, counted in bytes and not characters", async (context) => {
  const inputSchema = {
    type: "object",
    properties: { name: { type: "string", pattern: "^[A-Z_]+$" }, value: { type: "string", "x-maxBytes": 51_200 } },
    required: ["name", "value"],
    additionalProperties: false,
  };
  const { url, seen } = await startServer(context, json(200, { id: "secrets.set", inputSchema }));
  const { actions } = new ServiceClient({ baseUrl: url, accessToken: token }).tenant("ten_1");
  const verdict = async (value: string): Promise<boolean> =>
    (await actions.validate("doppler", "secrets.set", { name: "A", value })).ok;
  assert.equal(await verdict("x".repeat(51_200)), true);
  assert.equal(await verdict("x".repeat(51_201)), false);
  assert.equal(await verdict("é".repeat(25_600)), true);
  assert.equal(await verdict("é".repeat(25_601)), false);
  assert.deepEqual(await actions.validate("doppler", "secrets.set", { name: "a" }), {
    ok: false,
    errors: [
      { pointer: "/name", keyword: "pattern", message: "Must match ^[A-Z_]+$." },
      { pointer: "/value", keyword: "required", message: "This field is required." },
    ],
  });
  const asked = new Set(seen.map((each) => `${each.method} ${each.path} ${each.body}`));
  assert.deepEqual([...asked], ["GET /v1/tenants/ten_1/providers/doppler/actions/secrets.set "]);
});

test("returns the same facts with the fetch of other runtimes, including for redirects", async (context) => {
  const { url, seen } = await startServer(context, json(307, {}, { location: "/elsewhere", "x-request-id": "r7" }));
  const signal = new AbortController().signal;
  const response = await exchangeWithFetch({
    method: "POST",
    url,
    headers: { "idempotency-key": "k" },
    body: "{}",
    signal,
  });
  assert.deepEqual(
    [response.status, response.header("x-request-id"), response.header("none"), seen.length],
    [307, "r7", null, 1],
  );
});

test("reads a code only from svc's own problems, and doesn't quote other JSON", async (context) => {
  const strange = json(400, { code: "BAD", detail: "secret words" });
  const { url } = await startServer(context, strange, problem(400, "SOME_NEWER_CODE", { errors: [{ pointer: 1 }] }));
  const client = new ServiceClient({ baseUrl: url, accessToken: token });
  await assert.rejects(client.profile(), (error) => error instanceof Error && !error.message.includes("secret words"));
  await assert.rejects(client.profile(), {
    name: "InvalidRequestError",
    code: "SOME_NEWER_CODE",
    requestId: "r1",
    errors: [],
  });
});

function runModule(script: string): { stdout: string; stderr: string } {
  return spawnSync(process.execPath, ["--input-type=module", "-e", script], {
    cwd: import.meta.dirname,
    encoding: "utf8",
  });
}
