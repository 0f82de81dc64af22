/** `get_execution`: an agent can read the outcome of its own calls, and of no others. */
import assert from "node:assert/strict";
import { after, before, beforeEach, test } from "node:test";
import type { CallToolResult, Client } from "@modelcontextprotocol/client";
import { answered, makeFixture, wellBehaved, withOtherKey, type Fixture, type Owner } from "./fixture.ts";
import { canary } from "./providers.ts";

let fixture: Fixture;
before(async () => {
  fixture = await makeFixture();
});
after(() => fixture.close());
beforeEach(() => {
  fixture.script = wellBehaved;
});

async function opened(): Promise<{ owner: Owner; connectionId: string; client: Client }> {
  const owner = await fixture.newOwner();
  const { id } = await fixture.connect({}, owner);
  return { owner, connectionId: id, client: await fixture.client({ owner }) };
}

const create = async (client: Client): Promise<string> => {
  const args = { name: "n", secret: canary };
  const result = await client.callTool({ name: "acme_things_create", arguments: args });
  return String(result._meta?.["execution_id"]);
};

const ask = (client: Client, execution_id: unknown): Promise<CallToolResult> =>
  client.callTool({ name: "get_execution", arguments: { execution_id } });

/** A result's text without the parts that differ from call to call. */
function refusal(result: CallToolResult): string {
  const [content] = result.content;
  assert.ok(result.isError === true && content?.type === "text", JSON.stringify(result));
  return content.text.replace(/"requestId":"[^"]+"/, "");
}

test("shows the outcome of a call without its secrets, in the declared shape", async () => {
  const { client } = await opened();
  const id = await create(client);
  const result = await ask(client, id);
  const { status, output, error, evidence, resolution } = result.structuredContent as Record<string, unknown>;
  assert.deepEqual([status, output, error, evidence, resolution], ["succeeded", { id: 7, name: "n" }, null, [], null]);
  assert.equal(result._meta?.["execution_id"], id);
  assert.doesNotMatch(JSON.stringify(result), new RegExp(canary));
});

test("shows an unknown outcome, even after the connection is gone", async () => {
  const { client, owner, connectionId } = await opened();
  fixture.script = () => answered(502);
  const id = await create(client);
  const { store } = fixture.deployment;
  await store.connections.disconnect(
    owner.clientId,
    owner.tenantId,
    connectionId,
    fixture.deployment.platform.nowMs(),
    "operator",
  );
  assert.deepEqual((await client.listTools()).tools, []);
  const { status, error } = (await ask(client, id)).structuredContent as { status: string; error: { code: string } };
  assert.deepEqual([status, error.code], ["outcome_unknown", "ACTION_OUTCOME_UNKNOWN"]);
});

test("treats every execution but its own as missing", async () => {
  const { client, owner, connectionId } = await opened();
  const own = await create(client);
  const missing = refusal(await ask(client, fixture.deployment.newId("act")));
  assert.match(missing, /EXECUTION_NOT_FOUND/);

  const byRest = await fetch(
    `${fixture.url}/v1/tenants/${owner.tenantId}/connections/${connectionId}/actions/things.create:execute`,
    {
      method: "POST",
      headers: { authorization: `Bearer ${owner.key}`, "content-type": "application/json", "idempotency-key": "k" },
      body: JSON.stringify({ input: { name: "n" } }),
    },
  );
  const { execution } = (await byRest.json()) as { execution: { id: string } };
  assert.equal(refusal(await ask(client, execution.id)), missing, "made over REST with the same key");

  const otherKey = await fixture.client({ owner: await withOtherKey(fixture, owner) });
  assert.equal(refusal(await ask(otherKey, own)), missing, "made with another key of the same service client");
  const other = await opened();
  assert.equal(refusal(await ask(other.client, own)), missing, "made by another service client");
  const foreign = await create(other.client);
  assert.equal(refusal(await ask(client, foreign)), missing, "another service client's");
  assert.equal((await ask(client, own)).isError, undefined);
});

test("rejects an argument that isn't the id of an execution, and doesn't look anything up", async () => {
  const { client } = await opened();
  for (const wrong of ["", "con_01k0000000e8r9m2p4s6t8w0y2", 7, null, undefined]) {
    assert.match(refusal(await ask(client, wrong)), /INPUT_INVALID/);
  }
});

test("is listed if one of the tenant's tools changes something", async () => {
  const owner = await fixture.newOwner();
  await fixture.connect({ grantedActions: ["things.list"] }, owner);
  const names = async (): Promise<string[]> =>
    (await (await fixture.client({ owner })).listTools()).tools.map(({ name }) => name);
  assert.deepEqual(await names(), ["acme_things_list"]);
  await fixture.connect({ grantedActions: ["things.create"] }, owner);
  assert.deepEqual(await names(), ["get_execution", "acme_things_create", "acme_things_list"]);
});
