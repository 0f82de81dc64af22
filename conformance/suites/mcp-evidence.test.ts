/** A lost response, as an agent sees it: the result's text, and what `get_execution` shows to whom. */
import assert from "node:assert/strict";
import type { Client, CallToolResult } from "@modelcontextprotocol/client";
import { verifies, type Connected } from "../harness/index.ts";
import { oauthSuite, repository } from "../harness/oauth/fixture.ts";
import { openClient, problemOf } from "./mcp-client.ts";

oauthSuite(
  "mcp evidence",
  (fixture) => {
    const opened = (connected: Connected, key = connected.caller.key): Promise<Client> =>
      openClient({ url: fixture().server.url, tenantId: connected.tenantId, key });
    const create = (title: string) => ({ name: "github_issues_create", arguments: { ...repository, title } });
    const ask = (client: Client, execution_id: unknown): Promise<CallToolResult> =>
      client.callTool({ name: "get_execution", arguments: { execution_id } });
    /** Loses the response to the next issue, after its effect. */
    const lose = (): void => {
      const match = { method: "POST", path: "/repos/octocat/hello-world/issues" };
      fixture().github.api.faults.add({ match, times: 1, fault: { kind: "reset_after_effect" } });
    };

    verifies("mcp.evidence", "says how svc can find out, and shows the result", async () => {
      const connected = await fixture().connected();
      const client = await opened(connected);
      lose();
      const problem = problemOf(await client.callTool(create("Found by its marker")));
      assert.deepEqual([problem.code, problem.evidence], ["ACTION_OUTCOME_UNKNOWN", "on_request"]);
      assert.match(problem.detail, /svc looks for its effect at the provider if someone calls its `:settle`/);
      const before = (await ask(client, problem.execution_id)).structuredContent as Record<string, unknown>;
      assert.deepEqual([before["status"], before["evidence"], before["output"]], ["outcome_unknown", [], null]);
      const settle = `/v1/tenants/${connected.tenantId}/action-executions/${problem.execution_id ?? ""}:settle`;
      assert.equal((await connected.caller.post(settle)).status, 200);
      const after = (await ask(client, problem.execution_id)).structuredContent as Record<string, unknown>;
      assert.deepEqual([after["status"], after["error"]], ["succeeded", null]);
      assert.equal((after["settlement"] as { by: string }).by, "evidence");
      assert.equal((after["evidence"] as unknown[]).length, 1);
    });

    verifies("mcp.get-execution", "shows no execution made over REST or with another key", async () => {
      const connected = await fixture().connected();
      const client = await opened(connected);
      const made = await client.callTool(create("Made over MCP"));
      const id = String(made._meta?.["execution_id"]);
      assert.equal((await ask(client, id)).isError, undefined);
      const rest = await connected.execute("issues.create", create("Over REST").arguments, {
        idempotencyKey: "rest-1",
      });
      const byRest = (rest.json as { execution: { id: string } }).execution.id;
      assert.equal(problemOf(await ask(client, byRest)).code, "EXECUTION_NOT_FOUND");
      const other = await fixture().connected({ caller: (await fixture().another()).caller });
      assert.equal(problemOf(await ask(await opened(other), id)).code, "EXECUTION_NOT_FOUND");
    });
  },
  { env: { SVC_SETTLE: "on_request" } },
);
