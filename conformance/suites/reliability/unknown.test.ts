/**
 * A write whose response is lost: reported as unknown, never repeated, resolved once, with late responses kept as
 * evidence.
 */
import assert from "node:assert/strict";
import { before } from "node:test";
import type { Execution } from "@svc/contract";
import {
  assertProblem,
  devConfig,
  suiteOnBothEngines,
  until,
  verifies,
  type HttpResponse,
  type Connected,
} from "../../harness/index.ts";
import { assertReplay, ProviderLedger, recordOfKey } from "../../harness/ledger.ts";
import { assertModelTransitions, watchTransitions } from "../../harness/transition-trace.ts";

const callTimeoutMs = 3000;
const write = { method: "POST" } as const;

suiteOnBothEngines(
  "unknown outcomes",
  (fixture) => {
    before(() => watchTransitions(fixture().server.home));

    verifies("reliability.unknown", "has one effect however often the key is sent", async () => {
      const { provider } = fixture();
      const connected = await fixture().connected();
      const ledger = new ProviderLedger(provider);
      provider.faults.add({ match: write, fault: { kind: "reset_after_effect" } });
      const first = await connected.set("LOST_RESPONSE", "lost-1", "canary-of-a-lost-response");
      const problem = assertProblem(first, "ACTION_OUTCOME_UNKNOWN");
      assert.equal(first.headers["x-should-retry"], "false");
      assert.equal(first.headers["retry-after"], undefined);
      assert.equal(problem.retryable, false);
      for (let turn = 0; turn < 10; turn += 1) {
        assertReplay(first, await connected.set("LOST_RESPONSE", "lost-1", "canary-of-a-lost-response"));
      }
      const turns = Array.from({ length: 10 }, () =>
        connected.set("LOST_RESPONSE", "lost-1", "canary-of-a-lost-response"),
      );
      for (const again of await Promise.all(turns)) assertReplay(first, again);
      assert.equal(ledger.changes.length, 1);
      assert.equal(ledger.effects.length, 1);

      const record = await recordOfKey(connected, "lost-1");
      assert.equal(record.id, problem.execution_id);
      assert.equal(record.status, "outcome_unknown");
      assert.deepEqual(record.summary, { input: { ...devConfig, name: "LOST_RESPONSE" }, output: null });
      assert.doesNotMatch(JSON.stringify(record), /canary/);
    });

    for (const outcome of ["succeeded", "failed"] as const) {
      verifies("reliability.resolve", `is resolved as ${outcome}, once`, async () => {
        const connected = await fixture().connected();
        const other = outcome === "failed" ? "succeeded" : "failed";
        const name = `SETTLED_${outcome.toUpperCase()}`;
        fixture().provider.faults.add({ match: write, fault: { kind: "reset_before_effect" } });
        const lost = assertProblem(await connected.set(name, outcome), "ACTION_OUTCOME_UNKNOWN");
        const ledger = new ProviderLedger(fixture().provider);
        // Of two concurrent requests one resolves it, and both get the same response.
        const [settled, twin] = await Promise.all([
          resolve(connected, lost.execution_id, outcome),
          resolve(connected, lost.execution_id, outcome),
        ]);
        assert.equal(settled.status, 200, settled.text);
        assert.deepEqual(twin.json, settled.json);
        const { status, resolution } = settled.json as Execution;
        assert.deepEqual([status, resolution?.outcome], [outcome, outcome]);
        assert.deepEqual((await resolve(connected, lost.execution_id, outcome)).json, settled.json);
        assertProblem(await resolve(connected, lost.execution_id, other), "EXECUTION_NOT_UNKNOWN");

        const response = await connected.set(name, outcome);
        assert.equal(response.headers["idempotent-replayed"], "true");
        if (outcome === "failed") assertProblem(response, "ACTION_RESOLVED_FAILED");
        else assert.deepEqual(response.json, { execution: settled.json, output: null });
        assertReplay(response, await connected.set(name, outcome));
        assertProblem(await connected.set(name, outcome, "another"), "IDEMPOTENCY_KEY_REUSED");
        assert.equal(ledger.requests.length, 0, "a settled key sends the provider nothing");
      });
    }

    verifies("reliability.resolve", "refuses to resolve a known outcome", async () => {
      const connected = await fixture().connected();
      const done = await connected.run("secrets.names.list", { ...devConfig });
      assertProblem(await resolve(connected, done.execution.id, "failed"), "EXECUTION_NOT_UNKNOWN");
    });

    for (const settledBefore of [false, true]) {
      const when = settledBefore ? "after it was settled as failed" : "after the deadline";
      verifies("reliability.late-response", `a response ${when} changes nothing`, async () => {
        const connected = await fixture().connected();
        const key = `late-${settledBefore}`;
        const fault = { kind: "delay", ms: callTimeoutMs * 2, when: "after_effect" } as const;
        fixture().provider.faults.add({ match: write, fault });
        const lost = assertProblem(await connected.set("LATE_RESPONSE", key), "ACTION_OUTCOME_UNKNOWN");
        if (settledBefore) await resolve(connected, lost.execution_id, "failed");
        const record = await until(20_000, "the late response is kept", async () => {
          const now = await recordOfKey(connected, key);
          return now.lateResponse === null ? null : now;
        });
        assert.equal(record.status, settledBefore ? "failed" : "outcome_unknown");
        assert.deepEqual([record.lateResponse?.verdict, record.lateResponse?.providerStatus], ["succeeded", 200]);
        const again = await connected.set("LATE_RESPONSE", key);
        assertProblem(again, settledBefore ? "ACTION_RESOLVED_FAILED" : "ACTION_OUTCOME_UNKNOWN");
      });
    }

    verifies("reliability.resolve", "makes only the status changes of the protocol's model", async () => {
      const resolutions = ["succeeded", "failed"].map((outcome) => `outcome_unknown → ${outcome} (resolved)`);
      await assertModelTransitions(fixture().server.home, ["dispatched → outcome_unknown", ...resolutions]);
    });
  },
  { env: { SVC_CALL_TIMEOUT_MS: String(callTimeoutMs) } },
);

function resolve(connected: Connected, executionId: string | undefined, outcome: string): Promise<HttpResponse> {
  const path = `/v1/tenants/${connected.tenantId}/action-executions/${executionId ?? ""}:resolve`;
  return connected.caller.post(path, { outcome, note: "looked it up at the provider" });
}
