/** Actions as tools for agents: which are offered, and what calling one sends. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { asSchema } from "ai";
import { ArgumentError, ConnectionError, ServiceClient, type AgentTools, type ToolChoice } from "@svc/sdk";
import { doppler } from "@svc/provider-doppler";
import { compile } from "./compile/program.ts";
import { drop, json, problem, startServer, type Answer, type Seen } from "./http/server.ts";

const text = { type: "string" };
const evidence = { strength: "strong", needs: [], quietSeconds: 600 };
const about = {
  requiredScopes: [],
  sensitiveOutput: true,
  idempotency: "unsafe",
  title: "T",
  description: "D.",
  evidence,
};
const outputSchema = { type: "object", properties: { id: text, body: { ...text, "x-sensitive": true } } };
const inputSchema = (properties: object) => ({
  type: "object",
  properties,
  additionalProperties: false,
  required: ["title"],
});
const create = { ...about, provider: "notion", id: "pages.create", effect: "write", mcp: true, outputSchema };
const actions = [
  { ...create, inputSchema: inputSchema({ title: text, secret: { ...text, "x-sensitive": true } }) },
  { ...create, id: "pages.get", effect: "read", inputSchema: inputSchema({ title: text }) },
  { ...create, id: "pages.purge", mcp: false, inputSchema: inputSchema({ title: text }) },
  { ...create, id: "pages.move", inputSchema: inputSchema({ title: text }) },
];
const account = { slug: "acme", name: "Acme" };
const connection = {
  id: "con_1",
  provider: "notion",
  account,
  grantedActions: ["pages.create", "pages.get", "pages.purge"],
};
const done = json(200, { execution: { id: "act_1", resolution: null }, output: { id: "p1", body: "s3cret-canary" } });
const none = json(200, { executions: [], next_cursor: null });

/** A server with these connections and actions that answers executions in turn. */
async function start(
  context: TestContext,
  options: {
    connections?: readonly object[];
    actions?: readonly object[];
    slug?: string;
    unknown?: Answer;
    executions?: readonly Answer[];
  } = {},
): Promise<{ tools(choice?: ToolChoice): Promise<AgentTools>; writes(): Seen[] }> {
  const { connections = [connection], slug = "notion", unknown = none, executions = [done] } = options;
  let count = 0;
  const { url, seen } = await startServer(context, (response, request) => {
    const path = request.url ?? "";
    const answer = (): Answer | undefined => {
      if (path.endsWith(":execute")) return executions[Math.min((count += 1), executions.length) - 1];
      if (path.includes("/action-executions")) return unknown;
      if (path.includes("/connections?")) return json(200, { connections, next_cursor: null });
      if (path.endsWith("/actions")) return json(200, { actions: options.actions ?? actions });
      return json(200, { providers: [{ slug }] });
    };
    answer()?.(response, request);
  });
  const platform = { sleep: async () => undefined };
  const client = new ServiceClient({ baseUrl: url, accessToken: "svc_live_0123456789", platform });
  return {
    tools: (choice) => client.tenant("ten_1").agentTools(choice),
    writes: () => seen.filter(({ path }) => path.endsWith(":execute")),
  };
}

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

test("reuses the key if no answer arrived, and sends a new one after a definite answer", async (context) => {
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

test("tells the model that a person has to approve, and keeps the key until the call's final answer", async (context) => {
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
  const unknown = json(200, { executions: [{ id: "act_9", summary: { input: { title: "a" } } }], next_cursor: null });
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

test("lets Vercel's SDK read the schema and execute a tool, and throws a refusal", async (context) => {
  const { tools } = await start(context, { executions: [done, problem(403, "ACTION_NOT_GRANTED")] });
  const tool = (await tools()).vercel()["notion_pages_create"];
  assert.ok(tool !== undefined);
  const schema = (await asSchema(tool.inputSchema).jsonSchema) as { properties: object };
  assert.deepEqual(Object.keys(schema.properties), ["connection_id", "title", "secret"]);
  assert.deepEqual(await tool.execute({ title: "a" }, {}), { id: "p1" });
  await assert.rejects(tool.execute({ title: "a" }, {}), /ACTION_NOT_GRANTED/);
});

const program = `
import type Anthropic from "@anthropic-ai/sdk";
import type { ServiceClient } from "@svc/sdk";
import { generateText, type LanguageModel } from "ai";
import type OpenAI from "openai";
declare const [client, openai, anthropic, model]: [ServiceClient, OpenAI, Anthropic, LanguageModel];
const tools = await client.tenant("ten_1").agentTools();
await openai.chat.completions.create({ model: "m", messages: [], tools: tools.openAiChat() });
await openai.responses.create({ model: "m", input: "i", tools: tools.openAiResponses() });
await anthropic.messages.create({ model: "m", max_tokens: 1, messages: [], tools: tools.anthropic() });
await generateText({ model, prompt: "p", tools: tools.vercel() });
`;

test("returns tools with the types that the SDKs of OpenAI, Anthropic and Vercel accept", () => {
  const wrong = program.replace("tools.openAiChat()", "tools.anthropic()");
  const said = compile({ "agents.ts": program, "wrong.ts": wrong });
  assert.deepEqual(said.get("agents.ts"), []);
  assert.equal(said.get("wrong.ts")?.length, 1, "the compiler read the real types");
  const { dependencies } = JSON.parse(readFileSync(join(import.meta.dirname, "../package.json"), "utf8")) as {
    dependencies: object;
  };
  assert.deepEqual(Object.keys(dependencies), ["@svc/contract"]);
});
