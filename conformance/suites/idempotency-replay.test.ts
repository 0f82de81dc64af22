/** Keys after their write: replays, unknown outcomes, freed keys, and races. */
import assert from "node:assert/strict";
import type { ErrorCode, ExecutedAction, Execution, ExecutionList } from "@svc/contract";
import type { FaultRule } from "@svc/simulator";
import {
  assertProblem,
  Caller,
  makeClient,
  devConfig,
  suiteOnBothEngines,
  uniqueName,
  until,
  verifies,
  type HttpResponse,
  type Connected,
} from "../harness/index.ts";

/** The parts that a replay must repeat. */
function kept(response: HttpResponse): unknown {
  return { status: response.status, json: response.json };
}

async function executionsOf({ caller, tenantId }: Connected, key: string): Promise<readonly Execution[]> {
  const response = await caller.get(`/v1/tenants/${tenantId}/action-executions?idempotencyKey=${key}`);
  return (response.json as ExecutionList).executions;
}

suiteOnBothEngines("replays", (fixture) => {
  const posts = (): number => fixture().provider.ledger.requests.filter(({ method }) => method === "POST").length;

  verifies("idempotency.replay", "replays a write with the same response, marked, and one effect", async () => {
    const connected = await fixture().connected();
    const key = uniqueName("write");
    const before = posts();
    const first = await connected.set("WRITTEN", key);
    assert.equal(first.status, 200, first.text);
    for (let count = 0; count < 3; count++) {
      const again = await connected.set("WRITTEN", key);
      assert.deepEqual(kept(again), kept(first));
      assert.equal(again.headers["idempotent-replayed"], "true");
    }
    assert.equal(posts() - before, 1);
    assert.equal((await executionsOf(connected, key)).length, 1);
  });

  verifies("idempotency.replay", "keeps the response for a caller that hung up", async () => {
    const { provider } = fixture();
    const connected = await fixture().connected();
    const key = uniqueName("hangup");
    provider.faults.add({ match: { method: "POST" }, fault: { kind: "hold", when: "after_effect" } });
    const before = posts();
    const hangUp = new AbortController();
    const input = { ...devConfig, name: "HUNG_UP", value: "v" };
    const lost = connected.execute("secrets.set", input, { idempotencyKey: key, signal: hangUp.signal });
    const gone = assert.rejects(lost);
    await until(60_000, "the write is at the provider", () => (provider.held > 0 ? true : null));
    hangUp.abort();
    await gone;
    provider.release();
    const response = await until(10_000, "the record is settled", async () => {
      const again = await connected.execute("secrets.set", input, { idempotencyKey: key });
      return again.status === 409 ? null : again;
    });
    assert.equal(response.status, 200, response.text);
    assert.equal(response.headers["idempotent-replayed"], "true");
    assert.equal(posts() - before, 1);
  });

  verifies("idempotency.replay", "replays the provider's refusal without another call", async () => {
    const { provider } = fixture();
    const connected = await fixture().connected();
    const key = uniqueName("refused");
    const input = { ...devConfig, project: "no-such-project", name: "X", value: "v" };
    const first = await connected.execute("secrets.set", input, { idempotencyKey: key });
    assertProblem(first, "RESOURCE_NOT_FOUND");
    const before = provider.ledger.requests.length;
    const again = await connected.execute("secrets.set", input, { idempotencyKey: key });
    assert.equal(assertProblem(again, "RESOURCE_NOT_FOUND").execution_id, first.problem().execution_id);
    assert.equal(again.headers["idempotent-replayed"], "true");
    assert.equal(provider.ledger.requests.length, before);
  });

  verifies("idempotency.no-secret", "keeps values out of replays, records and the response to a delete", async () => {
    const connected = await fixture().connected();
    const key = uniqueName("safe");
    for (const response of [await connected.set("SAFE", key), await connected.set("SAFE", key)]) {
      assert.ok(!response.text.includes("canary"), response.text);
      assert.deepEqual((response.json as ExecutedAction).output, { ...devConfig, name: "SAFE", saved: true });
    }
    const input = { ...devConfig, name: "SAFE" };
    const options = { idempotencyKey: uniqueName("safe") };
    const gone = await connected.run("secrets.delete", input, options);
    assert.deepEqual(gone.output, { ...input, result: "deleted" });
    assert.deepEqual((await connected.run("secrets.delete", input, options)).output, gone.output);
  });

  verifies("idempotency.unknown", "replays an unknown outcome as unknown, with one effect", async () => {
    const { provider } = fixture();
    const connected = await fixture().connected();
    const key = uniqueName("unknown");
    provider.faults.add({ match: { method: "POST" }, fault: { kind: "reset_after_effect" } });
    const before = posts();
    const first = await connected.set("UNKNOWN", key);
    const problem = assertProblem(first, "ACTION_OUTCOME_UNKNOWN");
    assert.equal(problem.retryable, false);
    assert.equal(first.headers["x-should-retry"], "false");
    for (let count = 0; count < 5; count++) {
      const again = await connected.set("UNKNOWN", key);
      assert.equal(assertProblem(again, "ACTION_OUTCOME_UNKNOWN").execution_id, problem.execution_id);
      assert.equal(again.headers["idempotent-replayed"], "true");
      assert.equal(again.headers["x-should-retry"], "false");
    }
    assert.equal(posts() - before, 1);
  });

  verifies("idempotency.unknown", "replays the resolution, and doesn't free the key", async () => {
    const { provider, caller } = fixture();
    for (const outcome of ["succeeded", "failed"] as const) {
      const connected = await fixture().connected();
      const key = uniqueName("settled");
      provider.faults.add({ match: { method: "POST" }, fault: { kind: "reset_before_effect" } });
      const lost = assertProblem(await connected.set("SETTLED", key), "ACTION_OUTCOME_UNKNOWN");
      const path = `/v1/tenants/${connected.tenantId}/action-executions/${lost.execution_id}:resolve`;
      assert.equal((await caller.post(path, { outcome, note: "Looked." })).status, 200);
      const before = posts();
      const again = await connected.set("SETTLED", key);
      assert.equal(again.headers["idempotent-replayed"], "true");
      if (outcome === "failed") {
        assert.equal(assertProblem(again, "ACTION_RESOLVED_FAILED").execution_id, lost.execution_id);
      } else {
        const { execution, output } = again.json as ExecutedAction;
        assert.deepEqual(
          [again.status, execution.id, execution.status, output],
          [200, lost.execution_id, "succeeded", null],
        );
      }
      assert.equal(posts(), before, "a settled key sent something");
      assertProblem(await connected.set("SETTLED", key, "another"), "IDEMPOTENCY_KEY_REUSED");
    }
  });

  verifies("idempotency.in-progress", "answers 409 with Retry-After while the first request runs", async () => {
    const { provider } = fixture();
    const connected = await fixture().connected();
    const key = uniqueName("running");
    provider.faults.add({ match: { method: "POST" }, fault: { kind: "hold", when: "after_effect" } });
    const before = posts();
    const first = connected.set("RUNNING", key);
    await until(60_000, "the first is at the provider", () => (provider.held > 0 ? true : null));
    const second = await connected.set("RUNNING", key);
    assert.equal(assertProblem(second, "IDEMPOTENCY_KEY_IN_PROGRESS").retryable, true);
    assert.ok(Number(second.headers["retry-after"]) >= 1);
    assertProblem(await connected.set("RUNNING", key, "another"), "IDEMPOTENCY_KEY_REUSED");
    provider.release();
    assert.equal((await first).status, 200);
    assert.equal((await connected.set("RUNNING", key)).headers["idempotent-replayed"], "true");
    assert.equal(posts() - before, 1);
  });

  verifies("idempotency.in-progress", "has one effect and one record for fifty callers of one key", async () => {
    const connected = await fixture().connected();
    const key = uniqueName("fifty");
    const before = posts();
    const responses = await Promise.all(Array.from({ length: 50 }, () => connected.set("FIFTY", key)));
    const ids = new Set<string>();
    for (const response of responses) {
      if (response.status === 200) ids.add((response.json as ExecutedAction).execution.id);
      else assertProblem(response, "IDEMPOTENCY_KEY_IN_PROGRESS");
    }
    assert.equal(ids.size, 1);
    assert.equal(posts() - before, 1);
    assert.equal((await executionsOf(connected, key)).length, 1);
  });

  verifies("idempotency.in-progress", "creates one tenant for fifty concurrent requests", async () => {
    const { caller } = await makeClient(fixture().server);
    const body = { externalId: "raced", displayName: "Raced" };
    const responses = await Promise.all(
      Array.from({ length: 50 }, () => caller.post("/v1/tenants", body, { idempotencyKey: "raced" })),
    );
    for (const response of responses)
      if (response.status !== 201) assertProblem(response, "IDEMPOTENCY_KEY_IN_PROGRESS");
    const { tenants } = (await caller.get("/v1/tenants")).json as { tenants: unknown[] };
    assert.equal(tenants.length, 1);
  });

  verifies("idempotency.freed", "allows a new attempt after proof that nothing took effect", async () => {
    const { provider } = fixture();
    const probe = { method: "GET", path: "/v3/configs/config/secrets/names" };
    const faults: readonly (readonly [ErrorCode, FaultRule])[] = [
      [
        "PROVIDER_RATE_LIMITED",
        {
          match: { method: "POST" },
          fault: { kind: "status", status: 429, headers: { "retry-after": "1" }, effect: false },
        },
      ],
      ["ACTION_NOT_DISPATCHED", { match: probe, times: "always", fault: { kind: "html_502" } }],
    ];
    for (const [code, fault] of faults) {
      const connected = await fixture().connected();
      const key = uniqueName("freed");
      provider.faults.add(fault);
      const before = posts();
      const first = await connected.set("FREED", key);
      provider.faults.clear();
      const problem = assertProblem(first, code);
      assert.equal(problem.retryable, true);
      assert.ok(Number(first.headers["retry-after"]) >= 1);
      assertProblem(await connected.set("FREED", key, "another value"), "IDEMPOTENCY_KEY_REUSED");
      const again = await connected.set("FREED", key);
      assert.equal(again.status, 200, again.text);
      assert.equal(again.headers["idempotent-replayed"], undefined);
      const attempts = await executionsOf(connected, key);
      assert.deepEqual(
        attempts.map(({ attempt, status }) => [attempt, status]),
        [
          [2, "succeeded"],
          [1, "failed"],
        ],
      );
      assert.equal(posts() - before, code === "ACTION_NOT_DISPATCHED" ? 1 : 2);
      assert.equal((await connected.set("FREED", key)).headers["idempotent-replayed"], "true");
    }
  });
});

suiteOnBothEngines("replays after a change", (fixture) => {
  verifies("idempotency.order", "replays after a disconnect, a stricter policy and a disabled action", async () => {
    const client = await makeClient(fixture().server);
    let connected = await fixture().connected({ caller: client.caller });
    const written = uniqueName("true");
    const first = await connected.set("TRUE", written);
    assert.equal(first.status, 200);
    const assertReplayed = async (what: string): Promise<void> => {
      const again = await connected.set("TRUE", written);
      assert.deepEqual(kept(again), kept(first), what);
      assert.equal(again.headers["idempotent-replayed"], "true");
    };
    const narrow = [
      "service-clients",
      "update",
      client.id,
      "--allow-action",
      "doppler/secrets.get",
      "--format",
      "json",
    ];
    const ran = await fixture().server.operate(narrow);
    assert.equal(ran.exitCode, 0, ran.stderr);
    await until(2000, "the narrower policy is in effect", async () => {
      return (await connected.set("NEW", uniqueName("new"))).status === 404 ? true : null;
    });
    assertProblem(await connected.set("NEW", uniqueName("new")), "ACTION_NOT_FOUND");
    await assertReplayed("policy narrowed");
    await fixture().restart({ SVC_ENABLED_ACTIONS: "doppler/secrets.get" });

    connected = connected.by(new Caller(fixture().server.http, client.key));
    await assertReplayed("action disabled");
    assert.equal((await connected.caller.delete(connected.path)).status, 200);
    await assertReplayed("disconnected");
    const typo = { ...devConfig, name: "TRUE", value: 1 };
    const changed = await connected.execute("secrets.set", typo, { idempotencyKey: written });
    assertProblem(changed, "IDEMPOTENCY_KEY_REUSED");
  });

  verifies(
    "idempotency.order",
    "leaves the key unused if connection, policy or schema refuse the request",
    async () => {
      await fixture().restart({ SVC_ENABLED_ACTIONS: "*/*" });
      const connected = await fixture().connected({ requestedActions: ["secrets.get"] });
      const key = uniqueName("unused");
      assertProblem(await connected.set("UNUSED", key), "ACTION_NOT_GRANTED");
      const invalid = { ...devConfig, name: "lower", value: "v" };
      const full = await fixture().connected({ tenantId: connected.tenantId });
      assertProblem(await full.execute("secrets.set", invalid, { idempotencyKey: key }), "INPUT_INVALID");
      const ended = await fixture().connected({ tenantId: connected.tenantId });
      await ended.caller.delete(ended.path);
      assertProblem(await ended.set("UNUSED", key), "CONNECTION_NOT_ACTIVE");
      assert.equal((await full.set("UNUSED", key)).status, 200);
    },
  );
});
