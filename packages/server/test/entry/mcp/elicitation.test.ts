/** A call that waits for a person: the client is asked to open the page, if it can, and every client gets the result. */
import assert from "node:assert/strict";
import { after, before, beforeEach, test } from "node:test";
import type { Client, ElicitRequestURLParams } from "@modelcontextprotocol/client";
import { isOfUrlSession, opensUrls, pageToOpen, sessionIdOf } from "../../../src/entry/mcp/elicitation.ts";
import { acme } from "./providers.ts";
import { makeFixture, type Fixture, type Owner } from "./fixture.ts";
import { until } from "./until.ts";

let fixture: Fixture;
before(async () => {
  fixture = await makeFixture();
});
after(() => fixture.close());
beforeEach(() => void (fixture.sent.length = 0));

const create = { name: "acme_things_create", arguments: { name: "n" } };
const page = "https://app.example/agents";
const pageOf = (proposalId: unknown) => `https://svc.example/approve/${String(proposalId)}`;

async function askingOwner(agentSignInUrl = page): Promise<Owner> {
  const owner = await fixture.newOwner({ policyRules: [{ decision: "ask" }], agentSignInUrl });
  await fixture.connect({}, owner);
  return owner;
}

/** Every proposal of an owner, by its id. */
async function proposalsOf({ clientId, tenantId }: Owner): Promise<string[]> {
  const filters = { status: null, connectionId: null, after: null, limit: 100 };
  return (await fixture.deployment.store.proposals.list(clientId, tenantId, filters)).rows.map(({ id }) => id);
}

type ToolResult = {
  resultType?: string;
  inputRequests?: Readonly<Record<string, { params: { url: string } }>>;
  requestState?: string;
  structuredContent?: Readonly<Record<string, unknown>>;
  isError?: boolean;
  _meta?: Readonly<Record<string, unknown>>;
};

const structured = (result: Awaited<ReturnType<Client["callTool"]>>) =>
  result.structuredContent as Readonly<Record<string, unknown>>;

for (const modern of [false, true]) {
  const revision = modern ? "2026-07-28" : "2025-11-25";
  test(`asks a client that opens URLs to open the page, in revision ${revision}`, async () => {
    for (const action of ["accept", "decline", "cancel"] as const) {
      const owner = await askingOwner();
      const asked: ElicitRequestURLParams[] = [];
      const openUrl = (request: ElicitRequestURLParams) => {
        asked.push(request);
        return Promise.resolve({ action });
      };
      const client = await fixture.client({ modern, owner, openUrl });
      await client.listTools();
      const result = await client.callTool(create);
      const [id, ...others] = await proposalsOf(owner);
      assert.deepEqual(others, []);
      assert.deepEqual(structured(result), { status: "pending_approval", proposal_id: id, approvalUrl: pageOf(id) });
      const [request] = await until(() => (asked.length > 0 ? asked : null));
      assert.equal(asked.length, 1);
      assert.deepEqual([request?.mode, request?.url], ["url", pageOf(id)]);
      assert.match(request?.message ?? "", /^"Create a thing" \(ACME\) needs a person's approval/);
      if (!modern) assert.equal(request?.elicitationId, id);
      assert.deepEqual(fixture.sent, []);
    }
  });

  test(`returns only the result to a client that opens no URLs, in revision ${revision}`, async () => {
    const owner = await askingOwner();
    const client = await fixture.client({ modern, owner });
    await client.listTools();
    const result = structured(await client.callTool(create));
    assert.deepEqual([result["status"], result["approvalUrl"]], ["pending_approval", pageOf(result["proposal_id"])]);
  });

  test(`asks for no page if people decide elsewhere, in revision ${revision}`, async () => {
    const owner = await askingOwner("");
    const client = await fixture.client({ modern, owner, openUrl: () => assert.fail("There is no page.") });
    const result = structured(await client.callTool(create));
    assert.deepEqual(Object.keys(result), ["status", "proposal_id"]);
  });
}

test("doesn't wait for the user in revision 2025-11-25, and accepts the response whenever it arrives", async () => {
  const owner = await askingOwner();
  const { promise: opened, resolve: open } = Promise.withResolvers<{ action: "accept" }>();
  const client = await fixture.client({ owner, openUrl: () => opened });
  const faults: Error[] = [];
  Object.assign(client, { onerror: (error: Error) => faults.push(error) });
  assert.equal(structured(await client.callTool(create))["status"], "pending_approval");
  open({ action: "accept" });
  // The next call succeeds, so the response before it did no harm.
  assert.equal((await client.callTool({ name: "acme_things_list" })).isError, undefined);
  assert.deepEqual(faults, []);
  const response = { jsonrpc: "2.0", id: "elicitation_x", result: { action: "accept" } };
  for (const body of [response, { ...response, result: undefined, error: { code: -32_602, message: "No." } }]) {
    const taken = await fixture.post(body, { "mcp-session-id": sessionIdOf(crypto.randomUUID()) }, owner);
    assert.deepEqual([taken.status, await taken.text()], [202, ""]);
  }
});

test("its state makes a repeat in revision 2026-07-28 the same call, and it isn't asked again", async () => {
  const owner = await askingOwner();
  const headers = { "mcp-protocol-version": "2026-07-28", "mcp-method": "tools/call", "mcp-name": create.name };
  const post = async (change: Readonly<Record<string, unknown>>, meta: Readonly<Record<string, unknown>> = {}) => {
    const _meta = {
      "io.modelcontextprotocol/protocolVersion": "2026-07-28",
      "io.modelcontextprotocol/clientInfo": { name: "x", version: "1" },
      "io.modelcontextprotocol/clientCapabilities": { elicitation: { url: {} } },
      ...meta,
    };
    const body = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { ...create, ...change, _meta } };
    return (await (await fixture.post(body, headers, owner)).json()) as {
      result: ToolResult;
      error?: { code: number };
    };
  };
  const { result: first } = await post({});
  const [id] = await proposalsOf(owner);
  assert.deepEqual([first.resultType, first.inputRequests?.["approval"]?.params.url], ["input_required", pageOf(id)]);
  const { requestState } = first;
  const { result: repeated } = await post({ requestState, inputResponses: { approval: { action: "accept" } } });
  assert.deepEqual([repeated.resultType, repeated.structuredContent?.["proposal_id"]], ["complete", id]);
  assert.match(String(repeated._meta?.["idempotencyKey"]), /^mcp_/);
  assert.deepEqual(await proposalsOf(owner), [id]);
  // The repeated call is the only result.
  for (const [response, code] of [
    [await post({ requestState }, { idempotencyKey: "another" }), "IDEMPOTENCY_KEY_INVALID"],
    [await post({ requestState, arguments: { name: "other" } }), "IDEMPOTENCY_KEY_REUSED"],
  ] as const) {
    assert.deepEqual([response.result.isError, JSON.stringify(response).includes(code)], [true, true], code);
  }
  const stranger = await askingOwner();
  const foreign = await fixture.client({ owner: stranger });
  const { proposal_id: elsewhere } = structured(await foreign.callTool(create));
  for (const state of [elsewhere, `${requestState}x`, "", "prp_none"]) {
    assert.equal((await post({ requestState: state })).error?.code, -32_602, String(state));
  }
  assert.deepEqual(await proposalsOf(owner), [id]);
});

test("a client's session id says that it opens URLs, and any other id means nothing", async () => {
  const owner = await askingOwner();
  const capabilities = [
    [{ elicitation: { url: {} } }, true],
    [{ elicitation: { url: {}, form: {} } }, true],
    [{ elicitation: {} }, false],
    [{ elicitation: { form: {} } }, false],
    [{}, false],
  ] as const;
  for (const [declared, expected] of capabilities) {
    const params = { protocolVersion: "2025-11-25", capabilities: declared, clientInfo: { name: "x", version: "1" } };
    const response = await fixture.post({ jsonrpc: "2.0", id: 1, method: "initialize", params }, {}, owner);
    const id = response.headers.get("mcp-session-id");
    assert.equal(id !== null, expected);
    assert.equal(isOfUrlSession(id === null ? [] : [id]), expected);
    assert.equal(opensUrls(declared), expected);
  }
  const call = { jsonrpc: "2.0", id: 1, method: "tools/call", params: create };
  const id = sessionIdOf(crypto.randomUUID());
  for (const [header, expected] of [
    [id, true],
    [null, false],
    ["", false],
    ["url_", false],
    [`${id}0`, false],
    [id.toUpperCase(), false],
    [`${id}, ${id}`, false],
  ] as const) {
    const response = await fixture.post(call, header === null ? {} : { "mcp-session-id": header }, owner);
    const text = await response.text();
    assert.deepEqual([response.status, text.includes('"elicitation/create"')], [200, expected], String(header));
    assert.match(text, /pending_approval/);
  }
  for (const method of ["DELETE", "GET"]) {
    const headers = { authorization: `Bearer ${owner.key}`, "mcp-session-id": id };
    const expected = method === "GET" ? 406 : 405;
    assert.equal((await fetch(fixture.mcpUrl(owner), { method, headers })).status, expected);
  }
});

test("asks only while nothing has been decided", () => {
  const [, action] = acme.actions;
  assert.ok(action !== undefined);
  const tool = { action, provider: acme };
  assert.equal(pageToOpen(tool, { status: "pending", approvalUrl: page })?.url, page);
  assert.equal(pageToOpen(tool, { status: "approved", approvalUrl: page }), null);
  assert.equal(pageToOpen(tool, { status: "pending", approvalUrl: null }), null);
});
