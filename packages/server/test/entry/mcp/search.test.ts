/** The search tool: when it is offered, what it finds, and that it finds only the tenant's tools. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Client } from "@modelcontextprotocol/client";
import { mcpActions, offeredTools, presentTool } from "../../../src/entry/mcp/tools.ts";
import { toResultSchema } from "../../../src/entry/mcp/schemas.ts";
import { registeredProviders } from "../../../src/app/providers.ts";
import { acme, keeper, createProvider } from "./providers.ts";
import { until } from "./until.ts";
import { makeFixture, type Owner, type Fixture } from "./fixture.ts";

const [listThings] = acme.actions;
assert.ok(listThings !== undefined);
const kinds = ["alarm", "boat", "car", "door", "engine", "flag", "garden", "house", "island", "jacket", "kite", "lamp"];
const paint = (kind: string, mcp = true) => ({
  ...listThings,
  id: `${kind}.paint`,
  title: `Paint a ${kind}`,
  description: `Paints the ${kind}.`,
  mcp,
});
const many = createProvider("paints", [...kinds.map((kind) => paint(kind)), paint("secret", false)]);
const idsOf = (count: number): string[] => kinds.slice(0, count).map((kind) => `${kind}.paint`);

let fixture: Fixture;
before(async () => {
  fixture = await makeFixture({ providers: [many, keeper] });
});
after(() => fixture.close());

/** A client for a tenant whose connection was granted `count` actions, some of them allowed. */
async function granted(count: number, allowedActions = ["*/*"]): Promise<{ owner: Owner; client: Client }> {
  const owner = await fixture.newOwner({ allowedActions });
  const grantedActions = [...idsOf(count), "secret.paint"];
  await fixture.connect({ provider: "paints", grantedActions }, owner);
  return { owner, client: await fixture.client({ owner }) };
}

const namesOf = async (client: Client) => (await client.listTools()).tools.map(({ name }) => name);
const search = async (client: Client, given: Record<string, unknown>) => {
  const result = await client.callTool({ name: "search_actions", arguments: given });
  const { actions = [] } = (result.structuredContent ?? {}) as { actions?: { tool: string }[] };
  return { result, tools: actions.map(({ tool }) => tool) };
};

test("with few tools, the list contains only the tenant's actions, and search can't be called", async () => {
  const { client } = await granted(10);
  assert.deepEqual((await namesOf(client)).length, 10);
  assert.ok(!(await namesOf(client)).includes("search_actions"));
  await assert.rejects(client.callTool({ name: "search_actions", arguments: { query: "boat" } }), /Unknown tool/);
});

test("with many tools, a search comes first, which is read-only and calls no provider", async () => {
  const { client } = await granted(11);
  const { tools } = await client.listTools();
  const [first, ...rest] = tools;
  assert.deepEqual([first?.name, rest.length], ["search_actions", 11]);
  const hints = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false };
  assert.deepEqual(first?.annotations, hints);
  const { result, tools: found } = await search(client, { query: "paint the boats" });
  assert.equal(found[0], "paints_boat_paint");
  const [content] = result.content as { text: string }[];
  assert.deepEqual(JSON.parse(content?.text ?? ""), result.structuredContent);
  assert.deepEqual((await search(client, { query: "paint", limit: 3 })).tools.length, 3);
  assert.deepEqual((await search(client, { query: "submarine" })).tools, []);
  assert.deepEqual(fixture.sent, []);
});

test("finds only the tenant's tools: granted, allowed, for agents, and its own", async () => {
  const { client } = await granted(11);
  for (const query of ["lamp.paint", "secret.paint", "things.create"]) {
    assert.ok(
      !(await search(client, { query, limit: 50 })).tools.some((name) => /lamp|secret|create/.test(name)),
      query,
    );
  }
  const narrow = await granted(12, ["*/*"]);
  assert.ok((await search(narrow.client, { query: "lamp" })).tools.includes("paints_lamp_paint"));
  const allowed = idsOf(11).map((id) => `paints/${id}`);
  const policy = await granted(12, allowed);
  assert.deepEqual((await search(policy.client, { query: "lamp" })).tools, []);
});

test("reports an invalid search like any tool's invalid input", async () => {
  const { client } = await granted(11);
  for (const [given, pointer, keyword] of [
    [{}, "/query", "required"],
    [{ query: "" }, "/query", "minLength"],
    [{ query: "boat", limit: 51 }, "/limit", "maximum"],
    [{ query: "boat", provider: "x" }, "/provider", "additionalProperties"],
  ] as const) {
    const { result } = await search(client, given);
    const [content] = result.content as { text: string }[];
    const problem = JSON.parse(content?.text ?? "") as { code: string; errors: { pointer: string; keyword: string }[] };
    assert.equal(result.isError, true);
    assert.deepEqual(
      [problem.code, problem.errors[0]?.pointer, problem.errors[0]?.keyword],
      ["INPUT_INVALID", pointer, keyword],
    );
  }
});

test("notifies a client when the tools have become many", async () => {
  const owner = await fixture.newOwner();
  await fixture.connect({ provider: "paints", grantedActions: idsOf(10) }, owner);
  let heard = 0;
  const client = await fixture.client({ owner, modern: true, listChanged: () => (heard += 1) });
  await fixture.connect({ provider: "paints", grantedActions: idsOf(11) }, owner);
  await until(() => heard > 0);
  assert.equal((await namesOf(client))[0], "search_actions");
});

test("rejects an action with the search's name", () => {
  assert.throws(
    () => mcpActions([createProvider("search", [{ ...listThings, id: "actions" }])]),
    /search\/actions cannot be a tool: a tool of svc's own has its name\./,
  );
});

test("keeps a listing small: no descriptions below a result's own fields, and none of our marks", () => {
  const actions = mcpActions(registeredProviders.map(({ provider }) => provider));
  const grantedActions = [...actions.values()].map(({ action }) => action.id);
  const account = { slug: "octocat", name: "octocat" };
  const connection = { id: `con_${"0".repeat(26)}`, provider: "github", account, grantedActions };
  const tools = offeredTools(actions, [connection as Parameters<typeof offeredTools>[1][number]], () => true);
  const text = JSON.stringify(tools.map(presentTool));
  // 73 kB with every description, 49 kB without.
  assert.ok(tools.length >= 12 && Buffer.byteLength(text) < tools.length * 4300, `${Buffer.byteLength(text)} bytes`);
  const shapes = JSON.stringify(tools.map(({ outputSchema }) => outputSchema));
  assert.ok(!shapes.includes('"x-'));
  const described = { type: "string", description: "d", "x-summary": true };
  const within = { type: "object", properties: { description: described, "x-y": described } };
  const output = { type: "object", properties: { a: { ...within, description: "kept" } }, required: ["a"] };
  assert.deepEqual(toResultSchema({ output, effect: "read" } as unknown as Parameters<typeof toResultSchema>[0]), {
    type: "object",
    properties: {
      a: {
        type: "object",
        description: "kept",
        properties: { description: { type: "string" }, "x-y": { type: "string" } },
      },
    },
    required: ["a"],
  });
});
