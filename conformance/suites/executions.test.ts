/** Execution endpoints. */
import assert from "node:assert/strict";
import type { Execution, ExecutionList, ExecutionCounts } from "@svc/contract";
import {
  assertProblem,
  devConfig,
  suiteOnBothEngines,
  uniqueName,
  verifies,
  type Connected,
  type Fixture,
} from "../harness/index.ts";
import { make } from "./token-fixture.ts";

async function loseResponse(fixture: Fixture, connection: Connected, name: string, key: string): Promise<string> {
  fixture.provider.faults.add({ match: { method: "POST" }, fault: { kind: "reset_after_effect" } });
  const problem = assertProblem(await connection.set(name, key), "ACTION_OUTCOME_UNKNOWN");
  assert.ok(problem.execution_id !== undefined, "the problem does not name the execution");
  return problem.execution_id;
}

suiteOnBothEngines("executions", (fixture) => {
  verifies("executions.read", "counts executions by status and action, within a range", async () => {
    const { caller } = fixture();
    const connection = await fixture().connected();
    const set = (name: string) =>
      connection.run("secrets.set", { ...devConfig, name, value: "v" }, { idempotencyKey: name });
    await set("COUNTED_1");
    await set("COUNTED_2");
    await connection.run("secrets.get", { ...devConfig, name: "STRIPE_KEY" });
    const at = `/v1/tenants/${connection.tenantId}/action-executions:summary`;
    const { counts, countedSince } = (await caller.get(at)).json as ExecutionCounts;
    const mine = counts.map(({ provider, action_id, status, count }) => [`${provider}/${action_id}`, status, count]);
    assert.deepEqual(mine, [
      ["doppler/secrets.set", "succeeded", 2],
      ["doppler/secrets.get", "succeeded", 1],
    ]);
    assert.equal(countedSince, null);
    const { caller: agent } = await make(caller, connection.tenantId, { actions: ["doppler/secrets.get"] });
    const seen = (await agent.get(at)).json as ExecutionCounts;
    assert.deepEqual(
      seen.counts.map(({ action_id }) => action_id),
      ["secrets.get"],
    );
    const other = await fixture().another();
    assertProblem(await other.caller.get(at), "TENANT_NOT_FOUND");
    const range = "since=2026-01-01T00:00:00.000Z&until=2026-02-01T00:00:00.001Z";
    assertProblem(await caller.get(`${at}?${range}`), "INVALID_REQUEST");
    for (const wrong of ["since=..", "until=tomorrow", "since=0000-01-01T00:00:00Z", "until=2026-13-01T00:00:00Z"]) {
      assertProblem(await caller.get(`${at}?${wrong}`), "INVALID_REQUEST");
    }
    const old = "since=2026-01-01T00:00:00.000Z&until=2026-02-01T00:00:00.000Z";
    assert.deepEqual(((await caller.get(`${at}?${old}`)).json as ExecutionCounts).counts, []);
  });

  verifies("executions.read", "records a write, without secrets", async () => {
    const { caller } = fixture();
    const connection = await fixture().connected();
    const { execution } = await connection.run(
      "secrets.set",
      { ...devConfig, name: "RECORDED", value: "canary-of-a-record", visibility: "masked" },
      { idempotencyKey: "record-1" },
    );
    const response = await caller.get(`/v1/tenants/${connection.tenantId}/action-executions/${execution.id}`);
    assert.equal(response.status, 200);
    assert.ok(!response.text.includes("canary"), "the record holds the value");
    const record = response.json as Execution;
    assert.deepEqual(record, execution);
    assert.equal(record.status, "succeeded");
    assert.equal(record.idempotencyKey, "record-1");
    assert.equal(record.attempt, 1);
    assert.equal(record.providerStatus, 200);
    assert.deepEqual(record.summary.input, { ...devConfig, name: "RECORDED", visibility: "masked" });
    assert.deepEqual(record.summary.output, { ...devConfig, name: "RECORDED", saved: true });
    assert.equal(record.error, null);
    assert.equal(record.lateResponse, null);
    assert.equal(record.resolution, null);
    const { createdAt, dispatchedAt, completedAt } = record;
    assert.ok(dispatchedAt !== null && completedAt !== null);
    assert.ok(createdAt <= dispatchedAt && dispatchedAt <= completedAt);
    assertProblem(
      await caller.get(`/v1/tenants/${connection.tenantId}/action-executions/act_01k0000000e8r9m2p4s6t8w0y2`),
      "EXECUTION_NOT_FOUND",
    );
  });

  verifies("executions.read", "records a read, with its count and no value", async () => {
    const { caller } = fixture();
    const connection = await fixture().connected();
    const listed = await connection.run("secrets.names.list", devConfig);
    const { names } = listed.output as { names: string[] };
    assert.ok(!JSON.stringify(listed.execution).includes(names[0] ?? ""), "the record holds the names");
    const input = { ...devConfig, name: "STRIPE_KEY" };
    const got = await connection.run("secrets.get", input);
    assert.deepEqual(got.execution.summary.output, { name: "STRIPE_KEY" });
    assert.equal(got.execution.idempotencyKey, null);
    const list = await caller.get(`/v1/tenants/${connection.tenantId}/action-executions`);
    assert.ok(!list.text.includes("canary"), "the list holds a secret value");
    assert.deepEqual(
      (list.json as ExecutionList).executions.map(({ action_id, effect, status }) => [action_id, effect, status]),
      [
        ["secrets.get", "read", "succeeded"],
        ["secrets.names.list", "read", "succeeded"],
      ],
    );
  });

  verifies("executions.read", "filters the list by connection, status, action and key", async () => {
    const { caller } = fixture();
    const tenantId = await fixture().tenant();
    const first = await fixture().connected({ tenantId });
    const second = await fixture().connected({ tenantId });
    const read = (await first.run("secrets.names.list", devConfig)).execution.id;
    const done = (
      await second.run("secrets.set", { ...devConfig, name: "A", value: "b" }, { idempotencyKey: "filter-1" })
    ).execution.id;
    const lost = await loseResponse(fixture(), second, "B", "filter-2");
    const found = async (query: string): Promise<string[]> => {
      const response = await caller.get(`/v1/tenants/${tenantId}/action-executions${query}`);
      assert.equal(response.status, 200, response.text);
      return (response.json as ExecutionList).executions.map(({ id }) => id);
    };
    assert.deepEqual(await found(""), [lost, done, read]);
    assert.deepEqual(await found(`?connection_id=${first.id}`), [read]);
    assert.deepEqual(await found(`?connection_id=${second.id}`), [lost, done]);
    assert.deepEqual(await found("?status=outcome_unknown"), [lost]);
    assert.deepEqual(await found("?status=succeeded"), [done, read]);
    assert.deepEqual(await found("?action_id=secrets.set"), [lost, done]);
    assert.deepEqual(await found("?action_id=secrets.get"), []);
    assert.deepEqual(await found("?idempotencyKey=filter-1"), [done]);
    assert.deepEqual(await found(`?connection_id=${second.id}&status=succeeded&idempotencyKey=filter-1`), [done]);
    assert.deepEqual(await found("?idempotencyKey=never-used"), []);
  });

  verifies("executions.resolve", "resolves an unknown outcome once, and records who did it and when", async () => {
    const { caller } = fixture();
    for (const outcome of ["succeeded", "failed"] as const) {
      const connection = await fixture().connected();
      const id = await loseResponse(fixture(), connection, "SETTLED", uniqueName("key"));
      const path = `/v1/tenants/${connection.tenantId}/action-executions/${id}`;
      assert.equal(((await caller.get(path)).json as Execution).status, "outcome_unknown");
      const body = { outcome, note: "Looked at the provider." };
      const first = await caller.post(`${path}:resolve`, body);
      assert.equal(first.status, 200, first.text);
      const settled = first.json as Execution;
      assert.equal(settled.status, outcome);
      assert.equal(settled.resolution?.outcome, outcome);
      assert.equal(settled.resolution?.note, body.note);
      assert.match(settled.resolution?.resolvedAt ?? "", /Z$/);
      assert.notEqual(settled.resolution?.resolvedBy, "");
      const again = await caller.post(`${path}:resolve`, body);
      assert.equal(again.status, 200);
      assert.deepEqual(again.json, settled);
      const other = { ...body, outcome: outcome === "failed" ? "succeeded" : "failed" };
      assertProblem(await caller.post(`${path}:resolve`, other), "EXECUTION_NOT_UNKNOWN");
      assert.deepEqual((await caller.get(path)).json, settled);
    }
  });

  verifies("executions.resolve", "resolves without a note", async () => {
    const { caller } = fixture();
    const connection = await fixture().connected();
    const id = await loseResponse(fixture(), connection, "NOTELESS", uniqueName("key"));
    const path = `/v1/tenants/${connection.tenantId}/action-executions/${id}:resolve`;
    const settled = await caller.post(path, { outcome: "failed" });
    assert.equal(settled.status, 200, settled.text);
    assert.equal((settled.json as Execution).resolution?.note, "");
  });

  verifies("executions.resolve", "refuses to resolve a known outcome", async () => {
    const { caller } = fixture();
    const connection = await fixture().connected();
    const { execution } = await connection.run("secrets.names.list", devConfig);
    const path = `/v1/tenants/${connection.tenantId}/action-executions/${execution.id}:resolve`;
    for (const outcome of ["succeeded", "failed"]) {
      assertProblem(await caller.post(path, { outcome, note: "No." }), "EXECUTION_NOT_UNKNOWN");
    }
    for (const body of [{}, { outcome: "maybe", note: "" }, { note: "No." }, { outcome: "failed", note: 1 }]) {
      assertProblem(await caller.post(path, body), "INVALID_REQUEST");
    }
  });

  verifies("executions.resolve", "lets only one of two resolutions win among fifty concurrent requests", async () => {
    const { caller } = fixture();
    const connection = await fixture().connected();
    const id = await loseResponse(fixture(), connection, "RACED", uniqueName("key"));
    const path = `/v1/tenants/${connection.tenantId}/action-executions/${id}`;
    const responses = await Promise.all(
      Array.from({ length: 50 }, (_, index) => {
        const outcome = index % 2 === 0 ? "succeeded" : "failed";
        return caller.post(`${path}:resolve`, { outcome, note: "Raced." });
      }),
    );
    const won = ((await caller.get(path)).json as Execution).status;
    for (const [index, response] of responses.entries()) {
      const asked = index % 2 === 0 ? "succeeded" : "failed";
      assert.equal(response.status, asked === won ? 200 : 409, response.text);
    }
  });
});
