/** Tools of a real provider, through the official client: listings, calls, and no write twice. */
import assert from "node:assert/strict";
import type { Execution } from "@svc/contract";
import { until, verifies, type Connected, uniqueName } from "../harness/index.ts";
import { oauthSuite, repository, type OAuthFixture } from "../harness/oauth/fixture.ts";
import { openClient, problemOf } from "./mcp-client.ts";

oauthSuite("mcp tools", (fixture) => {
  const opened = async (connected: Connected, options: Parameters<typeof openClient>[1] = {}) => {
    const { caller, tenantId } = connected;
    return await openClient({ url: fixture().server.url, tenantId, key: caller.key }, options);
  };
  const create = (title: string, more: Record<string, unknown> = {}) => ({
    name: "github_issues_create",
    arguments: { ...repository, title, ...more },
  });

  verifies("mcp.tools", "lists exactly the granted actions with their schemas, in both lifecycles", async () => {
    const connected = await fixture().connected();
    for (const modern of [false, true]) {
      const client = await opened(connected, { modern });
      const { tools } = await client.listTools();
      const names = tools.map(({ name }) => name);
      assert.deepEqual(names, ["get_execution", "github_issues_create", "github_issues_list", "github_user_get"]);
      const properties = tools.slice(1).map(({ inputSchema }) => Object.keys(inputSchema.properties ?? {})[0]);
      assert.deepEqual(properties, ["connection_id", "connection_id", "connection_id"]);
      await client.close();
    }
    const narrow = await fixture().another({ allowActions: ["github/user.get"] });
    const other = await fixture().connected({ caller: narrow.caller, requestedActions: ["user.get"] });
    const { tools } = await (await opened(other)).listTools();
    assert.deepEqual(
      tools.map(({ name }) => name),
      ["github_user_get"],
    );
  });

  verifies("mcp.calls", "returns the provider's data for a read, and records it", async () => {
    const connected = await fixture().connected();
    const client = await opened(connected);
    const result = await client.callTool({ name: "github_user_get" });
    assert.equal(
      (result.structuredContent as { login?: string } | undefined)?.login,
      "octocat",
      JSON.stringify(result),
    );
    const record = await executionOf(connected, result._meta?.["execution_id"]);
    assert.deepEqual([record.status, record.action_id], ["succeeded", "user.get"]);
    const missing = await client.callTool({
      name: "github_issues_list",
      arguments: { owner: "octocat", repo: "no-such-repository" },
    });
    assert.equal(problemOf(missing).code, "RESOURCE_NOT_FOUND");
    assert.equal(problemOf(missing).execution_id, missing._meta?.["execution_id"]);
    const faulty = problemOf(await client.callTool({ name: "github_issues_list", arguments: { owner: 7 } }));
    assert.equal(faulty.code, "INPUT_INVALID");
    assert.ok(faulty.errors?.some(({ pointer, keyword }) => pointer === "/owner" && keyword === "type"));
  });

  verifies("mcp.keys", "acts once per key across MCP and REST, and reports a generated key", async () => {
    const connected = await fixture().connected();
    const client = await opened(connected);
    const before = changesOf(fixture());
    const call = create("Acts once");
    const first = await client.callTool({ ...call, _meta: { idempotencyKey: "acts-once" } });
    assert.equal(first.isError, undefined, JSON.stringify(first));
    const again = await client.callTool({ ...call, _meta: { idempotencyKey: "acts-once" } });
    assert.deepEqual([again._meta?.["replayed"], again._meta?.["idempotencyKey"]], [true, "acts-once"]);
    const rest = await connected.execute("issues.create", call.arguments, { idempotencyKey: "acts-once" });
    assert.deepEqual([rest.status, rest.headers["idempotent-replayed"]], [200, "true"]);
    const reused = await client.callTool({ ...create("Another"), _meta: { idempotencyKey: "acts-once" } });
    assert.equal(problemOf(reused).code, "IDEMPOTENCY_KEY_REUSED");
    const wrong = await client.callTool({ ...call, _meta: { idempotencyKey: "not one" } });
    assert.equal(problemOf(wrong).code, "IDEMPOTENCY_KEY_INVALID");
    assert.equal(changesOf(fixture()), before + 1);
    const made = await client.callTool(create("Made"));
    const record = await executionOf(connected, made._meta?.["execution_id"]);
    assert.equal(record.idempotencyKey, made._meta?.["idempotencyKey"]);
    assert.equal(changesOf(fixture()), before + 2);
  });

  verifies("mcp.unknown", "reports an unknown outcome, and doesn't send the same call again", async () => {
    const connected = await fixture().connected();
    const client = await opened(connected);
    const match = { method: "POST", path: "/repos/octocat/hello-world/issues" };
    fixture().github.api.faults.add({ match, times: 1, fault: { kind: "reset_after_effect" } });
    const before = changesOf(fixture());
    const lost = await client.callTool(create("Lost"));
    const problem = problemOf(lost);
    assert.deepEqual([problem.code, problem.retryable], ["ACTION_OUTCOME_UNKNOWN", false]);
    assert.match(problem.detail, /Do not repeat this call/);
    assert.equal((await executionOf(connected, problem.execution_id)).status, "outcome_unknown");
    const again = problemOf(await client.callTool(create("Lost")));
    assert.deepEqual([again.code, again.execution_id], ["ACTION_OUTCOME_UNKNOWN", problem.execution_id]);
    // The body isn't recorded, so svc can't know that it is the same.
    const differing = problemOf(await client.callTool(create("Lost", { body: "Another" })));
    for (const { detail } of [again, differing]) assert.doesNotMatch(detail, /the same call/);
    // Another token can't look the execution up, so it isn't told to.
    const made = await connected.caller.post(
      "/v1/delegated-tokens",
      {
        tenant_id: connected.tenantId,
        audience: ["mcp"],
      },
      { idempotencyKey: uniqueName("token") },
    );
    const { token } = made.json as { token: string };
    const other = await openClient({ url: fixture().server.url, tenantId: connected.tenantId, key: token });
    const repeated = problemOf(await other.callTool(create("Lost")));
    assert.deepEqual([repeated.code, repeated.execution_id], ["ACTION_OUTCOME_UNKNOWN", problem.execution_id]);
    assert.doesNotMatch(repeated.detail, /get_execution/);
    const hidden = await other.callTool({ name: "get_execution", arguments: { execution_id: problem.execution_id } });
    assert.equal(problemOf(hidden).code, "EXECUTION_NOT_FOUND");
    await other.close();
    assert.equal(changesOf(fixture()), before + 1);
  });

  verifies("mcp.connections", "requires a connection if there are several", async () => {
    const tenantId = await fixture().tenant();
    const one = await fixture().connected({ tenantId });
    const two = await fixture().connected({ tenantId, login: "hubot" });
    const client = await opened(one);
    const refused = problemOf(await client.callTool({ name: "github_user_get" }));
    assert.deepEqual(
      refused.errors?.map(({ pointer, keyword }) => [pointer, keyword]),
      [["/connection_id", "required"]],
    );
    for (const [connected, login] of [
      [one, "octocat"],
      [two, "hubot"],
    ] as const) {
      const result = await client.callTool({ name: "github_user_get", arguments: { connection_id: connected.id } });
      assert.equal((result.structuredContent as { login?: string } | undefined)?.login, login);
    }
    const { tools } = await client.listTools();
    const argument = tools.find(({ name }) => name === "github_user_get")?.inputSchema.properties?.[
      "connection_id"
    ] as { enum: string[]; description: string };
    assert.deepEqual(argument.enum, [one.id, two.id]);
    assert.match(argument.description, /"octocat".*"hubot"/);
  });

  verifies(
    "mcp.list-changed",
    "notifies a client of a new and a disconnected connection, in both lifecycles",
    async () => {
      for (const modern of [false, true]) {
        const tenantId = await fixture().tenant();
        let told = 0;
        const endpoint = { url: fixture().server.url, tenantId, key: fixture().client.key };
        const client = await openClient(endpoint, { modern, changed: () => (told += 1) });
        const connected = await fixture().connected({ tenantId });
        await until(8000, "notified of the new connection", () => (told > 0 ? true : null));
        assert.equal((await client.listTools()).tools.length, 4);
        const heard = told;
        await connected.caller.delete(connected.path);
        await until(8000, "notified of the disconnected connection", () => (told > heard ? true : null));
        assert.equal((await client.listTools()).tools.length, 0);
        await client.close();
      }
    },
  );
});

async function executionOf({ caller, tenantId }: Connected, id: unknown): Promise<Execution> {
  const response = await caller.get(`/v1/tenants/${tenantId}/action-executions/${String(id)}`);
  assert.equal(response.status, 200, response.text);
  return response.json as Execution;
}

/** The number of changing requests that have reached the simulated API. */
function changesOf({ github }: OAuthFixture): number {
  return github.api.ledger.requests.filter(({ method }) => method !== "GET").length;
}
