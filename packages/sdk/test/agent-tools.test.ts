/** Actions as tools for agents: which are offered, and what calling one sends. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { ArgumentError, ConnectionError } from "@svc/sdk";
import { doppler } from "@svc/provider-doppler";
import { connection, create, done, start } from "./agent-tools-server.ts";
import { drop, json, problem } from "./http/server.ts";

test("offers the granted actions with mcp: true, and no others", async (context) => {
  const { tools } = await start(context);
  const { list } = await tools();
  assert.deepEqual(
    list.map(({ name }) => name),
    ["notion_pages_create", "notion_pages_get"],
  );
  assert.deepEqual(
    (await tools({ actions: ["notion/pages.get"] })).list.map(({ name }) => name),
    ["notion_pages_get"],
  );
  assert.deepEqual((await tools({ connectionIds: ["con_2"] })).list, []);
});

test("returns no tools for a tenant with only Doppler, because secrets aren't for agents", async (context) => {
  const own = doppler.actions.map((action) => ({
    ...create,
    provider: "doppler",
    id: action.id,
    mcp: action.mcp,
    inputSchema: action.input,
    outputSchema: action.output,
  }));
  assert.ok(own.length > 0);
  const granting = { ...connection, provider: "doppler", grantedActions: own.map(({ id }) => id) };
  const { tools } = await start(context, { slug: "doppler", actions: own, connections: [granting] });
  const all = await tools();
  assert.deepEqual(
    [all.list, all.openAiChat(), all.openAiResponses(), all.anthropic(), all.vercel()],
    [[], [], [], [], {}],
  );
  await assert.rejects(tools({ actions: ["doppler/secrets.get"] }), /mcp: false/);
});

test("throws for a named action that agents may not call, wasn't granted, or doesn't exist", async (context) => {
  const { tools } = await start(context);
  for (const [id, code, message] of [
    ["notion/pages.purge", "ACTION_NOT_FOUND", /mcp: false/],
    ["pages.purge", "ACTION_NOT_FOUND", /mcp: false/],
    ["notion/pages.move", "ACTION_NOT_GRANTED", /granted/],
    ["github/pages.get", "ACTION_NOT_FOUND", /not an action/],
  ] as const) {
    const isRefused = (error: unknown) =>
      error instanceof ArgumentError && error.code === code && message.test(error.message);
    await assert.rejects(tools({ actions: [id] }), isRefused);
  }
  const offered = await tools();
  await assert.rejects(offered.call("notion_pages_purge", { title: "a" }), ArgumentError);
});

test("sends each write with its own key and a read with none, and returns no secret", async (context) => {
  const { tools, writes } = await start(context);
  const { call } = await tools();
  const first = await call("notion_pages_create", { title: "a" });
  const second = await call("notion_pages_create", '{"title":"a","connection_id":"con_1"}');
  assert.deepEqual([first.text, first.isError, first.executionId], ['{"id":"p1"}', false, "act_1"]);
  await call("notion_pages_get", { title: "a" });
  const keys = writes().map(({ headers }) => headers["idempotency-key"]);
  assert.deepEqual(keys, [first.idempotencyKey, second.idempotencyKey, undefined]);
  assert.notEqual(keys[0], keys[1]);
  assert.equal(writes()[1]?.body, '{"input":{"title":"a"}}', "the connection isn't part of the input");
});

test("reuses the key if no response arrived, and sends a new one after a definite response", async (context) => {
  const refused = problem(422, "INPUT_INVALID", { errors: [{ pointer: "/title", keyword: "type", message: "M." }] });
  const { tools, writes } = await start(context, { executions: [drop, drop, drop, refused, done] });
  const { call } = await tools();
  await assert.rejects(call("notion_pages_create", { title: "a" }), ConnectionError);
  const refusal = await call("notion_pages_create", { title: "a" });
  assert.deepEqual([refusal.isError, (JSON.parse(refusal.text) as { code: string }).code], [true, "INPUT_INVALID"]);
  await call("notion_pages_create", { title: "a" });
  const keys = writes().map(({ headers }) => headers["idempotency-key"]);
  assert.equal(new Set(keys.slice(0, 4)).size, 1);
  assert.notEqual(keys[4], keys[0]);
});

test("tells the model that a person has to approve, and keeps the key until the call's final response", async (context) => {
  const asked = (status: string) =>
    json(202, { proposal: { id: "prp_1", status, expiresAt: "2026-11-03T10:02:58.301Z" } });
  const executions = [asked("pending"), asked("approved"), asked("denied"), asked("pending"), done, done];
  const { tools, writes } = await start(context, { executions });
  const { call } = await tools();
  const first = await call("notion_pages_create", { title: "a" });
  assert.deepEqual([first.isError, first.executionId, first.proposalId], [false, null, "prp_1"]);
  assert.deepEqual((JSON.parse(first.text) as { status: string }).status, "pending_approval");
  const second = await call("notion_pages_create", { title: "a" });
  assert.match(second.text, /A person has approved the call, and svc is about to make it/);
  assert.doesNotMatch(second.text, /has to approve|Nothing was sent/);
  const third = await call("notion_pages_create", { title: "a" });
  assert.deepEqual((JSON.parse(third.text) as { status: string }).status, "denied");
  for (let calls = 0; calls < 3; calls += 1) await call("notion_pages_create", { title: "a" });
  const keys = writes().map(({ headers }) => headers["idempotency-key"]);
  const [a, b, c] = [keys[0], keys[3], keys[5]];
  assert.deepEqual(keys, [a, a, a, b, b, c]);
  assert.equal(new Set([a, b, c]).size, 3);
});

test("sends nothing if the same write has an unknown outcome, unless the caller has a key", async (context) => {
  const unknown = json(200, { executions: [{ id: "act_9", summary: { input: { title: "a" } } }], nextCursor: null });
  const { tools, writes } = await start(context, { unknown });
  const { call } = await tools();
  const refusal = await call("notion_pages_create", { title: "a", secret: "another" });
  assert.deepEqual([refusal.isError, refusal.executionId, writes().length], [true, "act_9", 0]);
  await call("notion_pages_create", { title: "a" }, { idempotencyKey: "own-1" });
  assert.equal(writes()[0]?.headers["idempotency-key"], "own-1");
});

test("asks the model to choose between several connections, and never guesses", async (context) => {
  const { tools, writes } = await start(context, { connections: [{ ...connection, id: "con_2" }, connection] });
  const { list, call } = await tools();
  assert.deepEqual(list[0]?.inputSchema["required"], ["connection_id", "title"]);
  for (const args of [
    { title: "a" },
    { title: "a", connection_id: "con_3" },
    "no JSON",
    [],
    { title: "a", connection_id: 1 },
  ]) {
    assert.equal((await call("notion_pages_create", args)).isError, true);
  }
  assert.equal(writes().length, 0);
  await call("notion_pages_create", { title: "a", connection_id: "con_2" });
  assert.match(writes()[0]?.path ?? "", /con_2/);
});
