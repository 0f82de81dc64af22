/** Calls that need approval: the errors thrown, and the requests for proposing, waiting and testing the policy. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { ApprovalRequiredError, ArgumentError, ServiceClient, UnexpectedResponseError } from "@svc/sdk";
import { json, startServer, type Scripted } from "./http/server.ts";

const issue = { owner: "octocat", repo: "hello-world", title: "t" };
const key = { idempotencyKey: "ticket-1" };
const proposal = { id: "prp_1", status: "pending", summary: { input: issue } };
const waiting = json(202, { proposal });
const tenantPath = "/v1/tenants/ten_1";

async function start(context: Parameters<typeof startServer>[0], ...responses: readonly Scripted[]) {
  const { url, seen } = await startServer(context, ...responses);
  const tenant = new ServiceClient({ baseUrl: url, accessToken: "svc_live_0123456789" }).tenant("ten_1");
  const sent = () => seen.map(({ method, path, body }) => `${method} ${path} ${body}`.trim());
  return { tenant, connection: tenant.connection("con_1"), seen, sent };
}

test("execute throws the proposal of a call that a person has to approve, and doesn't repeat it", async (context) => {
  const { connection, seen } = await start(context, waiting);
  await assert.rejects(connection.execute("issues.create", issue, key), (error) => {
    assert.ok(error instanceof ApprovalRequiredError);
    assert.deepEqual(error.proposal, proposal);
    assert.match(error.message, /A person has to approve the call: proposal prp_1\. Nothing was sent\./);
    return true;
  });
  assert.equal(seen.length, 1);
});

for (const [status, said] of [
  ["approved", /^A person has approved the call, and svc is about to make it: proposal prp_1\.$/],
  ["denied", /^A person has denied the call: proposal prp_1\. Nothing was sent\.$/],
  ["newer", /^The call isn't made yet, or has ended: proposal prp_1 is newer\.$/],
] as const) {
  test(`execute reports the status of its key's proposal: ${status}`, async (context) => {
    const { connection } = await start(context, json(202, { proposal: { ...proposal, status } }));
    await assert.rejects(
      connection.executeUntyped("issues.create", issue, key),
      (error) => error instanceof ApprovalRequiredError && said.test(error.message),
    );
  });
}

test("rejects a 202 without a proposal, which svc never sends", async (context) => {
  const { connection } = await start(context, json(202, { proposal: null }));
  const isForeign = (error: unknown) => error instanceof UnexpectedResponseError && error.idempotencyKey === "ticket-1";
  await assert.rejects(connection.execute("issues.create", issue, key), isForeign);
  await assert.rejects(connection.propose("issues.create", issue, key), isForeign);
});

test("propose sends the call with its key, and returns the proposal", async (context) => {
  const { connection, seen, sent } = await start(context, waiting);
  assert.deepEqual(await connection.propose("issues.create", issue, key), proposal);
  const body = JSON.stringify({ input: issue });
  assert.deepEqual(sent(), [`POST ${tenantPath}/connections/con_1/actions/issues.create:propose ${body}`]);
  assert.equal(seen[0]?.headers["idempotency-key"], "ticket-1");
});

test("propose with an executed key returns the proposal that it was executed from", async (context) => {
  const accepted = { ...proposal, status: "accepted", execution_id: "act_1" };
  const executed = json(200, { execution: { id: "act_1", proposal_id: "prp_1" }, output: {} });
  const { connection, sent } = await start(context, executed, json(200, accepted));
  assert.deepEqual(await connection.proposeUntyped("issues.create", issue, key), accepted);
  assert.equal(sent()[1], `GET ${tenantPath}/proposals/prp_1`);
});

test("propose rejects a key that was executed without a proposal", async (context) => {
  const executed = json(200, { execution: { id: "act_1", proposal_id: null }, output: {} });
  const { connection } = await start(context, executed);
  await assert.rejects(
    connection.propose("issues.create", issue, key),
    (error) => error instanceof ArgumentError && error.code === "IDEMPOTENCY_KEY_REUSED",
  );
});

test("proposals.wait stops immediately if its signal is aborted", async (context) => {
  const { tenant } = await start(context, json(200, proposal));
  const signal = AbortSignal.timeout(50);
  await assert.rejects(tenant.proposals.wait("prp_1", { signal }), { name: "TimeoutError" });
});

test("testPolicy accepts an action id with its provider, and rejects another provider's", async (context) => {
  const verdict = { decision: "ask", approver: "any", reasons: [] };
  const { tenant, sent } = await start(context, json(200, { id: "con_1", provider: "github" }), json(200, verdict));
  const call = { connection_id: "con_1", input: issue };
  assert.deepEqual(await tenant.testPolicy({ ...call, action_id: "github/issues.create" }), verdict);
  const body = JSON.stringify({ ...call, action_id: "issues.create" });
  assert.deepEqual(sent(), [`GET ${tenantPath}/connections/con_1`, `POST ${tenantPath}/policy:test ${body}`]);
  await assert.rejects(tenant.testPolicy({ ...call, action_id: "doppler/secrets.set" }), ArgumentError);
});
