/** Calls: which connection is used, what is returned and what isn't, and how refusals are reported. */
import assert from "node:assert/strict";
import { after, before, beforeEach, test } from "node:test";
import { ProtocolError, type CallToolResult, type Client } from "@modelcontextprotocol/client";
import { canary } from "./providers.ts";
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

type Call = { owner?: Owner; client: Client };

async function opened(change: Parameters<Fixture["connect"]>[0] = {}): Promise<Required<Call> & { id: string }> {
  const owner = await fixture.newOwner();
  const { id } = await fixture.connect(change, owner);
  return { owner, id, client: await fixture.client({ owner }) };
}

function problemOf(result: CallToolResult): Record<string, unknown> {
  assert.equal(result.isError, true, JSON.stringify(result));
  const [content] = result.content;
  assert.ok(content?.type === "text");
  return JSON.parse(content.text) as Record<string, unknown>;
}

test("a read returns its output without secrets, as text and as structure, and leaves a record", async () => {
  const { client, owner } = await opened();
  const result = await client.callTool({ name: "acme_things_list", arguments: { limit: 3 } });
  const expected = { things: [{ name: "first" }], total: 1 };
  assert.deepEqual(result.structuredContent, expected);
  assert.deepEqual(result.content, [{ type: "text", text: JSON.stringify(expected) }]);
  assert.equal(result.isError, undefined);
  const id = String(result._meta?.["execution_id"]);
  const record = await fixture.deployment.store.executions.find(owner.clientId, owner.tenantId, id);
  assert.deepEqual([record?.status, record?.summaryInput], ["succeeded", { limit: 3 }]);
  assert.equal(result._meta?.["idempotencyKey"], undefined);
});

test("no result, record or log contains a secret from an input or output", async () => {
  const { client, owner } = await opened();
  const secret = `${canary}-input`;
  const results = [
    await client.callTool({ name: "acme_things_list" }),
    await client.callTool({ name: "acme_things_reveal", arguments: { name: "n" } }),
    await client.callTool({ name: "acme_things_create", arguments: { name: "n", secret } }),
    await client.callTool({ name: "acme_things_create", arguments: { name: "n", secret: secret.repeat(9) } }),
    await client.callTool({ name: "acme_things_create", arguments: { name: canary.repeat(9), other: canary } }),
  ];
  assert.deepEqual(results[1]?.structuredContent, { name: "n", body: "what it says" });
  assert.deepEqual(results[2]?.structuredContent, { id: 7, name: "n" });
  assert.ok(!JSON.stringify(results).includes(canary), JSON.stringify(results));
  assert.ok(!fixture.log().includes(canary) && fixture.log().includes("/mcp"));
  const filters = { connectionId: null, status: null, actionId: null, idempotencyKey: null, after: null, limit: 100 };
  const { rows } = await fixture.deployment.store.executions.list(owner.clientId, owner.tenantId, filters);
  assert.equal(rows.length, 3);
  assert.ok(!JSON.stringify(rows).includes(canary));
});

test("an input error names field and keyword, relative to the arguments", async () => {
  const { client } = await opened();
  const problem = problemOf(await client.callTool({ name: "acme_things_list", arguments: { limit: 10 } }));
  assert.deepEqual([problem["code"], problem["retryable"]], ["INPUT_INVALID", false]);
  assert.deepEqual(problem["errors"], [{ pointer: "/limit", keyword: "maximum", message: "Must be 9 or less." }]);
});

test("uses the only connection that fits; several require a choice; no other is used", async () => {
  const owner = await fixture.newOwner();
  const one = await fixture.connect({}, owner);
  const client = await fixture.client({ owner });
  const call = (args: Record<string, unknown>) =>
    client.callTool({ name: "acme_things_create", arguments: { name: "n", ...args } });
  assert.equal((await call({})).isError, undefined);
  const two = await fixture.connect({}, owner);
  const ambiguous = problemOf(await call({}));
  assert.equal(ambiguous["code"], "INPUT_INVALID");
  const [error] = ambiguous["errors"] as { pointer: string; keyword: string; message: string }[];
  assert.deepEqual([error?.pointer, error?.keyword], ["/connection_id", "required"]);
  assert.ok(error?.message.includes(one.id) && error.message.includes(two.id));
  assert.equal(fixture.sent.length, 1);
  assert.equal((await call({ connection_id: two.id })).isError, undefined);

  const ungranted = await fixture.connect({ grantedActions: ["things.list"] }, owner);
  assert.equal(problemOf(await call({ connection_id: ungranted.id }))["code"], "ACTION_NOT_GRANTED");
  const dead = await fixture.connect({ status: "needs_reconnect" }, owner);
  assert.equal(problemOf(await call({ connection_id: dead.id }))["code"], "CONNECTION_NOT_ACTIVE");
  const foreign = await fixture.connect({}, await fixture.newOwner());
  assert.equal(problemOf(await call({ connection_id: foreign.id }))["code"], "CONNECTION_NOT_FOUND");
  for (const connection_id of [7, "", "con_nonsense", null, {}]) {
    assert.equal(problemOf(await call({ connection_id }))["code"], "INPUT_INVALID", JSON.stringify(connection_id));
  }
  assert.equal(fixture.sent.length, 2);
});

test("a connection of another provider never runs that provider's action with the same id", async () => {
  const { client, owner } = await opened();
  const other = await fixture.connect({ provider: "keeper" }, owner);
  const args = { name: "n", connection_id: other.id };
  for (const _meta of [{}, { idempotencyKey: "other-provider" }]) {
    const problem = problemOf(await client.callTool({ name: "acme_things_create", arguments: args, _meta }));
    assert.equal(problem["code"], "INPUT_INVALID");
  }
  assert.equal(fixture.sent.length, 0);
});

test("an unknown tool name is the protocol's own error, whatever the reason", async () => {
  const owner = await fixture.newOwner({ allowedActions: ["acme/things.list"] });
  const { id } = await fixture.connect({}, owner);
  await fixture.connect({ provider: "keeper" }, owner);
  const client = await fixture.client({ owner });
  const calls = [
    { name: "nonsense" },
    { name: "acme_things_hidden" },
    { name: "keeper_things_create", arguments: { name: "n" } },
    { name: "acme_things_create", arguments: { name: "n" } },
    { name: "acme_things_create", arguments: { name: "n", connection_id: id } },
    { name: "acme_things_create", arguments: { name: "n", connection_id: id }, _meta: { idempotencyKey: "k" } },
  ];
  for (const call of calls) {
    await assert.rejects(client.callTool(call), (error) => error instanceof ProtocolError && error.code === -32_602);
  }
  assert.equal(fixture.sent.length, 0);
});

test("a provider's refusal is an error result with code, detail, execution and whether to retry", async () => {
  const { client } = await opened();
  fixture.script = ({ method }) => (method === "GET" ? answered(404) : { kind: "not_sent", reason: "connect" });
  const missing = problemOf(await client.callTool({ name: "acme_things_list" }));
  assert.deepEqual([missing["code"], missing["retryable"]], ["RESOURCE_NOT_FOUND", false]);
  assert.match(String(missing["execution_id"]), /^act_/);
  assert.ok(String(missing["detail"]).length > 10 && missing["requestId"] !== undefined);
  const away = await client.callTool({ name: "acme_things_create", arguments: { name: "n" } });
  assert.deepEqual([problemOf(away)["code"], problemOf(away)["retryable"]], ["PROVIDER_UNREACHABLE", true]);
  assert.equal(typeof problemOf(away)["retryAfterSeconds"], "number");
  assert.match(String(away._meta?.["idempotencyKey"]), /^mcp_/);
});

test("a defect is an error result that reveals nothing about it", async () => {
  const { client, owner } = await opened();
  const { executions } = fixture.deployment.store;
  const claim = executions.claim;
  executions.claim = () => Promise.reject(new Error(canary));
  try {
    const result = await client.callTool({ name: "acme_things_list" });
    assert.equal(problemOf(result)["code"], "INTERNAL");
    assert.ok(!JSON.stringify(result).includes(canary) && !fixture.log().includes(canary));
  } finally {
    executions.claim = claim;
  }
  assert.equal((await (await fixture.client({ owner })).listTools()).tools.length, 5);
});

test("a client that hangs up does not undo what was sent", async () => {
  const { client, owner } = await opened();
  let arrive = (): void => {};
  let respond = (): void => {};
  const arrived = new Promise<void>((resolve) => (arrive = resolve));
  const answerable = new Promise<void>((resolve) => (respond = resolve));
  fixture.script = async () => {
    arrive();
    await answerable;
    return answered(201);
  };
  const abort = new AbortController();
  const call = client.callTool(
    { name: "acme_things_create", arguments: { name: "n" }, _meta: { idempotencyKey: "hang-up" } },
    { signal: abort.signal },
  );
  await arrived;
  abort.abort();
  await assert.rejects(call);
  await client.close();
  respond();
  fixture.script = wellBehaved;
  const again = await fixture.client({ owner });
  const replay = await until(async () => {
    const result = await again.callTool({
      name: "acme_things_create",
      arguments: { name: "n" },
      _meta: { idempotencyKey: "hang-up" },
    });
    return result.isError === true ? null : result;
  });
  assert.equal(replay._meta?.["replayed"], true);
  assert.equal(fixture.sent.length, 1);
});
