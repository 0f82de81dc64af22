/**
 * Idempotency over MCP: the call's own key or a generated one, the same as over REST, and no repetition of an unknown
 * outcome.
 */
import assert from "node:assert/strict";
import { after, before, beforeEach, test } from "node:test";
import type { CallToolResult, Client } from "@modelcontextprotocol/client";
import { errorResult, UnknownOutcomeRefusal } from "../../../src/entry/mcp/results.ts";
import { answered, makeFixture, wellBehaved, type Owner, type Fixture } from "./fixture.ts";
import { until } from "./until.ts";

let fixture: Fixture;
before(async () => {
  fixture = await makeFixture();
});
after(() => fixture.close());
beforeEach(() => {
  fixture.sent.length = 0;
  fixture.script = wellBehaved;
});

async function opened(): Promise<{ owner: Owner; id: string; client: Client }> {
  const owner = await fixture.newOwner();
  const { id } = await fixture.connect({}, owner);
  return { owner, id, client: await fixture.client({ owner }) };
}

const create = (client: Client, args: Record<string, unknown> = {}, _meta?: Record<string, unknown>) =>
  client.callTool({
    name: "acme_things_create",
    arguments: { name: "n", ...args },
    ...(_meta === undefined ? {} : { _meta }),
  });

function codeOf(result: CallToolResult): unknown {
  const [content] = result.content;
  assert.ok(result.isError === true && content?.type === "text", JSON.stringify(result));
  return (JSON.parse(content.text) as { code: string }).code;
}

/** Executes over REST with the same key. */
async function rest(owner: Owner, connectionId: string, key: string, input: unknown): Promise<Response> {
  const path = `/v1/tenants/${owner.tenantId}/connections/${connectionId}/actions/things.create:execute`;
  return fetch(`${fixture.url}${path}`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${owner.key}`,
      "content-type": "application/json",
      "idempotency-key": key,
    },
    body: JSON.stringify({ input }),
  });
}

test("the same key with the same call replays, and with another call is rejected", async () => {
  const { client, owner, id } = await opened();
  const first = await create(client, {}, { idempotencyKey: "k1" });
  assert.deepEqual([first._meta?.["idempotencyKey"], first._meta?.["replayed"]], ["k1", undefined]);
  const again = await create(client, {}, { "svc/idempotencyKey": '"k1"' });
  assert.equal(again._meta?.["replayed"], true);
  assert.equal(again._meta?.["execution_id"], first._meta?.["execution_id"]);
  assert.deepEqual(again.structuredContent, first.structuredContent);
  assert.equal(codeOf(await create(client, { name: "other" }, { idempotencyKey: "k1" })), "IDEMPOTENCY_KEY_REUSED");
  const two = await fixture.connect({}, owner);
  const elsewhere = await create(client, { connection_id: two.id }, { idempotencyKey: "k1" });
  assert.equal(codeOf(elsewhere), "IDEMPOTENCY_KEY_REUSED");
  const remove = { name: "acme_things_remove", arguments: { name: "n", connection_id: id } };
  const otherTool = await client.callTool({ ...remove, _meta: { idempotencyKey: "k1" } });
  assert.equal(codeOf(otherTool), "IDEMPOTENCY_KEY_REUSED");
  assert.equal(fixture.sent.length, 1);
});

test("a replay returns what the record contains, and fits its schema", async () => {
  const { client } = await opened();
  await client.listTools();
  const call = { name: "acme_things_remove", arguments: { name: "n" }, _meta: { idempotencyKey: "remove" } };
  const first = await client.callTool(call);
  assert.deepEqual(first.structuredContent, { removed: true, body: "what it said", parts: ["a", "b"] });
  assert.deepEqual((await client.callTool(call)).structuredContent, { removed: true, count: 2 });
});

test("a replay stays the same after a second connection fits, and after the tool is gone", async () => {
  const { client, owner, id } = await opened();
  const first = await create(client, {}, { idempotencyKey: "k2" });
  await fixture.connect({}, owner);
  const again = await create(client, {}, { idempotencyKey: "k2" });
  assert.deepEqual([again._meta?.["replayed"], again._meta?.["execution_id"]], [true, first._meta?.["execution_id"]]);
  await fixture.deployment.store.serviceClients.update(owner.clientId, { allowedActions: [] }, "operator");
  const last = await until(async () => {
    const { tools } = await client.listTools();
    return tools.length === 0 ? create(client, { connection_id: id }, { idempotencyKey: "k2" }) : null;
  });
  assert.equal(last._meta?.["replayed"], true);
  assert.equal(fixture.sent.length, 1);
});

test("a key means the same over MCP and over REST, in both directions", async () => {
  const { client, owner, id } = await opened();
  await create(client, {}, { idempotencyKey: "mcp-first" });
  const replay = await rest(owner, id, "mcp-first", { name: "n" });
  assert.deepEqual([replay.status, replay.headers.get("idempotent-replayed")], [200, "true"]);
  assert.equal((await rest(owner, id, "mcp-first", { name: "other" })).status, 422);
  assert.equal((await rest(owner, id, "rest-first", { name: "n" })).status, 200);
  assert.equal((await create(client, {}, { idempotencyKey: "rest-first" }))._meta?.["replayed"], true);
  assert.equal(fixture.sent.length, 2);
});

test("rejects a malformed key and sends nothing; a read ignores one", async () => {
  const { client } = await opened();
  const wrong = [
    { idempotencyKey: "" },
    { idempotencyKey: "a b" },
    { idempotencyKey: "é" },
    { idempotencyKey: "k".repeat(256) },
    { idempotencyKey: 7 },
    { idempotencyKey: null },
    { idempotencyKey: ["k"] },
    { idempotencyKey: '"open' },
    { idempotencyKey: "one", "svc/idempotencyKey": "two" },
    { "svc/idempotencyKey": {} },
  ];
  for (const meta of wrong)
    assert.equal(codeOf(await create(client, {}, meta)), "IDEMPOTENCY_KEY_INVALID", JSON.stringify(meta));
  assert.equal(fixture.sent.length, 0);
  const both = { idempotencyKey: "same", "svc/idempotencyKey": "same" };
  assert.equal((await create(client, {}, both))._meta?.["idempotencyKey"], "same");
  const read = await client.callTool({ name: "acme_things_list", _meta: { idempotencyKey: "a b" } });
  assert.deepEqual([read.isError, read._meta?.["idempotencyKey"]], [undefined, undefined]);
});

test("without a key, each call is a new one and returns its key", async () => {
  const { client, owner, id } = await opened();
  const keys = [await create(client), await create(client)].map((result) => String(result._meta?.["idempotencyKey"]));
  assert.notEqual(keys[0], keys[1]);
  for (const key of keys)
    assert.match(key, /^mcp_[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  assert.equal(fixture.sent.length, 2);
  assert.equal((await rest(owner, id, keys[0] ?? "", { name: "n" })).headers.get("idempotent-replayed"), "true");
  assert.equal(fixture.sent.length, 2);
});

test("an unknown outcome names its execution and says not to repeat; the same call is not sent again", async () => {
  const { client, owner, id } = await opened();
  fixture.script = () => ({ kind: "lost", reason: "reset" });
  const lost = await create(client, { secret: "one" });
  const executionId = String(lost._meta?.["execution_id"]);
  assert.equal(codeOf(lost), "ACTION_OUTCOME_UNKNOWN");
  assert.match(JSON.stringify(lost.content), new RegExp(`${executionId}.*Do not repeat this call`));
  assert.match(JSON.stringify(lost.content), /\\"retryable\\":false/);
  fixture.script = wellBehaved;

  // The secret field is not compared, because no record keeps it, so svc doesn't say that the calls are the same.
  const again = await create(client, { secret: "two" });
  assert.equal(codeOf(again), "ACTION_OUTCOME_UNKNOWN");
  assert.equal(again._meta?.["execution_id"], executionId);
  assert.equal(again._meta?.["idempotencyKey"], undefined);
  assert.match(JSON.stringify(again.content), /Nothing was sent: .* differs at most in fields that no record keeps/);
  assert.equal(fixture.sent.length, 1);

  const other = await create(client, { name: "other" });
  assert.equal(other.isError, undefined);
  const elsewhere = await fixture.connect({}, owner);
  assert.equal((await create(client, { connection_id: elsewhere.id })).isError, undefined);
  const own = await create(client, { connection_id: id }, { idempotencyKey: "regardless" });
  assert.equal(own.isError, undefined);
  assert.equal(fixture.sent.length, 4);
});

test("points to an earlier execution only if the caller made it, and calls only the same call the same", () => {
  const context = { key: null, replayed: false, docsUrl: "https://docs.test", requestId: "r1" };
  const detailOf = (to: UnknownOutcomeRefusal["to"]): string => {
    const facts = { execution_id: "act_1", connection_id: "con_1", evidence: "automatic" } as const;
    return errorResult(new UnknownOutcomeRefusal(facts, to), context).content[0]?.text ?? "";
  };
  const own = detailOf({ isOwn: true, isSame: true });
  assert.match(own, /execution act_1 made the same call.*Check the outcome with get_execution/);
  const others = detailOf({ isOwn: false, isSame: false });
  assert.match(others, /differs at most in fields that no record keeps.*can't look it up/);
  assert.doesNotMatch(others, /the same call|get_execution/);
});

test("finds an unknown outcome behind any number of earlier executions, until it is resolved", async () => {
  const { client, owner, id } = await opened();
  fixture.script = () => ({ kind: "lost", reason: "reset" });
  const lost = await create(client, {}, { idempotencyKey: "the-one" });
  for (let count = 0; count < 101; count += 1) await create(client, { name: `n${count}` });
  fixture.script = wellBehaved;
  const again = await create(client);
  assert.equal(again._meta?.["execution_id"], lost._meta?.["execution_id"]);
  const executionId = String(lost._meta?.["execution_id"]);
  const resolution = { outcome: "succeeded", note: "seen there", resolvedBy: "a person", resolvedAt: 1 } as const;
  await fixture.deployment.store.executions.resolve(
    owner.clientId,
    owner.tenantId,
    executionId,
    resolution,
    "operator",
  );
  const settled = await create(client, { connection_id: id }, { idempotencyKey: "the-one" });
  assert.deepEqual([settled.isError, settled.structuredContent, settled._meta?.["replayed"]], [undefined, {}, true]);
  assert.match(JSON.stringify(settled.content), /resolved as succeeded/);
  const sent = fixture.sent.length;
  assert.equal((await create(client)).isError, undefined);
  assert.equal(fixture.sent.length, sent + 1);
});

test("rejects a second call while the first is running, and says it may be sent again", async () => {
  const { client } = await opened();
  let go = (): void => {};
  const running = new Promise<void>((resolve) => (go = resolve));
  let arrive = (): void => {};
  const arrived = new Promise<void>((resolve) => (arrive = resolve));
  fixture.script = async () => {
    arrive();
    await running;
    return answered(201);
  };
  const first = create(client, {}, { idempotencyKey: "twice" });
  await arrived;
  const second = await create(client, {}, { idempotencyKey: "twice" });
  assert.equal(codeOf(second), "IDEMPOTENCY_KEY_IN_PROGRESS");
  go();
  assert.equal((await first).isError, undefined);
  assert.equal(fixture.sent.length, 1);
});
