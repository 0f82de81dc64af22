/** What real hosts send that the protocol doesn't ask for: other `Accept` headers, a slash, `null` for what is left out. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { accepts, acceptForSdk, asJson } from "../../../src/entry/mcp/accepting.ts";
import { listedSchema, withoutFillers } from "../../../src/entry/mcp/schemas.ts";
import { sendOnce } from "../../../src/entry/mcp/results.ts";
import { makeFixture, type Fixture } from "./fixture.ts";

let fixture: Fixture;
before(async () => {
  fixture = await makeFixture();
  await fixture.connect();
});
after(() => fixture.close());

const list = { jsonrpc: "2.0", id: 1, method: "tools/list" };

test("answers JSON to a client that allows JSON alone, and to one that names no type", async () => {
  for (const accept of ["application/json", "*/*", "application/*", "application/json;q=0.5"]) {
    const response = await fixture.post(list, { accept });
    assert.equal(response.status, 200, accept);
    assert.match(response.headers.get("content-type") ?? "", /^application\/json/, accept);
    const { id, result } = (await response.json()) as { id: number; result: { tools: unknown[] } };
    assert.ok(id === 1 && result.tools.length > 0, accept);
  }
  for (const accept of ["text/html", "application/json;q=0"]) {
    assert.equal((await fixture.post(list, { accept })).status, 406, accept);
  }
});

test("finds media types in an Accept header", () => {
  assert.ok(accepts(null, "application/json") && accepts("", "application/json"));
  assert.ok(accepts("text/html, Application/JSON; charset=utf-8", "application/json"));
  assert.ok(!accepts("text/*", "application/json") && !accepts("*/*;q=0.0", "application/json"));
  assert.equal(acceptForSdk("text/event-stream"), "text/event-stream");
});

test("turns a stream that ends into JSON, in a list for a list, and keeps one that doesn't", async (t) => {
  const events =
    ': open\n\nevent: message\ndata: {"id":1,"result":{}}\n\ndata: {"method":"x"}\n\ndata: {"id":2,"error":{}}\n\n';
  const stream = (): Response => new Response(events, { headers: { "content-type": "text/event-stream" } });
  assert.deepEqual(await (await asJson(stream(), false, true)).json(), { id: 1, result: {} });
  assert.equal(((await (await asJson(stream(), true, false)).json()) as unknown[]).length, 2);
  t.mock.timers.enable({ apis: ["setTimeout"] });
  let end = (): void => undefined;
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(new TextEncoder().encode("data: {}\n\n"));
      end = () => controller.close();
    },
  });
  const waiting = asJson(new Response(body, { headers: { "content-type": "text/event-stream" } }), false, false);
  t.mock.timers.tick(60_000);
  const kept = await waiting;
  end();
  assert.equal(kept.headers.get("content-type"), "text/event-stream");
  assert.equal(await kept.text(), "data: {}\n\n");
});

test("takes null for what a host left out, unless it means something or is required", () => {
  const schema = {
    properties: {
      state: { type: "string" },
      milestone: { anyOf: [{ type: "integer" }, { type: "null" }] },
      title: { type: "string" },
      assignee: { type: ["string", "null"] },
    },
    required: ["title"],
  };
  const given = { state: null, milestone: null, title: null, assignee: null, unknown: null };
  const { state: _, ...kept } = given;
  assert.deepEqual(withoutFillers(given, schema), kept);
});

test("lists schemas without what hosts' converters refuse, and with the same fields", async () => {
  const own = {
    type: "object",
    "x-sensitive": true,
    properties: {
      const: { const: true },
      kind: { const: "a" },
      map: { type: "object", patternProperties: { "^a": { type: "string", "x-summary": "value" } } },
      additionalProperties: { type: "array", items: { type: "object", additionalProperties: false } },
    },
    additionalProperties: false,
  };
  assert.deepEqual(listedSchema(own), {
    type: "object",
    properties: {
      const: { type: "boolean" },
      kind: { enum: ["a"] },
      map: { type: "object", additionalProperties: { type: "string" } },
      additionalProperties: { type: "array", items: { type: "object" } },
    },
  });
  const text = await (await fixture.post(list, { accept: "application/json" })).text();
  assert.doesNotMatch(text, /"additionalProperties":false|"patternProperties"|"const":|"x-/);
});

test("sends a large output once: structured where the client's revision has that, else as text", () => {
  const output = { text: "x".repeat(500_000) };
  const result = {
    content: [{ type: "text" as const, text: JSON.stringify(output) }],
    structuredContent: output,
    _meta: {},
  };
  assert.ok((sendOnce(result, "2025-11-25").content[0]?.text.length ?? 0) < 100);
  assert.deepEqual(sendOnce(result, "2025-11-25").structuredContent, output);
  assert.deepEqual(Object.keys(sendOnce(result, "")), ["content", "_meta"]);
  const small = { ...result, content: [{ type: "text" as const, text: "{}" }] };
  assert.equal(sendOnce(small, ""), small);
});

test("serves both addresses with a slash at the end, and names the address that was asked for", async () => {
  const paths = [
    "/mcp",
    "/mcp/",
    `/v1/tenants/${fixture.owner.tenantId}/mcp`,
    `/v1/tenants/${fixture.owner.tenantId}/mcp/`,
  ];
  for (const path of paths) {
    const response = await fetch(new URL(path, fixture.mcpUrl()), { method: "POST", body: "{}" });
    assert.equal(response.status, 401, path);
  }
});
