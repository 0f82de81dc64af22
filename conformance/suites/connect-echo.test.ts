/** A provider that echoes the credential: as the account, as its request id, or in a clear-text field. */
import assert from "node:assert/strict";
import type { TestedConnection, ExecutedAction, Execution } from "@svc/contract";
import { assertProblem, Frontend, openSession, suite, uniqueName, verifies } from "../harness/index.ts";
import { everyRow } from "./isolation-fixture.ts";

suite("a provider that echoes", (fixture) => {
  /** Answers the next request to a path with this status and body. */
  const answerNext = (path: string, json: unknown, headers: Readonly<Record<string, string>> = {}): void => {
    const fault = { kind: "status", status: 200, json, headers, effect: false } as const;
    fixture().provider.faults.add({ match: { method: "GET", path }, fault });
  };
  const assertNotStored = async (parts: readonly string[]): Promise<void> => {
    const rows = Object.values(await everyRow(fixture().server.home)).flat();
    for (const part of parts) assert.ok(!rows.some((row) => row.includes(part)), "a part of the credential is stored");
  };

  verifies("connect.echo", "refuses and doesn't store an account that contains a part of the token", async () => {
    const token = fixture().provider.tokens.serviceAccount;
    const middle = token.slice(-30, -10);
    const session = await openSession(fixture().caller, await fixture().tenant());
    const frontend = new Frontend(fixture().server.http);
    const secret = await frontend.open(session.token);
    for (const workplace of [
      { slug: token, name: "Harbor" },
      { slug: "w1", name: token },
      { slug: middle, name: "Harbor" },
      { slug: "w1", name: `Harbor ${middle.toLowerCase()}` },
    ]) {
      answerNext("/v3/me", { type: "service_account", workplace });
      const response = await frontend.submit(secret, token);
      assertProblem(response, "CREDENTIAL_UNVERIFIED");
      assert.ok(!response.text.includes(middle));
    }
    const { connections } = (await fixture().caller.get(`/v1/tenants/${session.tenant_id}/connections`)).json as {
      connections: unknown[];
    };
    assert.deepEqual(connections, []);
    await assertNotStored([token, middle, middle.toLowerCase()]);
    assert.equal((await frontend.submit(secret, token)).status, 200, "the same token connects once it isn't echoed");
  });

  verifies("connect.echo", "rejects a test whose account repeats the token, and keeps the connection", async () => {
    const token = fixture().provider.tokens.serviceAccount;
    const connected = await fixture().connected();
    answerNext("/v3/me", { type: "service_account", workplace: { slug: token, name: token } });
    const path = `${connected.path}:test`;
    assertProblem(
      await fixture().caller.post(path, undefined, { idempotencyKey: uniqueName("t") }),
      "PROVIDER_UNREACHABLE",
    );
    const tested = await fixture().caller.post(path, undefined, { idempotencyKey: uniqueName("t") });
    assert.equal((tested.json as TestedConnection).ok, true);
  });

  verifies("connect.echo", "stores a request id, unless it contains a part of the token", async () => {
    const token = fixture().provider.tokens.serviceAccount;
    const connected = await fixture().connected();
    const idOf = async (requestId: string): Promise<string | null> => {
      answerNext("/v3/projects", { page: 1, projects: [] }, { "x-request-id": requestId });
      const response = await connected.execute("projects.list", {});
      assert.equal(response.status, 200, response.text);
      return (response.json as { execution: Execution }).execution.providerRequestId;
    };
    const middle = token.slice(-30, -10);
    for (const echo of [token, middle, `req-${middle}-7`, middle.toUpperCase(), middle.slice(6, 14)]) {
      assert.equal(await idOf(echo), null, echo);
    }
    assert.equal(await idOf("8e503cfc-5b9b-4f81-adf3-8723b35885d3"), "8e503cfc-5b9b-4f81-adf3-8723b35885d3");
    await assertNotStored([middle, middle.toUpperCase()]);
  });

  verifies("connect.echo", "doesn't store a request id that contains a part of the sent value", async () => {
    const connected = await fixture().connected();
    const value = "correct-horse-battery-staple";
    const headers = { "x-request-id": `req-${value.slice(8, 20)}` };
    const fault = { kind: "status", status: 200, json: { secrets: {} }, headers, effect: true } as const;
    fixture().provider.faults.add({ match: { method: "POST" }, fault });
    const response = await connected.set("ECHOED", uniqueName("set"), value);
    assert.equal(response.status, 200, response.text);
    assert.equal((response.json as { execution: Execution }).execution.providerRequestId, null);
    await assertNotStored([value.slice(8, 20)]);
  });

  verifies("connect.echo", "withholds a clear-text field that contains the token", async () => {
    const token = fixture().provider.tokens.serviceAccount;
    const connected = await fixture().connected();
    const project = { id: "p", slug: "p", created_at: "2026-01-01T00:00:00.000Z" };
    const projects = [{ ...project, name: "p", description: `Authorization: Bearer ${token}` }];
    answerNext("/v3/projects", { page: 1, projects });
    const response = await connected.execute("projects.list", {});
    assert.equal(response.status, 200, response.text);
    const { output } = response.json as ExecutedAction & { output: { projects: { description: string }[] } };
    assert.equal(output.projects[0]?.description, "[withheld]");
    await assertNotStored([token]);
  });
});
